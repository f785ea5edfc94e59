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
  const call: InternalCallOptions = { ...options, expects: isJob };
  return answerOf<SkipTraceJob>(
    api.raw.GET('/api/user/skip-trace/{jobId}', { params: { path: { jobId } }, call }),
  );
}

function isJob(json: object): boolean {
  return 'id' in json && typeof json.id === 'string' && 'status' in json && typeof json.status === 'string';
}

/** Makes the request of an action that needs no body, once. */
export function act(
  api: JobsApi,
  jobId: string,
  action: 'uploaded' | 'confirm' | 'cancel',
  options: CallOptions,
): Answer<JobActionResponse> {
  const call: InternalCallOptions = { ...options, expects: isAction };
  return answerOf<JobActionResponse>(
    api.raw.POST(`/api/user/skip-trace/{jobId}/${action}`, { params: { path: { jobId } }, call }),
  );
}

/** An action's answer names the status it led to. */
function isAction(json: object): boolean {
  return 'status' in json && typeof json.status === 'string';
}
