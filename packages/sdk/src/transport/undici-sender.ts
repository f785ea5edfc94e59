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
      headers: request.headers,
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
  dispatcher.dispatch = (options, handler) => {
    noticeSend(options, handler);
    return dispatch(options, handler);
  };
  return dispatcher;
}

/** undici takes any iterable and asks it for no more than the socket took; its types only know of streams. */
function toUndici(body: RequestBody | undefined): NonNullable<Dispatcher.DispatchOptions['body']> | null {
  return ((isStreamingBody(body) ? body.open() : body) ?? null) as Dispatcher.DispatchOptions['body'] & {};
}

/** `URL` would do, at ten times the cost: these addresses have been through it, or were put together from such. */
function partsOf(url: string): { origin: string; path: string } {
  const slash = url.indexOf('/', url.indexOf('://') + 3);
  return { origin: url.slice(0, slash), path: url.slice(slash) };
}

/**
 * Calls the request's `onSend` (which travels as `opaque`) when its first byte goes out. undici calls `onConnect` when a
 * connected socket is about to take the request, and not before; an error without it means that the server saw nothing.
 * The handler was made by undici for this one request, so this changes nobody else's.
 */
function noticeSend(options: Dispatcher.DispatchOptions, handler: Dispatcher.DispatchHandler): void {
  const { opaque: onSend } = options as { opaque?: unknown };
  const { onConnect } = handler;
  if (typeof onSend !== 'function' || !onConnect) return;
  handler.onConnect = (abort) => {
    let aborted = false;
    onConnect.call(handler, (error) => {
      aborted = true;
      abort(error);
    });
    if (!aborted) (onSend as () => void)();
  };
}
