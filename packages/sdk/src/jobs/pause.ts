import { AbortedError } from '../errors/index.js';
import type { JobsApi } from './api.js';

/** Waits; the caller's signal ends the wait with an AbortedError. */
export async function pause(api: JobsApi, ms: number, signal: AbortSignal | undefined): Promise<void> {
  try {
    await api.clock.sleep(ms, signal);
  } catch (cause) {
    throw signal?.aborted ? aborted(signal) : cause;
  }
}

export function aborted(signal: AbortSignal | undefined): AbortedError {
  return new AbortedError('The call was aborted.', { cause: signal?.reason });
}
