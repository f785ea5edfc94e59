import type { Dispatcher } from 'undici';
import { ConfigurationError } from '../errors.js';
import {
  isStreamingBody,
  type RequestBody,
  type Sender,
  type WireAnswer,
  type WireRequest,
  ForeignAnswerError,
  isForeignEcho,
  readText,
} from './exchange.js';
import type { UndiciDispatcher } from './options.js';

/** Sends with the `request` of an undici dispatcher. The code that created the dispatcher closes it. */
export class UndiciSender implements Sender {
  readonly #dispatcher: Dispatcher;
  readonly #noticing: Pick<Dispatcher, 'dispatch'>;
  readonly #isOurVersion: boolean;

  /**
   * @param isOurVersion true for the undici version that this package depends on, which needs less than a
   * real AbortSignal; others may need one
   */
  constructor(dispatcher: UndiciDispatcher, { isOurVersion }: { isOurVersion: boolean }) {
    this.#dispatcher = dispatcher as Dispatcher;
    this.#isOurVersion = isOurVersion;
    this.#noticing = {
      dispatch: (options, handler) => {
        noticeSend(options, handler);
        refuseForeign(options, handler);
        return this.#dispatcher.dispatch(options, handler);
      },
    };
  }

  async send(request: WireRequest): Promise<WireAnswer> {
    let answer: Dispatcher.ResponseData;
    let sent = false;
    const onSend = () => {
      sent = true;
      request.onSend();
    };
    try {
      answer = await this.#request(request, onSend);
    } catch (error) {
      throw withRefusalExplained(error, sent);
    }
    const { statusCode, headers, body } = answer;
    return {
      status: statusCode,
      headers,
      text: () => readText(body, headers['content-length']),
      stream: () => body,
      discard: () => void body.on('error', () => {}).destroy(),
    };
  }

  close(): Promise<void> {
    return Promise.resolve();
  }

  /** undici's `request` passes its handler to the `dispatch` of the object it is called on: here `#noticing`, which watches that handler. */
  #request(request: WireRequest, onSend: () => void): Promise<Dispatcher.ResponseData> {
    const { origin, path } = partsOf(request.url);
    return this.#dispatcher.request.call<Dispatcher, [Dispatcher.RequestOptions<() => void>], unknown>(
      this.#noticing as Dispatcher,
      {
        origin,
        path,
        method: request.method,
        headers: request.headers,
        body: toUndici(request.body),
        signal: this.#isOurVersion ? request.signal : request.signal.asAbortSignal,
        opaque: onSend,
        // The attempt's own limits cover headers and body; undici's are not needed.
        headersTimeout: 0,
        bodyTimeout: 0,
      },
    ) as Promise<Dispatcher.ResponseData>;
  }
}

/** undici accepts any iterable and reads no more than the socket took; its types only know streams. */
function toUndici(body: RequestBody | undefined): NonNullable<Dispatcher.DispatchOptions['body']> | null {
  return ((isStreamingBody(body) ? body.open() : body) ?? null) as Dispatcher.DispatchOptions['body'] & {};
}

/** `URL` would work at ten times the cost: these addresses were already parsed by it, or built from parsed ones. */
function partsOf(url: string): { origin: string; path: string } {
  const slash = url.indexOf('/', url.indexOf('://') + 3);
  return { origin: url.slice(0, slash), path: url.slice(slash) };
}

/**
 * Turns a refusal by undici into a ConfigurationError, because each attempt would be refused. undici reports it as
 * UND_ERR_INVALID_ARG or a TypeError, and no network failure is a TypeError.
 */
function withRefusalExplained(cause: unknown, sent: boolean): unknown {
  const isRefused = (cause as { code?: unknown } | null)?.code === 'UND_ERR_INVALID_ARG';
  if (sent || !(isRefused || cause instanceof TypeError)) return cause;
  return new ConfigurationError(`Can't send the request: ${(cause as Error).message}`, { cause });
}

/**
 * Calls the request's `onSend` (passed as `opaque`) when its first byte is sent. undici calls `onRequestStart` (`onConnect`
 * up to version 7) when a connected socket is about to take the request, and not before; an error without it means that the
 * server saw nothing. undici made the handler for this one request, so no other request is affected.
 */
function noticeSend(options: Dispatcher.DispatchOptions, handler: Dispatcher.DispatchHandler): void {
  const { opaque: onSend } = options as { opaque?: unknown };
  if (typeof onSend !== 'function') return;
  const { onConnect, onRequestStart } = handler;
  if (onConnect) {
    handler.onConnect = (abort) => {
      let aborted = false;
      onConnect.call(handler, (error) => {
        aborted = true;
        abort(error);
      });
      if (!aborted) (onSend as () => void)();
    };
  } else if (onRequestStart) {
    handler.onRequestStart = (controller, context) => {
      onRequestStart.call(handler, controller, context);
      if (!controller.aborted) (onSend as () => void)();
    };
  } else {
    // A handler without that callback: as with `fetch`, any failed request may have been sent.
    (onSend as () => void)();
  }
}

/**
 * Refuses an answer that belongs to another request, as soon as its headers are read: only while the request
 * is running can its socket be closed, and the next answer on that socket would be another request's as well.
 */
function refuseForeign(options: Dispatcher.DispatchOptions, handler: Dispatcher.DispatchHandler): void {
  const sent = options.headers as Readonly<Record<string, string>>;
  const { onConnect, onHeaders, onResponseStart } = handler;
  if (onConnect && onHeaders) {
    let abort: (error?: Error) => void = () => {};
    handler.onConnect = (abortRequest) => {
      abort = abortRequest;
      onConnect.call(handler, abortRequest);
    };
    handler.onHeaders = (status, headers, ...rest) => {
      if (!echoesIn(headers).some((echo) => isForeignEcho(sent, echo)))
        return onHeaders.call(handler, status, headers, ...rest);
      abort(new ForeignAnswerError());
      return false;
    };
  } else if (onResponseStart) {
    handler.onResponseStart = (controller, status, headers, ...rest) => {
      const echoes = [headers['idempotency-key'] ?? []].flat();
      if (!echoes.some((echo) => isForeignEcho(sent, echo)))
        return onResponseStart.call(handler, controller, status, headers, ...rest);
      controller.abort(new ForeignAnswerError());
    };
  }
}

/** The values of Idempotency-Key among headers as undici 6 and 7 read them: names and values in turn. */
function echoesIn(headers: readonly Buffer[]): string[] {
  const name = 'idempotency-key';
  return headers.flatMap((each, at) => {
    const isEcho = at % 2 === 0 && each.length === name.length && each.toString().toLowerCase() === name;
    const value = isEcho ? headers[at + 1] : undefined;
    return value === undefined ? [] : [value.toString('latin1')];
  });
}
