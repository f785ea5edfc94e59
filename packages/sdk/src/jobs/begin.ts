import type { CreateSkipTraceJobRequest } from '@skiptrace/contract';

import type { FullAnswer } from '../answer.js';
import { checkOptions } from '../check-options.js';
import { callOptions, type CallOptions } from '../transport/options.js';
import { type JobsApi, create } from './api.js';
import type { FileMark } from './file-mark.js';
import { JobHandle } from './handle.js';
import { readResumeToken } from './resume-token.js';

/** Creates a job that waits for its file, and records its mark if the file is already known. */
export async function createJob(
  api: JobsApi,
  request: CreateSkipTraceJobRequest,
  options: CallOptions,
  file?: FileMark,
): Promise<FullAnswer<JobHandle>> {
  checkOptions('jobs.create', options, callOptions);
  const creation = { request, idempotencyKey: options.idempotencyKey ?? crypto.randomUUID() };
  const answer = await create(api, creation, options).withResponse();
  const { jobId, uploadMethod: method, uploadUrl: url } = answer.data;
  return { ...answer, data: new JobHandle(api, jobId, { creation, target: { method, url }, file }) };
}

/** A handle on the job of a resume token. */
export function resumeJob(api: JobsApi, token: string): JobHandle {
  const { jobId, creation, file } = readResumeToken(token);
  return new JobHandle(api, jobId, { creation, file });
}
