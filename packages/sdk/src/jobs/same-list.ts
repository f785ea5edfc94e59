import type { ColumnMapping, CreateSkipTraceJobRequest } from '@skiptrace/contract';

import { hexOf, utf8 } from '../bytes.js';
import { isSkipTraceError } from '../errors/index.js';
import type { SkipTraceJob } from '../open-answers.js';
import type { BegunOptions } from '../transport/call.js';
import { type JobsApi, listJobs, paidStatuses } from './api.js';
import { createJob } from './begin.js';
import type { FileMark } from './file-mark.js';
import { JobHandle } from './handle.js';

interface ListJob {
  readonly handle: JobHandle;
  /** It was made before, by whichever client, and has its file. */
  readonly isFound: boolean;
}

type Made = Awaited<ReturnType<typeof createJob>>;

/**
 * The job of a list, by its `contentDigest`: the one that this account made for it before, on whichever machine, or a new one. A
 * job that was paid goes before one that waits for a decision; those that failed or were cancelled cost nothing and are
 * replaced. A list without a digest gets a new job.
 */
export async function jobOfList(
  api: JobsApi,
  request: CreateSkipTraceJobRequest,
  /** `found`: of the file of a job that another client made, which may have sent a copy where this one would not. */
  file: FileMark & { readonly found: FileMark },
  call: BegunOptions,
): Promise<ListJob> {
  const create = async (idempotencyKey?: string): Promise<ListJob & Pick<Made, 'headers'>> => {
    const { data: handle, headers } = await createJob(api, request, { ...call, idempotencyKey }, file);
    return { handle, headers, isFound: false };
  };
  const { contentDigest } = request;
  if (contentDigest === undefined) return create();
  // A service that doesn't know digests answers with all jobs.
  const jobs = await listJobs(api, { ...call, contentDigest });
  const same = jobs.filter((job) => job.contentDigest === contentDigest);
  const [best] = same.filter(isAlive).sort((a, b) => worthOf(b) - worthOf(a));
  if (best && best.status !== 'pending')
    return { handle: new JobHandle(api, best.id, { file: file.found }), isFound: true };
  const key = await keyOf(request, same.filter((job) => !isAlive(job)).length);
  const made = await create(key).catch((error: unknown) => {
    if (!isSkipTraceError(error, 'idempotency_conflict')) throw error;
  });
  const isReplayed = made?.headers.get('idempotency-replayed') === 'true';
  // Under the key may stand a job that came to nothing.
  const isUsable = made && (!isReplayed || isAlive(await made.handle.get(call)));
  return isUsable ? made : create();
}

/**
 * The digest of a file that is sent as it is. With @skiptrace/csv the digest is that of the package, which the command line and the
 * web app make as well.
 */
export async function digestOfFile(
  { digest }: FileMark,
  columnMapping: ColumnMapping,
): Promise<string | undefined> {
  return digest === undefined ? undefined : digestOf(['skiptrace file 1', digest, sorted(columnMapping)]);
}

/** Can still lead to a result. */
const isAlive = ({ status }: SkipTraceJob): boolean => status !== 'failed' && status !== 'cancelled';

const worthOf = ({ status, downloadUrl }: SkipTraceJob): number => {
  if (status === 'pending') return 0;
  if (!paidStatuses.includes(status)) return 1;
  return status === 'completed' && !downloadUrl ? 2 : 3;
};

/**
 * Two processes that begin with the same list at the same time create under the same key, so they get one job, which is paid
 * once. Jobs that came to nothing are counted, because their keys are used up.
 */
const keyOf = ({ filename, columnMapping, contentDigest }: CreateSkipTraceJobRequest, ended: number) =>
  digestOf([contentDigest, filename, sorted(columnMapping), ended]);

const sorted = (columns: ColumnMapping) => Object.entries(columns).sort(([a], [b]) => (a < b ? -1 : 1));

async function digestOf(content: readonly unknown[]): Promise<string> {
  return hexOf(new Uint8Array(await crypto.subtle.digest('SHA-256', utf8(JSON.stringify(content)))));
}
