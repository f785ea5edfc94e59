import type { ColumnMapping, CreateSkipTraceJobRequest } from '@skiptrace/contract';
import { sha256Hex } from '../bytes.js';
import type { OptionKinds } from '../check-options.js';
import { isSkipTraceError } from '../errors.js';
import type { SkipTraceJob } from '../open-answers.js';
import { callOptions, type CallOptions } from '../transport/options.js';
import type { Transport } from '../transport/transport.js';
import { listJobs, paidStatuses } from './api.js';
import { createJob, JobHandle } from './handle.js';
import type { FileMark } from './resume-token.js';

/** Options for finding the job of a list. `idempotencyKey` is the key of an earlier create, to be repeated. */
export interface ListJobOptions extends CallOptions {
  /** Makes a new job even if the account already has one for this list. */
  startOver?: boolean | undefined;
  /** A job of this list that the caller has recorded; it counts like the ones that the service finds. */
  known?: SkipTraceJob | undefined;
  /**
   * Called with the idempotency key of each create before it is sent, so that the caller can record it in
   * case no answer comes.
   */
  onCreate?: ((idempotencyKey: string) => Promise<void> | void) | undefined;
}

export const listJobOptions: OptionKinds<ListJobOptions> = {
  ...callOptions,
  startOver: 'boolean',
  known: 'object',
  onCreate: 'function',
};

export interface ListJob {
  readonly handle: JobHandle;
  /** The existing job, as it was read; undefined for one that is created now. */
  readonly found: SkipTraceJob | undefined;
}

/**
 * Finds the job of a list by its `contentDigest`: one that this account already made, on any machine, or else a new one. A
 * paid job is preferred to one that waits for a decision; failed or cancelled jobs cost nothing and are replaced. A job that
 * waits for its file is created again under its key, which returns the same job. A list without a digest gets a new job.
 */
export async function jobOfList(
  transport: Transport,
  request: CreateSkipTraceJobRequest,
  { startOver = false, known, onCreate, idempotencyKey, ...call }: ListJobOptions,
  /** Marks of the file for the resume token of a job that is created now, and of one that is found. */
  marks?: { readonly created: FileMark; readonly found: FileMark },
): Promise<ListJob> {
  const create = async (key: string = crypto.randomUUID()) => {
    await onCreate?.(key);
    const made = await createJob(transport, request, { ...call, idempotencyKey: key }, marks?.created);
    return { handle: made.data, headers: made.headers, found: undefined };
  };
  const { contentDigest } = request;
  if (startOver || contentDigest === undefined) return create(idempotencyKey);
  // A service that doesn't know digests returns all jobs.
  const { data: jobs } = await listJobs(transport, { ...call, contentDigest });
  const ofThisList = jobs.filter(
    (job) =>
      job.contentDigest === contentDigest && (job.requirePhone === true) === (request.requirePhone === true),
  );
  const alive = [known ?? [], ofThisList].flat().filter(isAlive);
  const [best] = alive.sort((a, b) => worthOf(b) - worthOf(a));
  if (best && best.status !== 'pending')
    return { handle: new JobHandle(transport, best.id, { file: marks?.found }), found: best };
  const key = idempotencyKey ?? (await keyOf(request, ofThisList.filter((job) => !isAlive(job)).length));
  const made = await create(key).catch((error: unknown) => {
    if (!isSkipTraceError(error, 'idempotency_conflict')) throw error;
  });
  const isReplayed = made?.headers.get('idempotency-replayed') === 'true';
  // The job stored under this key may have failed, been cancelled or been deleted.
  const isUsable = made && (!isReplayed || (await canEndWell(made.handle, call)));
  return isUsable ? made : create();
}

function canEndWell(handle: JobHandle, call: CallOptions): Promise<boolean> {
  return handle.get(call).then(isAlive, (error: unknown) => {
    if (isSkipTraceError(error, 'not_found')) return false;
    throw error;
  });
}

/** The `contentDigest` of a job with an unchanged file; undefined if the file was not hashed, as a stream is without `dedupe`. */
export async function digestOfFile(
  { digest }: FileMark,
  columnMapping: ColumnMapping,
  wanted: Pick<CreateSkipTraceJobRequest, 'requirePhone'>,
): Promise<string | undefined> {
  if (digest === undefined) return undefined;
  return sha256Hex(JSON.stringify(['skiptrace file 1', digest, sorted(columnMapping), ...optionsOf(wanted)]));
}

/** True if the job can still lead to a result. */
const isAlive = ({ status }: SkipTraceJob): boolean => status !== 'failed' && status !== 'cancelled';

const worthOf = ({ status, downloadUrl }: SkipTraceJob): number => {
  if (status === 'pending') return 0;
  if (!paidStatuses.includes(status)) return 1;
  return status === 'completed' && !downloadUrl ? 2 : 3;
};

/**
 * Derives the idempotency key from the list, so that two processes starting with the same list at once get one job, which is
 * paid once. The count of failed and cancelled jobs is part of it, because their keys are used up.
 */
const keyOf = (
  { filename, columnMapping, contentDigest, ...wanted }: CreateSkipTraceJobRequest,
  ended: number,
) => sha256Hex(JSON.stringify([contentDigest, filename, sorted(columnMapping), ended, ...optionsOf(wanted)]));

/** Empty for a list without options, so that its digest is the same as in earlier versions. */
const optionsOf = ({ requirePhone }: Pick<CreateSkipTraceJobRequest, 'requirePhone'>): string[] =>
  requirePhone === true ? ['requirePhone'] : [];

/** The columns in an order that depends on their fields alone. */
export const sorted = (columns: ColumnMapping) =>
  Object.entries(columns).sort(([a], [b]) => (a < b ? -1 : 1));
