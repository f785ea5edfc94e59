import { type AnswerHeaders, headerOf } from './headers.js';

/** Takes what this package has to say. Every method is optional; `console` is a Logger. */
export interface Logger {
  debug?(message: string, fields: Record<string, unknown>): void;
  warn?(message: string, fields: Record<string, unknown>): void;
}

/** The only headers that are ever logged. Everything else (keys, cookies, what a proxy adds) stays out. */
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
  'x-request-id',
];

export function loggableHeaders(headers: AnswerHeaders): Record<string, string> {
  const shown: Record<string, string> = {};
  for (const name of loggable) {
    const value = headerOf(headers, name);
    if (value !== undefined) shown[name] = value;
  }
  return shown;
}
