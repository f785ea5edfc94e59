import type { buildConnector, Dispatcher } from 'undici';
import { ConfigurationError } from '../errors.js';
import { environment } from '../runtime.js';
import {
  ForeignAnswerError,
  isForeign,
  isStreamingBody,
  maxAnswerBytes,
  readCounted,
  type Sender,
  tooLarge,
  type WireAnswer,
  type WireRequest,
} from './exchange.js';
import { fetchSender } from './fetch-sender.js';
import { isDispatcher, type UndiciDispatcher } from './options.js';

/** The parts of undici that this package uses. */
interface Undici extends Record<'Agent' | 'EnvHttpProxyAgent', new (settings: object) => unknown> {
  readonly Pool: new (origin: URL, settings: { connect: Connector }) => unknown;
}

type Connector = buildConnector.connector;

/** Most sockets to one host; further requests queue, and one that times out in the queue was never sent. */
const maxConnections = 128;
const connectTimeoutMs = 10_000;

/**
 * Sends with an undici agent of this package's own, loaded with the first request, or with the runtime's `fetch` if undici does
 * not work: Bun replaces it by another module, and it cannot be bundled into an ES module.
 *
 * @param load for tests
 */
export function ownSender(
  proxyFromEnvironment: boolean,
  load: () => Promise<Undici> = () => import('undici'),
): Sender {
  let opening: Promise<Sender> | undefined;
  return {
    send: async (request) => (await (opening ??= open())).send(request),
    close: async () => (await opening?.catch(() => undefined))?.close(),
  };

  async function open(): Promise<Sender> {
    const agent = await openAgent().catch((error: unknown) => error);
    if (isDispatcher(agent)) {
      const { send } = undiciSender(agent, { isOurVersion: true });
      return { send, close: async () => (agent as Partial<Dispatcher>).destroy?.() };
    }
    if (agent instanceof ConfigurationError) throw agent;
    const why = agent instanceof Error ? agent.message : 'this runtime has another module in its place';
    if (!proxyFromEnvironment) return fetchSender(undefined, `neither undici (${why}) nor a`, agent);
    throw new ConfigurationError(
      `proxyFromEnvironment needs undici, which doesn't work here (${why}). Pass a fetch that uses the proxy.`,
      { cause: agent },
    );
  }

  async function openAgent(): Promise<unknown> {
    const { Agent, EnvHttpProxyAgent, Pool } = await load();
    const settings = { connections: maxConnections, connect: { timeout: connectTimeoutMs } };
    if (!proxyFromEnvironment) return new Agent(settings);
    const clientFactory = (proxy: URL, { connect }: { connect: Connector }) =>
      new Pool(proxy, { connect: refusingSilence(connect) });
    return new EnvHttpProxyAgent({ ...settings, ...proxiesOf(environment()), clientFactory });
  }
}

/**
 * The proxies that the environment names, which `proxy:8080` does as well as `http://proxy:8080`: curl takes both.
 *
 * @throws ConfigurationError that names the variable
 */
function proxiesOf(env: Readonly<Record<string, string | undefined>>) {
  const proxyIn = (lower: string, upper: string) => {
    // undici reads the names in this order, too.
    const name = env[lower] === undefined ? upper : lower;
    const text = env[name]?.trim();
    if (text === undefined || text === '') return undefined;
    const url = /^[a-z][a-z\d+.-]*:\/\//i.test(text) ? text : `http://${text}`;
    if (URL.canParse(url) && /^https?:/i.test(url)) return url;
    throw new ConfigurationError(
      `${name} must be the address of an http or https proxy, such as http://proxy:8080.`,
    );
  };
  return {
    httpProxy: proxyIn('http_proxy', 'HTTP_PROXY'),
    httpsProxy: proxyIn('https_proxy', 'HTTPS_PROXY'),
  };
}

/**
 * A connector to a proxy that fails after the proxy has silently closed a connection. undici 7 does not take
 * that for a failure: it dials again at once, thousands of times a second, until the request times out.
 */
function refusingSilence(connect: Connector): Connector {
  let closedSilently = false;
  return (options, callback) => {
    if (closedSilently) {
      // Reset once: the proxy may have recovered at a later try.
      closedSilently = false;
      const error = new Error('The proxy closed the connection without an answer');
      return callback(Object.assign(error, { code: 'PROXY_CLOSED' }), null);
    }
    connect(options, (...result) => {
      const [, socket] = result;
      socket?.once('end', () => {
        if (socket.bytesRead === 0) closedSilently = true;
      });
      callback(...result);
    });
  };
}

/**
 * Sends with the `request` of an undici dispatcher. The code that created the dispatcher closes it.
 *
 * @param isOurVersion true for the undici version that this package depends on, which is interrupted without an AbortSignal
 */
export function undiciSender(given: UndiciDispatcher, { isOurVersion }: { isOurVersion: boolean }): Sender {
  const dispatcher = given as Dispatcher;
  return {
    async send(request) {
      const { url, method, headers, body, limits } = request;
      // `URL` would work at ten times the cost: these addresses were already parsed by it, or built from parsed ones.
      const slash = url.indexOf('/', url.indexOf('://') + 3);
      const asked = {
        origin: url.slice(0, slash),
        path: url.slice(slash),
        method,
        headers,
        // undici accepts any iterable and reads no more than the socket took; its types only know streams.
        body: ((isStreamingBody(body) ? body.open() : body) ?? null) as string,
        signal: isOurVersion ? undefined : limits.signal,
        // The attempt's own limits cover headers and body; undici's are not needed.
        headersTimeout: 0,
        bodyTimeout: 0,
      };
      const way = isOurVersion && request.isText ? wholeAnswer : streamedAnswer;
      return way(dispatcher, asked, request).catch((error: unknown) => {
        throw limits.sent ? error : withRefusalExplained(error);
      });
    },
    close: () => Promise.resolve(),
  };
}

type Watched = Pick<WireRequest, 'headers' | 'limits'>;

/** The answer of undici's `request`, with a stream as its body. `request` sends with `this.dispatch`, so its `this` is `watching`. */
async function streamedAnswer(
  dispatcher: Dispatcher,
  asked: Dispatcher.RequestOptions,
  watched: Watched,
): Promise<WireAnswer> {
  const watching: Pick<Dispatcher, 'dispatch'> = {
    dispatch: (options, handler) => dispatcher.dispatch(options, watch(handler, watched)),
  };
  const { statusCode: status, headers, body } = await dispatcher.request.call(watching as Dispatcher, asked);
  const discard = (reason?: Error) => void body.on('error', () => {}).destroy(reason);
  if (watched.limits.reason) discard(watched.limits.reason);
  else watched.limits.onCut(discard);
  return {
    status,
    headers,
    text: () => readCounted(body),
    stream: () => body,
    discard,
  };
}

const utf8 = new TextDecoder();

/**
 * An answer that is read to its end, without the stream that `request` makes: no other part of a call takes more time.
 *
 * Not with `watch`: it replaces functions of the handler, and V8 then keeps what they hold, the whole call, until the next full garbage
 * collection.
 */
function wholeAnswer(
  dispatcher: Dispatcher,
  asked: Dispatcher.RequestOptions,
  { headers: sent, limits }: Watched,
): Promise<WireAnswer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let bytes = 0;
    let answer: Pick<WireAnswer, 'status' | 'headers'> | undefined;
    const text = () => Promise.resolve(utf8.decode(chunks.length === 1 ? chunks[0] : Buffer.concat(chunks)));
    dispatcher.dispatch(asked, {
      onRequestStart: (controller) => begin(limits, (reason) => controller.abort(reason)),
      onResponseStart: (controller, status, headers) => {
        if (isForeign(sent, headers['idempotency-key'])) controller.abort(new ForeignAnswerError());
        else if (status >= 200) answer = { status, headers };
      },
      onResponseData: (controller, chunk) => {
        bytes += chunk.length;
        if (bytes > maxAnswerBytes) controller.abort(tooLarge());
        else chunks.push(chunk);
      },
      onResponseEnd: () => {
        if (answer) resolve({ ...answer, text, stream: () => chunks, discard: () => {} });
        else reject(new Error('the request ended without an answer'));
      },
      onResponseError: (_controller, error) => reject(error),
    });
  });
}

/**
 * Turns a refusal by undici into a ConfigurationError, because each attempt would be refused. undici reports it as
 * UND_ERR_INVALID_ARG or a TypeError, and no network failure is a TypeError.
 */
function withRefusalExplained(cause: unknown): unknown {
  const isRefused = (cause as { code?: unknown } | null)?.code === 'UND_ERR_INVALID_ARG';
  if (!(isRefused || cause instanceof TypeError)) return cause;
  return new ConfigurationError(`Can't send the request: ${(cause as Error).message}`, { cause });
}

/**
 * Watches a request through its handler.
 *
 * Notes in its limits when its first byte is sent: undici calls `onRequestStart` (`onConnect` up to version 7) when a connected
 * socket is about to take the request, and not before; an error without it means that the server saw nothing.
 *
 * Refuses an answer that belongs to another request, as soon as its headers are read: only while the request is running can its
 * socket be closed, and the next answer on that socket would be another request's as well.
 */
function watch(
  handler: Dispatcher.DispatchHandler,
  { headers: sent, limits }: Watched,
): Dispatcher.DispatchHandler {
  const { onConnect, onHeaders, onRequestStart, onResponseStart } = handler;
  let end: (reason: Error) => void = () => {};
  const isRefused = (echo: string | string[] | undefined) => {
    const isOfAnother = isForeign(sent, echo);
    if (isOfAnother) end(new ForeignAnswerError());
    return isOfAnother;
  };
  if (onConnect && onHeaders) {
    handler.onConnect = (abort) => {
      let aborted = false;
      onConnect.call(handler, (error) => {
        aborted = true;
        abort(error);
      });
      end = abort;
      if (!aborted) begin(limits, abort);
    };
    handler.onHeaders = (status, headers, ...rest) =>
      !isRefused(echoesIn(headers)) && onHeaders.call(handler, status, headers, ...rest);
  } else if (onRequestStart && onResponseStart) {
    handler.onRequestStart = (controller, context) => {
      onRequestStart.call(handler, controller, context);
      end = (reason) => controller.abort(reason);
      if (!controller.aborted) begin(limits, end);
    };
    handler.onResponseStart = (controller, status, headers, ...rest) => {
      if (isRefused(headers['idempotency-key'])) return;
      onResponseStart.call(handler, controller, status, headers, ...rest);
    };
  } else {
    // A handler without those callbacks: as with `fetch`, any failed request may have been sent.
    limits.sent = true;
  }
  return handler;
}

/** Notes that the first byte is sent from here on, unless the attempt has already ended. */
function begin(limits: Watched['limits'], abort: (reason: Error) => void): void {
  if (limits.reason) return abort(limits.reason);
  limits.onCut(abort);
  limits.sent = true;
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
