import { emitWarning } from '../runtime.js';

/**
 * Calls a callback of the caller's. What it throws, or what a promise it answers rejects with, becomes a warning of the
 * process: it must neither cost an answer that was paid for nor end the program. Every callback is called through here,
 * except those that a call waits for (`onPreview`, `onResumeToken`).
 */
export function tell<Args extends unknown[]>(
  callback: ((...args: Args) => unknown) | undefined,
  ...args: Args
): void {
  if (!callback) return;
  try {
    const answer: unknown = callback(...args);
    if (isThenable(answer)) answer.then(undefined, warn);
  } catch (error) {
    warn(error);
  }
}

function isThenable(value: unknown): value is PromiseLike<unknown> {
  return typeof (value as { then?: unknown } | null | undefined)?.then === 'function';
}

function warn(error: unknown): void {
  const what = error instanceof Error ? error.message : String(error);
  emitWarning(`A logger or callback failed: ${what}`, { code: 'SKIPTRACE_CALLBACK_FAILED' });
}
