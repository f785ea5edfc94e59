import { checkOptions, type OptionKinds } from '../check-options.js';
import { type Clock, systemClock } from '../clock.js';
import { ConfigurationError, type SkipTraceError } from '../errors.js';
import { type AppInfo, userAgent } from '../runtime.js';
import type { AnswerHeaders, Deprecation } from './headers.js';
import { type Logger, type LogLevel, loggerFor } from './log.js';
import type { OperationName } from './operations.js';

/** Options of one call; each overrides the client's. */
export interface CallOptions {
  /** Longest time for one attempt, headers and body; for file transfers the longest silence. Default 30,000. */
  timeoutMs?: number | undefined;
  /**
   * Longest time for the whole call, with all attempts and waits. Default: no limit. A server that was never
   * reached is then tried until the deadline instead of 2 s.
   */
  deadlineMs?: number | undefined;
  /** A longer `Retry-After` throws `RateLimitError` with `retryAt` instead of waiting. Default 60,000. */
  maxRetryAfterMs?: number | undefined;
  /** Attempts after the first, if a retry is harmless. Default 4. */
  maxRetries?: number | undefined;
  /**
   * Aborts waiting, sending and reading. A lookup that was already sent may be charged, so it ends with
   * `UnknownOutcomeError`, not `AbortedError`; `AbortSignal.timeout(…)` too.
   */
  signal?: AbortSignal | undefined;
  /** 1–255 visible ASCII characters, the same for all attempts. Default: a random UUID per call. */
  idempotencyKey?: string | undefined;
  /** Additional headers, sent only to the client's own server. They override the client's. */
  headers?: HeaderValues | undefined;
}

export const callOptions: OptionKinds<CallOptions> = {
  timeoutMs: 'number',
  deadlineMs: 'number',
  maxRetryAfterMs: 'number',
  maxRetries: 'number',
  signal: 'signal',
  idempotencyKey: 'string',
  headers: 'object',
};

/** Header names and their values; undefined removes the client's own header of that name. */
export type HeaderValues = Readonly<Record<string, string | undefined>>;

/** Passed to `onRetry` before a call waits to be sent again. */
export interface RetryEvent {
  operation: OperationName;
  /** Attempts made so far. */
  attempt: number;
  waitMs: number;
  /** Reason: the error that this attempt would have thrown. */
  error: SkipTraceError;
}

/** One attempt as middleware sees it. The API key is added later, so it cannot be logged by mistake. */
export interface AttemptRequest {
  readonly operation: OperationName;
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** The JSON body; undefined without a body or if it is a file. Changing it has no effect. */
  readonly body: string | undefined;
  /** 1 for the first attempt. */
  readonly attempt: number;
  readonly signal: AbortSignal;
}

export interface AttemptAnswer {
  readonly status: number;
  readonly headers: AnswerHeaders;
  readonly body: string;
}

/**
 * Runs around every attempt of an operation, inside retries; files sent to and from a signed address bypass
 * it. Call `next` once, with the request or a copy with other headers, and return its result. The call's Idempotency-Key is sent
 * whatever middleware makes of it. An error that middleware throws ends the call and is thrown unchanged.
 *
 * @example
 * const timing: Middleware = async (request, next) => {
 *   const start = performance.now();
 *   const answer = await next(request);
 *   console.log(request.operation, answer.status, performance.now() - start);
 *   return answer;
 * };
 */
export type Middleware = (
  request: AttemptRequest,
  next: (request: AttemptRequest) => Promise<AttemptAnswer>,
) => Promise<AttemptAnswer>;

export interface ClientOptions extends Omit<CallOptions, 'signal' | 'idempotencyKey'> {
  /**
   * Starts with `pc_`. A function is called for every attempt, so that a key can be replaced while the
   * program runs. Default: the environment variable SKIPTRACE_API_KEY.
   */
  apiKey?: string | (() => string | Promise<string>) | undefined;
  /** Default: the environment variable SKIPTRACE_BASE_URL, else http://127.0.0.1:3000. */
  baseUrl?: string | undefined;
  /**
   * Your own `fetch` instead of undici's `request`, for edge runtimes and msw. It can't tell whether a request was sent, so it must send
   * each request once: one that retries by itself may be charged for what it reports as unsent.
   */
  fetch?: typeof fetch | undefined;
  /**
   * Your own undici `Agent`, `ProxyAgent`, `MockAgent` …, for a CA, a client certificate or a proxy. It stays yours:
   * `close()` does not close it.
   */
  dispatcher?: UndiciDispatcher | undefined;
  /** Use HTTP_PROXY, HTTPS_PROXY and NO_PROXY. Default false. */
  proxyFromEnvironment?: boolean | undefined;
  /** Wraps every attempt, the first outermost. Never sees the API key. */
  middleware?: readonly Middleware[] | undefined;
  onRetry?: ((event: RetryEvent) => void) | undefined;
  /** Called when an answer announces that an operation will be retired. */
  onDeprecation?: ((deprecation: Deprecation) => void) | undefined;
  /** Receives messages of `logLevel` and above. Default: none, or standard error if SKIPTRACE_LOG is set. */
  logger?: Logger | undefined;
  /** Default: the environment variable SKIPTRACE_LOG, else `debug`: the logger decides. */
  logLevel?: LogLevel | undefined;
  /** Your program, added to the User-Agent. */
  appInfo?: AppInfo | undefined;
  /** For tests: see `@skiptrace/sdk/testing`. */
  clock?: Clock | undefined;
}

/**
 * An undici dispatcher of any version: `Agent`, `Pool`, `ProxyAgent`, `MockAgent`. Described by the methods
 * that are called, so that a program's undici may be another version than this package's.
 */
export interface UndiciDispatcher {
  dispatch(options: object, handler: object): boolean;
  request(options: object): Promise<unknown>;
}

export function isDispatcher(value: unknown): value is UndiciDispatcher {
  const { dispatch, request } = (value ?? {}) as Partial<UndiciDispatcher>;
  return typeof dispatch === 'function' && typeof request === 'function';
}

/** Limits of a call after defaults. */
export type CallLimits = Record<'timeoutMs' | 'deadlineMs' | 'maxRetryAfterMs' | 'maxRetries', number>;

/** A client's configuration, checked. */
export interface Settings extends Pick<ClientOptions, 'onRetry' | 'onDeprecation' | 'logger'> {
  apiKey: ApiKey | undefined;
  /** Headers of every request to the client's own server, lower-case. */
  headers: Readonly<Record<string, string>>;
  userAgent: string;
  /** Without a trailing slash. */
  baseUrl: string;
  clock: Clock;
  limits: CallLimits;
  middleware: readonly Middleware[];
}

const { signal: _signal, idempotencyKey: _idempotencyKey, ...shared } = callOptions;

const clientOptions: OptionKinds<ClientOptions> = {
  ...shared,
  apiKey: 'special',
  baseUrl: 'string',
  fetch: 'function',
  dispatcher: 'special',
  proxyFromEnvironment: 'boolean',
  middleware: 'special',
  onRetry: 'function',
  onDeprecation: 'function',
  logger: 'special',
  logLevel: 'special',
  appInfo: 'object',
  clock: 'special',
};

const KEY_VARIABLE = 'SKIPTRACE_API_KEY';
const URL_VARIABLE = 'SKIPTRACE_BASE_URL';

const defaultBaseUrl = 'http://127.0.0.1:3000';

const defaultLimits: CallLimits = {
  timeoutMs: 30_000,
  deadlineMs: Infinity,
  maxRetryAfterMs: 60_000,
  maxRetries: 4,
};

/** Explicit options win over the environment. An empty option is an error; an empty variable counts as not set. */
export function settingsFrom(
  options: ClientOptions,
  env: Readonly<Record<string, string | undefined>>,
): Settings {
  checkOptions('SkipTrace', options, clientOptions);
  checkSpecial(options);
  const apiKey = options.apiKey ?? (env[KEY_VARIABLE] || undefined);
  const urlVariable = env[URL_VARIABLE] || undefined;
  const urlFrom = options.baseUrl === undefined && urlVariable !== undefined ? URL_VARIABLE : 'baseUrl';
  return {
    apiKey: apiKey === undefined ? undefined : apiKeyOf(apiKey),
    headers: withHeaders({}, options.headers),
    userAgent: userAgent(options.appInfo),
    baseUrl: checkedBaseUrl(options.baseUrl ?? urlVariable ?? defaultBaseUrl, urlFrom),
    clock: options.clock ?? systemClock,
    limits: limitsOf(options, defaultLimits),
    middleware: options.middleware ?? [],
    onRetry: options.onRetry,
    onDeprecation: options.onDeprecation,
    logger: loggerFor(options.logger, options.logLevel ?? env['SKIPTRACE_LOG']),
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
    throw new ConfigurationError('idempotencyKey must be 1 to 255 visible ASCII characters.');
  }
  return key;
}

export function atLeast(minimum: number, name: string, value: number): number {
  if (!(value >= minimum)) throw new ConfigurationError(`${name} must be a number, ${minimum} or more.`);
  return value;
}

/**
 * Headers with others added or replaced, all names in lower case.
 *
 * @throws ConfigurationError for an invalid name or value, and for headers that this package sets itself
 */
export function withHeaders(
  below: Readonly<Record<string, string>>,
  above: HeaderValues | undefined,
): Readonly<Record<string, string>> {
  if (!above) return below;
  const headers = { ...below };
  for (const [given, value] of Object.entries(above)) {
    const name = given.toLowerCase();
    if (!/^[!#$%&'*+.^_`|~0-9a-z-]+$/.test(name) || ownHeaders.has(name)) {
      throw new ConfigurationError(`headers: ${JSON.stringify(given)} can't be set here.`);
    }
    if (value === undefined) Reflect.deleteProperty(headers, name);
    else if (typeof value === 'string' && /^[\t\x20-\x7e]*$/.test(value)) headers[name] = value;
    else
      throw new ConfigurationError(
        `headers: the value of ${name} must be a string of visible ASCII characters.`,
      );
  }
  return headers;
}

/** Headers set by this package or by the connection: another value would break the request, or reveal the key. */
const ownHeaders: ReadonlySet<string> = new Set([
  'authorization',
  'connection',
  'content-length',
  'expect',
  'host',
  'idempotency-key',
  'transfer-encoding',
  'upgrade',
]);

function checkSpecial({ fetch, dispatcher, proxyFromEnvironment, middleware = [] }: ClientOptions): void {
  if (dispatcher !== undefined && !isDispatcher(dispatcher))
    throw new ConfigurationError('dispatcher must be an undici dispatcher, such as new Agent().');
  const senders = [fetch, dispatcher, proxyFromEnvironment || undefined];
  if (senders.filter((given) => given !== undefined).length > 1)
    throw new ConfigurationError('Pass only one of fetch, dispatcher and proxyFromEnvironment.');
  if (!Array.isArray(middleware) || middleware.some((each) => typeof each !== 'function'))
    throw new ConfigurationError('middleware must be an array of functions.');
}

/** @param from what named it, for the message */
function checkedBaseUrl(text: string, from: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password || url.search || url.hash) {
    throw new ConfigurationError(
      `${from} must be an http or https URL without credentials, query or fragment, such as http://127.0.0.1:3000.`,
    );
  }
  const baseUrl = url.href.replace(/(?<!\/)\/+$/, '');
  // A path copied from a browser: everything below it answers with a page.
  if (/\/app\/*$/.test(url.pathname))
    throw new ConfigurationError(
      `${from} is the web app's address. The service is at ${baseUrl.replace(/\/app$/, '')} (without /app).`,
    );
  return baseUrl;
}

/** The client's key, or the function that supplies it. Keeps the key out of everything that could print it. */
export type ApiKey = ReturnType<typeof apiKeyOf>;

function apiKeyOf(source: string | (() => string | Promise<string>)) {
  let latest = typeof source === 'function' ? undefined : checked(source);
  const ask = async (supply: () => string | Promise<string>): Promise<string> => {
    try {
      return (latest = checked(await supply()));
    } catch (cause) {
      if (cause instanceof ConfigurationError) throw cause;
      throw new ConfigurationError('The apiKey function failed. Nothing was sent.', { cause });
    }
  };
  return {
    /** Identity of the key, for comparing two clients. Never print it. */
    source: (): unknown => source,
    /** The key of the next attempt. @throws ConfigurationError if the function fails or returns no key */
    current: () => (typeof source === 'function' ? ask(source) : source),
    /** The text without the key last used, which an answer may have echoed. */
    redact: (text: string) => (latest === undefined ? text : text.replaceAll(latest, '[API key]')),
  };
}

/** A key with a line break would end the header; one with spaces was pasted wrongly. The key itself is never shown. */
function checked(key: unknown): string {
  if (typeof key === 'string' && /^[\x21-\x7e]+$/.test(key)) return key;
  throw new ConfigurationError(
    key === ''
      ? `The API key is empty. Pass apiKey or set ${KEY_VARIABLE}.`
      : "The API key contains spaces or other characters that keys don't have.",
  );
}
