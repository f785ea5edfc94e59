import { ConfigurationError } from '../errors.js';
import { writeError, emitWarning } from '../runtime.js';
import { messageOf } from '../units.js';
import { type AnswerHeaders, headerOf } from './headers.js';

/** Receives this package's log messages. Every method is optional; `console` is a Logger. */
export interface Logger {
  debug?(message: string, fields: Record<string, unknown>): void;
  warn?(message: string, fields: Record<string, unknown>): void;
}

/** `debug`: every attempt. `warn`: failures that are retried. */
export type LogLevel = 'debug' | 'warn' | 'off';

/** A logger that takes the fields first, as pino and bunyan do. */
export interface FieldsFirstLogger {
  debug(fields: object, message: string): void;
  warn(fields: object, message: string): void;
}

/** Turns a logger like pino into one of this package's. `new SkipTrace({ logger: fieldsFirst(pino()) })`. */
export function fieldsFirst(logger: FieldsFirstLogger): Logger {
  return {
    debug: (message, fields) => logger.debug(fields, message),
    warn: (message, fields) => logger.warn(fields, message),
  };
}

/** Lines on standard error: standard output belongs to the program. */
const toStandardError: Required<Logger> = {
  debug: (message, fields) => writeError(`skiptrace debug ${message} ${JSON.stringify(fields)}`),
  warn: (message, fields) => writeError(`skiptrace warn ${message} ${JSON.stringify(fields)}`),
};

/** The logger at a level; without a logger, standard error if a level was asked for. */
export function loggerFor(given: Logger | undefined, level: string | undefined): Logger | undefined {
  const logger = given ?? (level === undefined || level === '' ? undefined : toStandardError);
  switch (level) {
    case undefined:
    case '':
    case 'debug':
      return logger;
    case 'warn':
      return logger && { warn: (message, fields) => logger.warn?.(message, fields) };
    case 'off':
      return undefined;
    default:
      throw new ConfigurationError('logLevel (SKIPTRACE_LOG) must be debug, warn or off.');
  }
}

/** The only headers that are ever logged. All others (keys, cookies, headers added by a proxy) stay out. */
const loggable = [
  'content-length',
  'content-type',
  'date',
  'deprecation',
  'idempotency-replayed',
  'link',
  'ratelimit-limit',
  'ratelimit-remaining',
  'ratelimit-reset',
  'retry-after',
  'sunset',
  'x-error-code',
  'x-request-id',
];

export function loggableHeaders(headers: AnswerHeaders): object {
  const shown = loggable.map((name) => [name, headerOf(headers, name)] as const);
  return Object.fromEntries(shown.filter(([, value]) => value !== undefined));
}

/**
 * Calls a callback that the caller passed in. If it throws, or if its promise rejects, one process warning says so
 * for each callback, however often it fails: a failure must neither lose a paid answer nor end the program. Every
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
  ...said: [message: string, fields: Record<string, unknown>]
): void {
  if (logger?.[level]) watched(logger, () => logger[level]?.(...said));
}

/** Callbacks and loggers that have failed. */
const failed = new WeakSet<object>();

function watched(owner: object, call: () => unknown): void {
  const called = async () => void (await call());
  called().catch((error: unknown) => {
    if (failed.has(owner)) return;
    failed.add(owner);
    emitWarning(`A logger or callback failed: ${messageOf(error)}`, { code: 'SKIPTRACE_CALLBACK_FAILED' });
  });
}
