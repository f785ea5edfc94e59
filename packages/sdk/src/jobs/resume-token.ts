import type { CreateSkipTraceJobRequest } from '@skiptrace/contract';

import { fromBase64Url, toBase64Url } from '../bytes.js';
import { ConfigurationError } from '../errors/index.js';
import type { FileMark } from './file-mark.js';

/**
 * The state another process needs to continue a job. It holds neither the API key nor a signed address: repeating the
 * creation with its Idempotency-Key returns the same job with a new upload address.
 */
export interface ResumeState {
  readonly jobId: string;
  /** The creation request, if this package made the job. */
  readonly creation: Creation | undefined;
  /** The file for which `jobs.run` made the job. */
  readonly file?: FileMark | undefined;
}

export interface Creation {
  readonly request: CreateSkipTraceJobRequest;
  readonly idempotencyKey: string;
}

const version = 1;

export function resumeToken({ jobId, creation, file }: ResumeState): string {
  return toBase64Url(JSON.stringify({ v: version, jobId, creation, file }));
}

export function readResumeToken(token: string): ResumeState {
  const state = parsed(token);
  if (state?.['v'] !== version) {
    throw new ConfigurationError(
      typeof state?.['v'] === 'number'
        ? `The resume token has version ${state['v']}, but this package reads version ${version}.`
        : "That isn't a resume token.",
    );
  }
  const { jobId, creation, file } = state as unknown as ResumeState;
  if (
    typeof jobId !== 'string' ||
    jobId === '' ||
    !(creation === undefined || isCreation(creation)) ||
    !(file === undefined || isMark(file))
  ) {
    throw new ConfigurationError('The resume token is damaged.');
  }
  return { jobId, creation, file };
}

function parsed(token: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(fromBase64Url(token));
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}

function isMark(value: Partial<FileMark> | null): value is FileMark {
  return (
    typeof value === 'object' &&
    value !== null &&
    typeof value.bytes === 'number' &&
    (value.digest === undefined || typeof value.digest === 'string')
  );
}

function isCreation(value: Partial<Creation> | null): value is Creation {
  return (
    typeof value === 'object' &&
    value !== null &&
    typeof value.idempotencyKey === 'string' &&
    typeof value.request?.filename === 'string' &&
    typeof value.request.columnMapping === 'object'
  );
}
