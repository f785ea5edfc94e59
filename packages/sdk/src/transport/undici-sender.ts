import { Readable } from 'node:stream';

import type { Dispatcher } from 'undici';

import {
  isStreamingBody,
  type RequestBody,
  type Sender,
  type WireAnswer,
  type WireRequest,
} from './exchange.js';
import { readText } from './read-text.js';

export interface UndiciSenderOptions {
  /** Take HTTP_PROXY, HTTPS_PROXY and NO_PROXY into account. */
  proxyFromEnvironment: boolean;
}

/** Sockets to one host at most; further requests queue, and one that times out in the queue was never sent. */
const maxConnections = 128;
const connectTimeoutMs = 10_000;

/** Sends with undici's `request` through an agent of its own, both loaded when the first request is made. */
export class UndiciSender implements Sender {
  readonly #options: UndiciSenderOptions;
  #dispatcher: Promise<Dispatcher> | undefined;

  constructor(options: UndiciSenderOptions) {
    this.#options = options;
  }

  async send(request: WireRequest): Promise<WireAnswer> {
    this.#dispatcher ??= openDispatcher(this.#options);
    const dispatcher = await this.#dispatcher;
    const { origin, path } = partsOf(request.url);
    const { statusCode, headers, body } = await dispatcher.request<() => void>({
      origin,
      path,
      method: request.method as Dispatcher.HttpMethod,
      headers: withLength(request.headers, request.body),
      body: toUndici(request.body),
      signal: request.signal,
      opaque: request.onSend,
      // The attempt's own limits cover headers and body; undici's would only add a second opinion.
      headersTimeout: 0,
      bodyTimeout: 0,
    });
    return {
      status: statusCode,
      headers,
      text: () => readText(body, headers['content-length']),
      stream: () => body,
      discard: () => void body.on('error', () => {}).destroy(),
    };
  }

  async close(): Promise<void> {
    const dispatcher = await this.#dispatcher?.catch(() => undefined);
    this.#dispatcher = undefined;
    await dispatcher?.destroy();
  }
}

async function openDispatcher({ proxyFromEnvironment }: UndiciSenderOptions): Promise<Dispatcher> {
  const { Agent, EnvHttpProxyAgent } = await import('undici');
  const settings = { connections: maxConnections, connect: { timeout: connectTimeoutMs } };
  const dispatcher = proxyFromEnvironment ? new EnvHttpProxyAgent(settings) : new Agent(settings);
  const dispatch = dispatcher.dispatch.bind(dispatcher);
  dispatcher.dispatch = (options, handler) => dispatch(options, noticeSend(options, handler));
  return dispatcher;
}

/** `URL` would do, at ten times the cost: these addresses have been through it, or were put together from such. */
function partsOf(url: string): { origin: string; path: string } {
  const slash = url.indexOf('/', url.indexOf('://') + 3);
  return { origin: url.slice(0, slash), path: url.slice(slash) };
}

/** Tells the request (through `opaque`) when its first byte goes out. */
function noticeSend(
  { opaque }: Dispatcher.DispatchOptions & { opaque?: unknown },
  handler: Dispatcher.DispatchHandler,
): Dispatcher.DispatchHandler {
  return typeof opaque === 'function' ? new SendNotice(handler, opaque as () => void) : handler;
}

/**
 * undici calls `onConnect` when a connected socket is about to take the request, and not before; an error without it
 * means that the server saw nothing. Everything else passes through.
 */
class SendNotice implements Dispatcher.DispatchHandler {
  readonly #handler: Dispatcher.DispatchHandler;
  readonly #onSend: () => void;

  constructor(handler: Dispatcher.DispatchHandler, onSend: () => void) {
    this.#handler = handler;
    this.#onSend = onSend;
  }

  onConnect(abort: (error?: Error) => void): void {
    let aborted = false;
    this.#handler.onConnect?.((error) => {
      aborted = true;
      abort(error);
    });
    if (!aborted) this.#onSend();
  }

  onHeaders(status: number, headers: Buffer[], resume: () => void, statusText: string): boolean {
    return this.#handler.onHeaders?.(status, headers, resume, statusText) ?? true;
  }

  onData(chunk: Buffer): boolean {
    return this.#handler.onData?.(chunk) ?? true;
  }

  onComplete(trailers: string[] | null): void {
    this.#handler.onComplete?.(trailers);
  }

  onError(error: Error): void {
    this.#handler.onError?.(error);
  }
}

function withLength(
  headers: Readonly<Record<string, string>>,
  body: RequestBody | undefined,
): Record<string, string> {
  return isStreamingBody(body) ? { ...headers, 'content-length': String(body.bytes) } : headers;
}

function toUndici(body: RequestBody | undefined): NonNullable<Dispatcher.DispatchOptions['body']> | null {
  if (body === undefined) return null;
  if (isStreamingBody(body)) return Readable.from(body.open(), { objectMode: false });
  return body as Exclude<RequestBody, { open(): unknown } | FormData>;
}
