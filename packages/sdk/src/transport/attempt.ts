import { isSkipTraceError, ConfigurationError } from '../errors.js';
import { AttemptLimits } from './call-scope.js';
import type { Call, InternalCallOptions, BegunOptions } from './call.js';
import {
  isStreamingBody,
  NotSentError,
  type Sender,
  type StreamingBody,
  parseJson,
  type WireAnswer,
} from './exchange.js';
import { type Observers, warnOfPlainHttp } from './observers.js';
import {
  type Settings,
  limitsOf,
  type AttemptAnswer,
  type AttemptRequest,
  type Middleware,
} from './options.js';
import type { Outcome, ReadAnswer } from './outcome.js';

/** Context of all attempts of a client. */
export interface AttemptContext {
  readonly settings: Settings;
  readonly sender: Sender;
  readonly observers: Observers;
}

/** The parts of a request that middleware may have changed. */
type WirePart = Pick<AttemptRequest, 'method' | 'url' | 'headers'>;

/** Marks failures of the network, to distinguish them from errors of middleware. */
class WireFailure extends Error {
  constructor(override readonly cause: unknown) {
    super('wire failure');
  }
}

/**
 * One request and its whole answer, within the limits of an attempt. Throws only errors that the network did
 * not cause: one of middleware, or of the file to send.
 */
export async function makeAttempt(context: AttemptContext, call: Call, attempt: number): Promise<Outcome> {
  const { settings, observers } = context;
  const limits = new AttemptLimits(settings.clock, call.scope, call.limits.timeoutMs);
  const startedAt = settings.clock.monotonic();
  const { method, url } = call.request;
  const observed = { operation: call.operation.id, method, url, attempt };
  let sent = false;
  const onWire = async (request: WirePart) => {
    try {
      return await exchange(context, call, request, limits, () => {
        sent = true;
      });
    } catch (cause) {
      if (!(cause instanceof NotSentError)) throw new WireFailure(cause);
      sent = false;
      throw new WireFailure(cause.cause);
    }
  };
  try {
    observers.sending(observed);
    const request = { method, url, headers: headersOf(call, attempt) };
    const { status, headers, body } = await limits.race(
      settings.middleware.length === 0
        ? onWire(request)
        : wrap(settings.middleware, onWire)(asSeenByMiddleware(call, request, attempt, limits)),
    );
    const json = parseJson(body);
    const answer: ReadAnswer = { status, headers, text: body, json, isExpected: isExpected(call, json) };
    observers.answered(observed, answer, settings.clock.monotonic() - startedAt);
    return { kind: 'answer', answer };
  } catch (error) {
    const cause = error instanceof WireFailure ? error.cause : error;
    const isOfNetwork = error instanceof WireFailure && !isSkipTraceError(cause);
    if (limits.cutShort === undefined && !isOfNetwork) throw cause;
    observers.failed(observed, sent);
    return { kind: 'failure', sent, cutShort: limits.cutShort, cause };
  } finally {
    limits.dispose();
  }
}

/** Headers of an attempt. A retry is marked, for readers of the server's log. */
function headersOf({ headers }: Call, attempt: number): Readonly<Record<string, string>> {
  return attempt === 1 ? headers : { ...headers, 'x-retry-count': String(attempt - 1) };
}

/** The first of `middleware` is the outermost. */
function wrap(
  middleware: readonly Middleware[],
  send: (request: AttemptRequest) => Promise<AttemptAnswer>,
): (request: AttemptRequest) => Promise<AttemptAnswer> {
  return middleware.reduceRight<(request: AttemptRequest) => Promise<AttemptAnswer>>(
    (next, layer) => (request) => layer(request, next),
    send,
  );
}

function asSeenByMiddleware(
  call: Call,
  request: WirePart,
  attempt: number,
  limits: AttemptLimits,
): AttemptRequest {
  const { body } = call.request;
  return {
    ...request,
    operation: call.operation.id,
    body: typeof body === 'string' ? body : undefined,
    attempt,
    get signal() {
      return limits.signal.asAbortSignal;
    },
  };
}

/** The key is added to the request here, below everything that could show it, and only for the client's own server. */
async function exchange(
  { settings: { apiKey, baseUrl }, sender }: AttemptContext,
  call: Call,
  request: WirePart,
  limits: AttemptLimits,
  onSend: () => void,
): Promise<AttemptAnswer> {
  const { body } = call.request;
  const isKeyed = call.operation.security === 'key' && request.url.startsWith(`${baseUrl}/`);
  const current = isKeyed ? apiKey?.current() : undefined;
  const key = typeof current === 'object' ? await current : current;
  if (key !== undefined) warnOfPlainHttp(baseUrl);
  const answer = await sender.send({
    method: request.method,
    url: request.url,
    headers: key === undefined ? request.headers : { ...request.headers, authorization: `Bearer ${key}` },
    body: isStreamingBody(body) ? touching(body, limits) : body,
    signal: limits.signal,
    onSend,
  });
  return { status: answer.status, headers: answer.headers, body: await answer.text() };
}

/** Restarts the silence timeout whenever bytes of a file move. */
function touching(body: StreamingBody, limits: AttemptLimits): StreamingBody {
  return {
    bytes: body.bytes,
    async *open() {
      for await (const chunk of body.open()) {
        limits.touch();
        yield chunk;
      }
    },
  };
}

function isExpected({ request, operation }: Call, json: object | undefined): boolean {
  const { expects }: InternalCallOptions = request.call;
  return json === undefined ? operation.isUnknown : (expects?.(json) ?? true);
}

/** Requests to addresses from the server, signed uploads and downloads: without the key, and without retries. */
export class SignedRequests {
  readonly #settings: Settings;
  readonly #sender: Sender;
  readonly #observers: Observers;

  constructor(settings: Settings, sender: Sender, observers: Observers) {
    this.#settings = settings;
    this.#sender = sender;
    this.#observers = observers;
  }

  /**
   * One request; `attempt` counts the tries at the same file, for the log. The caller reads the body of the
   * answer under the same `limits`.
   */
  async send(
    request: { method: string; url: string; headers: Record<string, string>; body?: StreamingBody },
    limits: AttemptLimits,
    attempt = 1,
  ): Promise<WireAnswer> {
    const { body, method } = request;
    const { clock, baseUrl, headers, userAgent } = this.#settings;
    const url = fileAddress(request.url, baseUrl);
    const observed = {
      operation: method === 'GET' ? 'downloadFile' : 'uploadFile',
      method,
      url: url.href,
      attempt,
    };
    const startedAt = clock.monotonic();
    let sent = false;
    this.#observers.sending(observed);
    try {
      const answer = await limits.race(
        this.#sender.send({
          method,
          url: url.href,
          // The client's own headers are only for the client's own server: they may hold a tenant's name or a token.
          headers: {
            'user-agent': userAgent,
            ...(url.origin === new URL(baseUrl).origin ? headers : {}),
            ...request.headers,
          },
          body: body && touching(body, limits),
          signal: limits.signal,
          onSend: () => {
            sent = true;
          },
        }),
      );
      this.#observers.answered(observed, answer, clock.monotonic() - startedAt);
      return answer;
    } catch (error) {
      this.#observers.failed(observed, sent);
      throw error;
    }
  }

  /** Limits for one request of a call. The caller disposes of them. */
  limits(options: BegunOptions): AttemptLimits {
    const { clock, limits } = this.#settings;
    return new AttemptLimits(clock, options.scope, limitsOf(options, limits).timeoutMs);
  }
}

/** @throws ConfigurationError for an address that must not be followed; the request was not sent */
function fileAddress(text: string, baseUrl: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !/^https?:$/.test(url.protocol)) {
    throw new ConfigurationError("The server gave out a file URL that isn't http or https.");
  }
  if (url.protocol === 'http:' && baseUrl.startsWith('https:')) {
    throw new ConfigurationError(
      `The server gave out a plain http file URL (${url.host}) although it is on https itself. Nothing was sent there.`,
    );
  }
  url.hash = '';
  return url;
}
