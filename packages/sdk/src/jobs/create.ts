import type { CreateSkipTraceJobResponse } from '@skiptrace/contract';

import { type Answer, answerOf } from '../answer.js';
import type { CallOptions } from '../transport/options.js';
import type { InternalCallOptions } from '../transport/call.js';
import type { JobsApi } from './api.js';
import type { Creation } from './resume-token.js';

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
