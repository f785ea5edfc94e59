import { ConfigurationError, isSkipTraceError } from '../errors.js';
import { AttemptLimits, type CallScope } from './call-scope.js';
import {
  counted,
  isStreamingBody,
  parseJson,
  type RequestBody,
  type Sender,
  type StreamingBody,
  type WireAnswer,
} from './exchange.js';
import { observe, warnOfPlainHttp } from './observers.js';
import type { Operation } from './operations.js';
import type { AttemptAnswer, AttemptRequest, CallLimits, Settings } from './options.js';
import type { Outcome, ReadAnswer } from './outcome.js';

/** A call in progress: the values shared by all its attempts. */
export interface Call {
  readonly operation: Operation;
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: RequestBody | undefined;
  readonly idempotencyKey: string | undefined;
  readonly limits: CallLimits;
  readonly scope: CallScope;
  /** Whether the JSON of a 2xx answer follows the contract. An answer that doesn't is treated as if it had no JSON. */
  readonly expects?: ((json: object) => boolean) | undefined;
}

interface AttemptContext {
  readonly settings: Settings;
  readonly sender: Sender;
}

/**
 * One request and its whole answer, within the limits of an attempt. Throws only errors that the network did
 * not cause: one of middleware, or of the file to send.
 */
export async function makeAttempt(context: AttemptContext, call: Call, attempt: number): Promise<Outcome> {
  const { settings } = context;
  const { clock, middleware } = settings;
  const { method, url, body, operation } = call;
  const limits = new AttemptLimits(clock, call.scope, call.limits.timeoutMs);
  const observed = { operation: operation.id, method, url, attempt };
  const observers = observe(settings, observed);
  /** Failures of the network, to distinguish them from errors of middleware. */
  const lost: unknown[] = [];
  const onWire = (request: WirePart) =>
    exchange(context, call, request, limits).catch((cause: unknown) => {
      lost.push(cause);
      throw cause;
    });
  try {
    // A retry is marked, for readers of the server's log.
    const headers = attempt === 1 ? call.headers : { ...call.headers, 'x-retry-count': String(attempt - 1) };
    const seen = (): AttemptRequest => ({
      ...observed,
      headers,
      body: typeof body === 'string' ? body : undefined,
      get signal() {
        return limits.signal;
      },
    });
    const answered = await limits.race(
      middleware.length === 0
        ? onWire({ method, url, headers })
        : through(middleware, (request) => onWire(withKeyOf(call, request)))(seen()),
    );
    const { status, headers: answerHeaders, body: text } = answered;
    const json = parseJson(text);
    const isExpected = json === undefined ? operation.isUnknown : (call.expects?.(json) ?? true);
    const answer: ReadAnswer = { status, headers: answerHeaders, text, json, isExpected };
    observers.answered(answer);
    return { kind: 'answer', answer };
  } catch (cause) {
    const isOfNetwork = lost.includes(cause) && !isSkipTraceError(cause);
    if (limits.cutShort === undefined && !isOfNetwork) throw cause;
    const { sent, cutShort } = limits;
    observers.failed(sent);
    return { kind: 'failure', sent, cutShort, cause };
  } finally {
    limits.dispose();
  }
}

/** The parts of a request that middleware may have changed. */
type WirePart = Pick<AttemptRequest, 'method' | 'url' | 'headers'>;

/** Middleware can't give an attempt a key of its own: a retry under another key would be charged again. */
function withKeyOf({ idempotencyKey }: Call, request: WirePart): WirePart {
  if (idempotencyKey === undefined) return request;
  const others = Object.entries(request.headers).filter(([name]) => name.toLowerCase() !== 'idempotency-key');
  return { ...request, headers: { ...Object.fromEntries(others), 'idempotency-key': idempotencyKey } };
}

type SendAttempt = (request: AttemptRequest) => Promise<AttemptAnswer>;

/** The first of `middleware` is the outermost. */
function through(middleware: Settings['middleware'], send: SendAttempt): SendAttempt {
  return middleware.reduceRight<SendAttempt>((next, layer) => (request) => layer(request, next), send);
}

/** The key is added to the request here, below everything that could show it, and only for the client's own server. */
async function exchange(
  { settings: { apiKey, baseUrl }, sender }: AttemptContext,
  { operation, body }: Call,
  { method, url, headers }: WirePart,
  limits: AttemptLimits,
): Promise<AttemptAnswer> {
  const isKeyed = operation.security === 'key' && url.startsWith(`${baseUrl}/`);
  const current = isKeyed ? apiKey?.current() : undefined;
  const key = typeof current === 'object' ? await current : current;
  // The call may have ended while the key was fetched: nothing was sent, and nothing is.
  if (limits.reason) throw limits.reason;
  if (key !== undefined) warnOfPlainHttp(baseUrl);
  const answer = await sender.send({
    method,
    url,
    headers: key === undefined ? headers : { ...headers, authorization: `Bearer ${key}` },
    // For a file the timeout is the longest silence: it restarts whenever bytes move.
    body: isStreamingBody(body) ? counted(body, limits.touch) : body,
    limits,
    isText: true,
  });
  return { status: answer.status, headers: answer.headers, body: await answer.text() };
}

/** A request to an address from the server, a signed upload or download: without the key, and without retries. */
export interface SignedRequest {
  readonly method: 'GET' | 'PUT';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: StreamingBody;
  /** Number of this attempt at the file, from 1, for the log. */
  readonly attempt: number;
}

/** Sends one. The caller reads the body of the answer under the same `limits`. */
export async function sendSigned(
  { settings, sender }: AttemptContext,
  { method, body, attempt, ...request }: SignedRequest,
  limits: AttemptLimits,
): Promise<WireAnswer> {
  const { baseUrl, userAgent } = settings;
  const { href: url, origin } = fileAddress(request.url, baseUrl);
  const operation = method === 'GET' ? 'downloadFile' : 'uploadFile';
  const observers = observe(settings, { operation, method, url, attempt });
  // An earlier request of this attempt may have been redirected here.
  limits.sent = false;
  try {
    const sending = sender.send({
      method,
      url,
      // The client's own headers are only for the client's own server: they may hold a tenant's name or a token.
      headers: {
        'user-agent': userAgent,
        ...(origin === new URL(baseUrl).origin ? settings.headers : {}),
        ...request.headers,
      },
      body: body && counted(body, limits.touch),
      limits,
      isText: false,
    });
    const answer = await limits.race(sending);
    observers.answered(answer);
    return answer;
  } catch (error) {
    observers.failed(limits.sent);
    throw error;
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
