import { emitWarning } from '../runtime.js';
import type { Logger } from './log.js';

/**
 * Calls a callback of the caller's. If it throws, or if its promise rejects, that becomes one process warning
 * for each callback, however often it fails: it must neither lose a paid answer nor end the program. Every
 * callback is called through here, except the ones that a call waits for (`onPreview`, `onResumeToken`).
 */
export function tell<Args extends unknown[]>(
  callback: ((...args: Args) => unknown) | undefined,
  ...args: Args
): void {
  if (callback) watched(callback, () => callback(...args));
}

/** Calls a method of the caller's logger in the same way. */
export function log(
  logger: Logger | undefined,
  level: 'debug' | 'warn',
  message: string,
  fields: Record<string, unknown>,
): void {
  if (logger?.[level]) watched(logger, () => logger[level]?.(message, fields));
}

function watched(owner: object, call: () => unknown): void {
  try {
    const answer = call();
    if (isThenable(answer)) answer.then(undefined, (error: unknown) => warn(owner, error));
  } catch (error) {
    warn(owner, error);
  }
}

function isThenable(value: unknown): value is PromiseLike<unknown> {
  return typeof (value as { then?: unknown } | null | undefined)?.then === 'function';
}

const failed = new WeakSet<object>();

function warn(owner: object, error: unknown): void {
  if (failed.has(owner)) return;
  failed.add(owner);
  const what = error instanceof Error ? error.message : String(error);
  emitWarning(`A logger or callback failed: ${what}`, { code: 'SKIPTRACE_CALLBACK_FAILED' });
}
