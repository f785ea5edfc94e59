import type { JobActionResponse, SkipTraceJob } from '../open-answers.js';

import { type Answer, answerOf } from '../answer.js';
import type { Clock } from '../clock.js';
import type { CallOptions } from '../options.js';
import type { ContractClient } from '../raw.js';
import type { InternalCallOptions } from '../transport/call.js';
import type { Transport } from '../transport/transport.js';

/** What the jobs need of their client. */
export interface JobsApi {
  readonly raw: ContractClient;
  readonly transport: Transport;
  readonly clock: Clock;
}

export function readJob(api: JobsApi, jobId: string, options: CallOptions = {}): Answer<SkipTraceJob> {
  const call: InternalCallOptions = { ...options, expects: (json) => isJob(json, jobId) };
  return answerOf<SkipTraceJob>(
    api.raw.GET('/api/user/skip-trace/{jobId}', { params: { path: { jobId } }, call }),
  );
}

/** The job that was asked for: another one's would decide over money. */
function isJob(json: object, jobId: string): boolean {
  return 'id' in json && isSameId(json.id, jobId) && 'status' in json && typeof json.status === 'string';
}

/** UUIDs are the same in either case. */
function isSameId(id: unknown, jobId: string): boolean {
  return typeof id === 'string' && id.toLowerCase() === jobId.toLowerCase();
}

/** Makes the request of an action that needs no body, once. */
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

/** An action's answer names the job, and the status it led to. */
function isAction(json: object, jobId: string): boolean {
  return (
    'status' in json && typeof json.status === 'string' && (!('jobId' in json) || isSameId(json.jobId, jobId))
  );
}
