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
  /** True if any client created the job earlier; it already has its file. */
  readonly isFound: boolean;
}

type Made = Awaited<ReturnType<typeof createJob>>;

/**
 * Finds the job of a list by its `contentDigest`: one that this account already made, on any machine, or else a new one. A
 * paid job is preferred to one that waits for a decision; failed or cancelled jobs cost nothing and are replaced. A list
 * without a digest gets a new job.
 */
export async function jobOfList(
  api: JobsApi,
  request: CreateSkipTraceJobRequest,
  /** `found`: the file mark for a job that another client made, which may have uploaded a copy where this one would not. */
  file: FileMark & { readonly found: FileMark },
  call: BegunOptions,
): Promise<ListJob> {
  const create = async (idempotencyKey?: string): Promise<ListJob & Pick<Made, 'headers'>> => {
    const { data: handle, headers } = await createJob(api, request, { ...call, idempotencyKey }, file);
    return { handle, headers, isFound: false };
  };
  const { contentDigest } = request;
  if (contentDigest === undefined) return create();
  // A service that doesn't know digests returns all jobs.
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
  // The job stored under this key may have failed or been cancelled.
  const isUsable = made && (!isReplayed || isAlive(await made.handle.get(call)));
  return isUsable ? made : create();
}

/**
 * The digest of a file that is uploaded unchanged. With @skiptrace/csv it is that package's digest, which the CLI and the web
 * app compute too.
 */
export async function digestOfFile(
  { digest }: FileMark,
  columnMapping: ColumnMapping,
): Promise<string | undefined> {
  return digest === undefined ? undefined : digestOf(['skiptrace file 1', digest, sorted(columnMapping)]);
}

/** Whether the job can still lead to a result. */
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
const keyOf = ({ filename, columnMapping, contentDigest }: CreateSkipTraceJobRequest, ended: number) =>
  digestOf([contentDigest, filename, sorted(columnMapping), ended]);

const sorted = (columns: ColumnMapping) => Object.entries(columns).sort(([a], [b]) => (a < b ? -1 : 1));

async function digestOf(content: readonly unknown[]): Promise<string> {
  return hexOf(new Uint8Array(await crypto.subtle.digest('SHA-256', utf8(JSON.stringify(content)))));
}
