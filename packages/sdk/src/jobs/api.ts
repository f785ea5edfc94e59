import type { CreateSkipTraceJobResponse, OperationId, SkipTraceJobList } from '@skiptrace/contract';
import { ConflictError } from '../errors.js';
import type { JobActionResponse, JobStatus, SkipTraceJob } from '../open-answers.js';
import type { FullAnswer } from '../transport/answer.js';
import type { CallOptions } from '../transport/options.js';
import type { Transport } from '../transport/transport.js';
import type { Creation } from './resume-token.js';

/** One job, and the way to its service. */
export interface JobRef {
  readonly transport: Transport;
  readonly id: string;
}

/** Statuses in which the price of a job has been charged. */
export const paidStatuses: readonly JobStatus[] = ['confirmed', 'generating', 'completed'];

export interface JobFilter {
  /** Only jobs that were created with this `contentDigest`. */
  contentDigest?: string | undefined;
  /** Only jobs made before the one with this ID, such as the last of a page. */
  before?: string | undefined;
}

export function listJobs(
  transport: Transport,
  { contentDigest, before, ...options }: CallOptions & JobFilter,
): Promise<FullAnswer<SkipTraceJob[]>> {
  const isList = (json: object) => 'jobs' in json && Array.isArray(json.jobs);
  const call = { ...options, expects: isList };
  const pick = (body: unknown) => (body as SkipTraceJobList).jobs;
  return transport.operation('listSkipTraceJobs', { query: { contentDigest, before } }, call, pick);
}

/** Reads a job. Acting on another job's answer could spend money wrongly, so one is not taken for it. */
export function readJob(
  { transport, id: jobId }: JobRef,
  options: CallOptions,
): Promise<FullAnswer<SkipTraceJob>> {
  const isJob = (json: object) => 'id' in json && isSameId(json.id, jobId) && hasStatus(json);
  return transport.operation('getSkipTraceJob', { jobId }, { ...options, expects: isJob });
}

const hasStatus = (json: object) => 'status' in json && typeof json.status === 'string';

/** Compares UUIDs without regard to case. */
function isSameId(id: unknown, jobId: string): boolean {
  return typeof id === 'string' && id.toLowerCase() === jobId.toLowerCase();
}

/** The error of an action that the job's status rules out. @param rest ends the sentence "The job is preview" */
export function conflictOf(jobId: string, currentStatus: JobStatus, rest: string): ConflictError {
  return new ConflictError(`The job is ${currentStatus}${rest}`, { jobId, currentStatus });
}

/** Sends the request of an action that needs no body, once. Its answer names the job, and the status it led to. */
export function act<T extends JobActionResponse>(
  { transport, id: jobId }: JobRef,
  action: OperationId,
  options: CallOptions,
): Promise<FullAnswer<T>> {
  const isAction = (json: object) => hasStatus(json) && (!('jobId' in json) || isSameId(json.jobId, jobId));
  return transport.operation(action, { jobId }, { ...options, expects: isAction });
}

/** Creates a job. A repeated idempotency key returns the job created before, with a fresh upload address. */
export function create(
  transport: Transport,
  { request, idempotencyKey }: Creation,
  options: CallOptions,
): Promise<FullAnswer<CreateSkipTraceJobResponse>> {
  const isCreated = (json: object) =>
    'jobId' in json && typeof json.jobId === 'string' && 'uploadMethod' in json && 'uploadUrl' in json;
  const call = { ...options, idempotencyKey, expects: isCreated };
  return transport.operation('createSkipTraceJob', { json: request }, call);
}
