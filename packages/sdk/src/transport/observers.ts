import { emitWarning } from '../runtime.js';
import { type AnswerHeaders, type Deprecation, deprecationOf } from './headers.js';
import { loggableHeaders, log, tell } from './log.js';
import { nameOf, type OperationName } from './operations.js';
import type { RetryEvent, Settings } from './options.js';

/** One request as observers see it: an attempt of an operation, or a try at moving a file. */
export interface ObservedRequest {
  readonly operation: OperationName;
  readonly method: string;
  readonly url: string;
  /** 1 for the first. */
  readonly attempt: number;
}

/** Logs that a request begins. At its end, call `answered`, which also reports a deprecated operation, or `failed`. */
export function observe({ logger, onDeprecation, clock }: Settings, request: ObservedRequest) {
  const startedAt = clock.monotonic();
  const debug = (message: string, facts: () => object) => {
    if (logger?.debug) log(logger, 'debug', message, { ...fieldsOf(request), ...facts() });
  };
  debug('request', () => ({}));
  return {
    answered({ status, headers }: { status: number; headers: AnswerHeaders }): void {
      const deprecation = deprecationOf(request.operation, headers, clock.now());
      if (deprecation) {
        warnOfDeprecation(deprecation);
        tell(onDeprecation, deprecation);
      }
      const durationMs = clock.monotonic() - startedAt;
      debug('answer', () => ({ status, durationMs, headers: loggableHeaders(headers) }));
    },
    failed(sent: boolean): void {
      debug('attempt failed', () => ({ sent }));
    },
  };
}

/** Called before a wait that another attempt follows. */
export function reportRetry({ logger, onRetry }: Settings, event: RetryEvent): void {
  const { operation, attempt, waitMs, error } = event;
  const { code, status } = error;
  log(logger, 'warn', 'trying again', { operation, attempt, waitMs, code, status });
  tell(onRetry, event);
}

/** Without the query, which holds the signature of a file's address. */
function fieldsOf({ operation, method, url, attempt }: ObservedRequest): Record<string, unknown> {
  const { host, pathname } = new URL(url);
  return { operation, attempt, method, host, path: pathname };
}

const lookedAt = new Set<string>();

/** Warns once per service: anyone on the network path can read and use a key that is sent over plain http. */
export function warnOfPlainHttp(baseUrl: string): void {
  if (lookedAt.has(baseUrl)) return;
  lookedAt.add(baseUrl);
  const { protocol, hostname, host } = new URL(baseUrl);
  const isLoopback = /^(?:(?:.*\.)?localhost|\[::1\]|127\.[\d.]+)$/.test(hostname);
  if (protocol !== 'http:' || isLoopback) return;
  emitWarning(`Your API key is sent to ${host} over plain http, where others can read it. Use https.`, {
    code: 'SKIPTRACE_KEY_OVER_HTTP',
  });
}

const warnedOf = new Set<OperationName>();

/** One process warning per operation, however many clients and calls there are. */
function warnOfDeprecation({ operation, sunsetAt, link }: Deprecation): void {
  if (warnedOf.has(operation)) return;
  warnedOf.add(operation);
  const when = sunsetAt ? ` and stops working on ${sunsetAt.toISOString().slice(0, 10)}` : '';
  emitWarning(`The ${nameOf(operation)} endpoint is deprecated${when}.${link ? ` See ${link}` : ''}`, {
    type: 'DeprecationWarning',
    code: 'SKIPTRACE_DEPRECATED_OPERATION',
  });
}
