import { Failure } from '../failures/failure.js';
import type { Receipt } from '../money/receipt.js';

/** Statuses of a job that continues by itself. */
const GOES_ON: ReadonlySet<string> = new Set(['uploaded', 'processing', 'confirmed', 'generating']);

/** Node's timers hold a signed 32-bit number; larger ones fire at once. Some 24 days. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

export interface Deadline {
  readonly signal: AbortSignal;
  clear(): void;
}

/** `--timeout`: limit of the whole command. Timers use a clock that changes of the system clock don't affect. */
export function openDeadline(seconds: number | undefined, receipt: Receipt): Deadline {
  const controller = new AbortController();
  if (seconds === undefined) return { signal: controller.signal, clear: () => undefined };
  const end = () => controller.abort(ranOut(seconds, receipt));
  const timer = setTimeout(end, Math.min(seconds * 1000, LONGEST_TIMER_MS));
  return { signal: controller.signal, clear: () => clearTimeout(timer) };
}

function ranOut(seconds: number, receipt: Receipt): Failure {
  const message = `The command was not done within the ${seconds} s of --timeout.`;
  const { jobId, jobStatus, chargedCents } = receipt;
  // During a payment the job's status is unknown here.
  if (jobId !== undefined && GOES_ON.has(jobStatus ?? '') && chargedCents !== null) {
    return new Failure('still_running', message, {
      hint: `Job ${jobId} goes on at the service.`,
      retryable: true,
    });
  }
  return new Failure('timeout', message, { hint: 'A greater --timeout gives it longer.', retryable: true });
}
