import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerOptions,
  type ServerResponse,
} from 'node:http';
import { createServer as createTcpServer, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { clientNetwork } from '../../../money/limits/index.js';
import { errorCode } from '../../../platform/lib/error-code.js';
import type { Logger } from '../../../platform/logger.js';
import type { LogAllowance } from '../log-allowance.js';
import { Conversation, LISTENER_LIMITS, type ListenerLimits } from './conversation.js';

/** Counts open connections by client network. */
class Connections {
  readonly #open = new Map<string, number>();

  /** @param maxPerPlace 0 = any number */
  constructor(private readonly maxPerPlace: number) {}

  /** Counts a connection until it closes; one beyond the limit is destroyed. @returns whether it may stay */
  admit(socket: Socket): boolean {
    if (this.maxPerPlace === 0) return true;
    const from = clientNetwork(socket.remoteAddress ?? '');
    const open = this.#open.get(from) ?? 0;
    if (open >= this.maxPerPlace) {
      socket.destroy();
      return false;
    }
    this.#open.set(from, open + 1);
    socket.once('close', () => {
      const left = (this.#open.get(from) ?? 1) - 1;
      if (left === 0) this.#open.delete(from);
      else this.#open.set(from, left);
    });
    return true;
  }
}

interface ListenerNeeds {
  logger: Logger;
  logAllowance: LogAllowance;
  /** Classes for requests and responses to use instead of Node's own. */
  messages?: Pick<ServerOptions, 'IncomingMessage' | 'ServerResponse'>;
}

/**
 * The HTTP server below the application: limits on connections, timeouts, and a graceful stop. It doesn't look at a
 * request's path.
 */
export class Listener {
  readonly #server: Server;
  readonly #limits: ListenerLimits;
  readonly #parts: ListenerNeeds;
  readonly #conversations = new Map<Duplex, Conversation>();

  constructor(answer: RequestListener, parts: ListenerNeeds, limits: Partial<ListenerLimits> = {}) {
    this.#parts = parts;
    this.#limits = { ...LISTENER_LIMITS, ...limits };
    const { maxHeaderBytes, checkEveryMs } = this.#limits;
    this.#server = createServer({
      ...parts.messages,
      maxHeaderSize: maxHeaderBytes,
      connectionsCheckingInterval: checkEveryMs,
    });
    this.#server.headersTimeout = this.#limits.headersTimeoutMs;
    this.#server.requestTimeout = this.#limits.requestTimeoutMs;
    this.#server.keepAliveTimeout = this.#limits.keepAliveTimeoutMs;
    this.#server.timeout = this.#limits.idleTimeoutMs;
    this.#server.maxConnections = this.#limits.maxConnections;
    halfOpen(this.#server);
    const take: RequestListener = (request, response) =>
      this.#conversations.get(request.socket)?.take(request, response);
    this.#server.on('request', take);
    this.#server.on('checkContinue', (request, response) => {
      continueWhenRead(request, response);
      take(request, response);
    });
    // Node would refuse any Expect other than 100-continue with a 417, which the contract does not have (RFC 9110 §10.1.1
    // lets a server ignore it).
    this.#server.on('checkExpectation', take);
    this.#server.on('connect', (_, socket) => this.#refuseConnect(socket));
    this.#server.on('clientError', (error, socket) => this.#refuse(error, socket));
    this.#server.on('drop', () => this.#warn('connection refused: too many are open'));
    const connections = new Connections(this.#limits.maxConnectionsPerPlace);
    const check = unlessAmbiguous(answer);
    this.#server.on('connection', (socket: Socket) => {
      if (!connections.admit(socket)) {
        this.#warn('connection refused: its address has too many open');
        return;
      }
      this.#conversations.set(socket, new Conversation(socket, check, this.#limits));
      socket.once('close', () => this.#conversations.delete(socket));
    });
  }

  /** The number of requests being answered. */
  get running(): number {
    return [...this.#conversations.values()].filter(({ answering }) => answering !== null).length;
  }

  /** Listens; returns the URL without a trailing slash. Port 0 picks a free one. @throws ListenError */
  async listen(port: number, host: string): Promise<string> {
    await new Promise<void>((resolve, reject) => {
      this.#server.once('error', (error) => reject(new ListenError(host, port, error)));
      this.#server.listen(port, host, () => {
        this.#server.removeAllListeners('error');
        resolve();
      });
    });
    const address = this.#server.address();
    const bound = typeof address === 'object' && address !== null ? address.port : port;
    return `http://${host.includes(':') ? `[${host}]` : host}:${bound}`;
  }

  /**
   * Accepts no new connections, closes idle ones at once and each other one after its running request. Requests that still
   * run when the grace period ends are cut off.
   */
  async stop(): Promise<void> {
    const closed = new Promise<void>((resolve) => this.#server.close(() => resolve()));
    for (const conversation of this.#conversations.values()) conversation.finish();
    const cutOff = setTimeout(() => this.#server.closeAllConnections(), this.#limits.stopGraceMs);
    await closed;
    clearTimeout(cutOff);
  }

  /** Answers bytes that are not an HTTP request as Node does, but never in place of an answer that may have been charged. */
  #refuse(error: Error, socket: Duplex): void {
    const conversation = this.#conversations.get(socket);
    const answering = conversation?.answering ?? null;
    const code = errorCode(error) ?? '';
    if (conversation === undefined || !socket.writable || code === 'ECONNRESET') socket.destroy(error);
    else if (answering === null || !(answering.headersSent || answering.req.complete))
      conversation.sayLast(`HTTP/1.1 ${REFUSALS[code] ?? '400 Bad Request'}\r\nConnection: close\r\n\r\n`);
    else if (answering.req.complete) conversation.cutShort();
    else socket.destroy(error);
  }

  /** CONNECT asks for a tunnel to another host. Node hands over the raw socket, also while an earlier request is answered. */
  #refuseConnect(socket: Duplex): void {
    // Node has removed its listeners; an 'error' event without one would end the process.
    socket.on('error', () => undefined);
    const conversation = this.#conversations.get(socket);
    if (conversation === undefined) socket.destroy();
    else conversation.cutShort();
  }

  #warn(message: string): void {
    const { logger, logAllowance } = this.#parts;
    if (logAllowance.take()) logger.warn(message);
  }
}

/**
 * Keeps half-closed connections open: a client may close its side after its request and wait for the answer. Node drops
 * unanswered requests then, unless `httpAllowHalfOpen` is set, a property that is neither documented nor in its types.
 */
function halfOpen(server: Server & { httpAllowHalfOpen?: boolean }): void {
  server.httpAllowHalfOpen = true;
}

const ONCE = ['host', 'authorization'];

/** Whether there are two Hosts (RFC 9112 §3.2) or two API keys, of which a proxy may take another one than Node does. */
function isRepeated(rawHeaders: readonly string[]): boolean {
  const seen: string[] = [];
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] ?? '';
    // The length is compared first because this runs for every header of every request.
    const once = ONCE.find((one) => one.length === name.length && one === name.toLowerCase());
    if (once === undefined) continue;
    if (seen.includes(once)) return true;
    seen.push(once);
  }
  return false;
}

/**
 * Refuses a request of which a proxy in front may have understood another key, host or body: with two Hosts or Authorizations, or with
 * a transfer coding that Node doesn't decode (RFC 9112 §6.1).
 */
const unlessAmbiguous =
  (answer: RequestListener): RequestListener =>
  (request, response) => {
    const coding = request.headers['transfer-encoding'];
    const isPlain = coding === undefined || coding.trim().toLowerCase() === 'chunked';
    if (isPlain && !isRepeated(request.rawHeaders)) answer(request, response);
    else response.writeHead(isPlain ? 400 : 501, { Connection: 'close' }).end();
  };

/** Statuses for error codes of Node's parser. */
const REFUSALS: Readonly<Record<string, string>> = {
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
};

/**
 * Sends `100 Continue` (RFC 9110 §10.1.1) only when the application begins to read the body: a request that is refused for
 * its key, rate or job need not send one. The connection of a refused request is closed, because the server cannot know
 * whether a body still follows.
 */
function continueWhenRead(request: IncomingMessage, response: ServerResponse): void {
  response.setHeader('Connection', 'close');
  const read = request._read.bind(request);
  request._read = (size) => {
    request._read = read;
    if (!response.headersSent) {
      response.removeHeader('Connection');
      response.writeContinue();
    }
    read(size);
  };
}

/** The server cannot listen on the address; the message says why. */
class ListenError extends Error {
  readonly code = 'listen';

  constructor(host: string, port: number, cause: NodeJS.ErrnoException) {
    super(REASONS[cause.code ?? '']?.(host, port) ?? `Can't listen on ${host}:${port}: ${cause.message}.`, {
      cause,
    });
  }
}

const REASONS: Readonly<Record<string, (host: string, port: number) => string>> = {
  EADDRINUSE: (host, port) =>
    `Port ${port} on ${host} is already in use. Choose another with --port or PORT (0 picks a free one).`,
  EACCES: (_, port) => `This user may not use port ${port}. Choose one above 1023 with --port or PORT.`,
  EADDRNOTAVAIL: (host) =>
    `This machine doesn't have the address ${host}. Choose another with --host or HOST.`,
  ENOTFOUND: (host) => `There's no host named ${host}. Choose another with --host or HOST.`,
};

/**
 * Listens for a moment, so that a port in use is detected before anything is created or opened. Another process may still take
 * the port before the server does. Port 0 is always free.
 * @throws ListenError
 */
export async function requireFreePort(host: string, port: number): Promise<void> {
  if (port === 0) return;
  const server = createTcpServer();
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) => reject(new ListenError(host, port, error)));
    server.listen(port, host, resolve);
  });
  await new Promise((resolve) => server.close(resolve));
}
