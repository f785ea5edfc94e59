import type { OperationId } from '@skiptrace/contract';

import { type Clock, systemClock } from './clock.js';
import { ConfigurationError, type SkipTraceError } from './errors/index.js';
import type { Deprecation } from './transport/deprecation.js';
import type { Logger } from './transport/log.js';
import type { Middleware } from './transport/middleware.js';

/** Options of one call; each overrides the client's. */
export interface CallOptions {
  /** Longest an attempt may take, headers and body; for file transfers the longest silence. Default 30,000. */
  timeoutMs?: number | undefined;
  /** Longest the call may take, all attempts and waits together. Default: no limit. */
  deadlineMs?: number | undefined;
  /** A `Retry-After` longer than this is not waited for: the call throws `RateLimitError` with `retryAt`. Default 60,000. */
  maxRetryAfterMs?: number | undefined;
  /** Attempts after the first, where sending again is harmless. Default 4. */
  maxRetries?: number | undefined;
  /** Interrupts waiting, sending and reading. */
  signal?: AbortSignal | undefined;
  /** 1–255 visible ASCII characters; the same for all attempts. Default: a random UUID per call. */
  idempotencyKey?: string | undefined;
}

/** Told before a call waits to be sent again. */
export interface RetryEvent {
  operation: OperationId;
  /** Attempts made so far. */
  attempt: number;
  waitMs: number;
  /** Why: what this attempt would have thrown. */
  error: SkipTraceError;
}

export interface ClientOptions extends Omit<CallOptions, 'signal' | 'idempotencyKey'> {
  /** Starts with `pc_`. Default: the environment variable SKIPTRACE_API_KEY. */
  apiKey?: string | undefined;
  /** Default: the environment variable SKIPTRACE_BASE_URL, else http://127.0.0.1:3000. */
  baseUrl?: string | undefined;
  /** Your own `fetch` instead of undici's `request`, for tests with msw or for other runtimes. */
  fetch?: typeof fetch | undefined;
  /** Take HTTP_PROXY, HTTPS_PROXY and NO_PROXY into account. Default false. */
  proxyFromEnvironment?: boolean | undefined;
  /** Wraps every attempt, the first outermost. Sees no API key. */
  middleware?: readonly Middleware[] | undefined;
  onRetry?: ((event: RetryEvent) => void) | undefined;
  /** Told when an answer announces that an operation will be retired. */
  onDeprecation?: ((deprecation: Deprecation) => void) | undefined;
  logger?: Logger | undefined;
  /** For tests: see `@skiptrace/sdk/testing`. */
  clock?: Clock | undefined;
}

/** Limits of a call after defaults. */
export interface CallLimits {
  timeoutMs: number;
  deadlineMs: number;
  maxRetryAfterMs: number;
  maxRetries: number;
}

/** What a client was configured with, checked. */
export interface Settings {
  apiKey: string | undefined;
  /** Without a trailing slash. */
  baseUrl: string;
  clock: Clock;
  limits: CallLimits;
  middleware: readonly Middleware[];
  onRetry: ((event: RetryEvent) => void) | undefined;
  onDeprecation: ((deprecation: Deprecation) => void) | undefined;
  logger: Logger | undefined;
}

const defaultBaseUrl = 'http://127.0.0.1:3000';

const defaultLimits: CallLimits = {
  timeoutMs: 30_000,
  deadlineMs: Infinity,
  maxRetryAfterMs: 60_000,
  maxRetries: 4,
};

/** Explicit options win over the environment; what is given and empty is a mistake, not an absence. */
export function settingsFrom(options: ClientOptions, env: NodeJS.ProcessEnv): Settings {
  return {
    apiKey: checkedKey(options.apiKey ?? env['SKIPTRACE_API_KEY']),
    baseUrl: checkedBaseUrl(options.baseUrl ?? env['SKIPTRACE_BASE_URL'] ?? defaultBaseUrl),
    clock: options.clock ?? systemClock,
    limits: limitsOf(options, defaultLimits),
    middleware: options.middleware ?? [],
    onRetry: options.onRetry,
    onDeprecation: options.onDeprecation,
    logger: options.logger,
  };
}

/** The limits of a call: its own options, then the client's. */
export function limitsOf(options: CallOptions, defaults: CallLimits): CallLimits {
  return {
    timeoutMs: atLeast(1, 'timeoutMs', options.timeoutMs ?? defaults.timeoutMs),
    deadlineMs: atLeast(1, 'deadlineMs', options.deadlineMs ?? defaults.deadlineMs),
    maxRetryAfterMs: atLeast(0, 'maxRetryAfterMs', options.maxRetryAfterMs ?? defaults.maxRetryAfterMs),
    maxRetries: atLeast(0, 'maxRetries', options.maxRetries ?? defaults.maxRetries),
  };
}

export function checkedIdempotencyKey(key: string): string {
  if (!/^[\x21-\x7e]{1,255}$/.test(key)) {
    throw new ConfigurationError('idempotencyKey must be 1 to 255 visible ASCII characters');
  }
  return key;
}

export function atLeast(minimum: number, name: string, value: number): number {
  if (!(value >= minimum)) throw new ConfigurationError(`${name} must be a number of at least ${minimum}`);
  return value;
}

function checkedKey(key: string | undefined): string | undefined {
  if (key === undefined) return undefined;
  // A key with a line break would end the header; one with spaces was pasted wrongly. The key itself is never shown.
  if (!/^[\x21-\x7e]+$/.test(key)) {
    throw new ConfigurationError(
      key === ''
        ? 'The API key is empty: pass apiKey, or set SKIPTRACE_API_KEY'
        : 'The API key holds spaces or characters that no key has',
    );
  }
  return key;
}

function checkedBaseUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password || url.search || url.hash) {
    throw new ConfigurationError(
      'baseUrl must be an http or https URL without credentials, query and fragment, such as http://127.0.0.1:3000',
    );
  }
  return url.href.replace(/\/+$/, '');
}
