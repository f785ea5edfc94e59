import type { SkipTraceJobList, CreateSkipTraceJobResponse } from '@skiptrace/contract';
import { type Answer, answerOf } from '../answer.js';
import type { Clock } from '../clock.js';
import type { JobActionResponse, JobStatus, SkipTraceJob } from '../open-answers.js';
import type { ContractClient } from '../raw.js';
import type { InternalCallOptions } from '../transport/call.js';
import type { CallOptions } from '../transport/options.js';
import type { Transport } from '../transport/transport.js';
import type { Creation } from './resume-token.js';

/** The parts of the client that jobs need. */
export interface JobsApi {
  readonly raw: ContractClient;
  readonly transport: Transport;
  readonly clock: Clock;
}

/** Statuses in which the price of a job has been charged. */
export const paidStatuses: readonly JobStatus[] = ['confirmed', 'generating', 'completed'];

/** Which jobs are listed. */
export interface JobFilter {
  /** Only jobs that were created with this `contentDigest`. */
  contentDigest?: string | undefined;
  /** Only jobs made before the one with this ID, such as the last of a page. */
  before?: string | undefined;
}

/** One page of the account's jobs, newest first. */
export function listJobs(
  api: JobsApi,
  { contentDigest, before, ...options }: CallOptions & JobFilter,
): Answer<SkipTraceJob[]> {
  const call: InternalCallOptions = { ...options, expects: isList };
  const query = {
    ...(contentDigest !== undefined && { contentDigest }),
    ...(before !== undefined && { before }),
  };
  const answer = api.raw.GET('/api/user/skip-trace', { params: { query }, call });
  return answerOf(answer, (body) => (body as SkipTraceJobList).jobs);
}

function isList(json: object): boolean {
  return 'jobs' in json && Array.isArray(json.jobs);
}

export function readJob(api: JobsApi, jobId: string, options: CallOptions = {}): Answer<SkipTraceJob> {
  const call: InternalCallOptions = { ...options, expects: (json) => isJob(json, jobId) };
  return answerOf<SkipTraceJob>(
    api.raw.GET('/api/user/skip-trace/{jobId}', { params: { path: { jobId } }, call }),
  );
}

/** True if this is the requested job: acting on another job's answer could spend money wrongly. */
function isJob(json: object, jobId: string): boolean {
  return 'id' in json && isSameId(json.id, jobId) && 'status' in json && typeof json.status === 'string';
}

/** Compares UUIDs without regard to case. */
function isSameId(id: unknown, jobId: string): boolean {
  return typeof id === 'string' && id.toLowerCase() === jobId.toLowerCase();
}

/** Sends the request of an action that needs no body, once. */
export function act(
  api: JobsApi,
  jobId: string,
  action: 'uploaded' | 'confirm' | 'cancel',
  options: CallOptions,
): Answer<JobActionResponse> {
  const call: InternalCallOptions = { ...options, expects: (json) => isAction(json, jobId) };
  return answerOf<JobActionResponse>(
    api.raw.POST(`/api/user/skip-trace/{jobId}/${action}`, { params: { path: { jobId } }, call }),
  );
}

/** True if the answer names the job, and the status that the action led to. */
function isAction(json: object, jobId: string): boolean {
  return (
    'status' in json && typeof json.status === 'string' && (!('jobId' in json) || isSameId(json.jobId, jobId))
  );
}

/** Creates a job. A repeated idempotency key returns the job created before, with a fresh upload address. */
export function create(
  api: JobsApi,
  { request, idempotencyKey }: Creation,
  options: CallOptions,
): Answer<CreateSkipTraceJobResponse> {
  const call: InternalCallOptions = { ...options, idempotencyKey, expects: isCreated };
  return answerOf<CreateSkipTraceJobResponse>(api.raw.POST('/api/user/skip-trace', { body: request, call }));
}

function isCreated(json: object): boolean {
  return 'jobId' in json && typeof json.jobId === 'string' && 'uploadMethod' in json && 'uploadUrl' in json;
}
