import type { buildConnector } from 'undici';
import { ConfigurationError } from '../errors.js';
import { environment } from '../runtime.js';
import type { Sender, WireAnswer, WireRequest } from './exchange.js';
import { FetchSender } from './fetch-sender.js';
import { isDispatcher, type UndiciDispatcher } from './options.js';
import { UndiciSender } from './undici-sender.js';

export interface DefaultSenderOptions {
  /** Take HTTP_PROXY, HTTPS_PROXY and NO_PROXY into account. */
  proxyFromEnvironment: boolean;
}

/** A sender, and the resources to release. */
interface Opened {
  readonly sender: Sender;
  destroy(): Promise<void>;
}

/** The parts of undici that this package uses. */
interface Undici extends Record<'Agent' | 'EnvHttpProxyAgent', new (settings: object) => unknown> {
  readonly Pool: new (origin: URL, settings: { connect: buildConnector.connector }) => unknown;
}

/** Most sockets to one host; further requests queue, and one that times out in the queue was never sent. */
const maxConnections = 128;
const connectTimeoutMs = 10_000;

/**
 * Sends with an undici agent, loaded with the first request, or with the runtime's `fetch` if undici does not
 * work: Bun replaces it by another module, and it cannot be bundled into an ES module.
 */
export class DefaultSender implements Sender {
  readonly #options: DefaultSenderOptions;
  readonly #load: () => Promise<Undici>;
  #opening: Promise<Opened> | undefined;
  /** Set once it is open, so that no request waits for a promise. */
  #opened: Opened | undefined;

  /** @param load for tests */
  constructor(options: DefaultSenderOptions, load: () => Promise<Undici> = () => import('undici')) {
    this.#options = options;
    this.#load = load;
  }

  send(request: WireRequest): Promise<WireAnswer> {
    return this.#opened ? this.#opened.sender.send(request) : this.#openAndSend(request);
  }

  async close(): Promise<void> {
    const opening = this.#opening;
    this.#opening = undefined;
    this.#opened = undefined;
    const opened = await opening?.catch(() => undefined);
    await opened?.destroy();
  }

  async #openAndSend(request: WireRequest): Promise<WireAnswer> {
    const opening = (this.#opening ??= this.#open());
    const opened = await opening;
    // Closed while it was being opened: the next request opens another.
    if (this.#opening === opening) this.#opened = opened;
    return opened.sender.send(request);
  }

  async #open(): Promise<Opened> {
    const agent = await this.#agent().catch((error: unknown) => error);
    if (isDispatcher(agent)) {
      const { destroy } = agent as Partial<{ destroy(): Promise<void> }>;
      return {
        sender: new UndiciSender(agent, { isOurVersion: true }),
        destroy: async () => destroy?.call(agent),
      };
    }
    return { sender: this.#withoutUndici(agent), destroy: () => Promise.resolve() };
  }

  async #agent(): Promise<UndiciDispatcher | undefined> {
    const { Agent, EnvHttpProxyAgent, Pool } = await this.#load();
    const settings = { connections: maxConnections, connect: { timeout: connectTimeoutMs } };
    const clientFactory = (proxy: URL, { connect }: { connect: buildConnector.connector }) =>
      new Pool(proxy, { connect: refusingSilence(connect) });
    const agent = this.#options.proxyFromEnvironment
      ? new EnvHttpProxyAgent({ ...settings, ...proxiesOf(environment()), clientFactory })
      : new Agent(settings);
    return isDispatcher(agent) ? agent : undefined;
  }

  /** @throws ConfigurationError if `fetch` cannot do what the options ask for, or is missing as well */
  #withoutUndici(cause: unknown): Sender {
    if (cause instanceof ConfigurationError) throw cause;
    const why = cause instanceof Error ? cause.message : 'this runtime has another module in its place';
    if (this.#options.proxyFromEnvironment) {
      throw new ConfigurationError(
        `proxyFromEnvironment needs undici, which doesn't work here (${why}). Pass a fetch that uses the proxy.`,
        { cause },
      );
    }
    if (typeof globalThis.fetch !== 'function') {
      throw new ConfigurationError(
        `This runtime has neither undici (${why}) nor a global fetch. Pass fetch.`,
        {
          cause,
        },
      );
    }
    // Read for each request, so that a replacement (a test, an instrumentation) is used.
    return new FetchSender((input, init) => globalThis.fetch(input, init));
  }
}

/**
 * The proxies that the environment names, which `proxy:8080` does as well as `http://proxy:8080`: curl takes both.
 *
 * @throws ConfigurationError that names the variable
 */
function proxiesOf(env: Readonly<Record<string, string | undefined>>) {
  const proxyIn = (...names: [lower: string, upper: string]) => {
    // undici reads the names in this order, too.
    const name = env[names[0]] === undefined ? names[1] : names[0];
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

type Connector = buildConnector.connector;

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
      callback(
        Object.assign(new Error('The proxy closed the connection without an answer'), {
          code: 'PROXY_CLOSED',
        }),
        null,
      );
      return;
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
