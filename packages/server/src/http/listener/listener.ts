import {
  createServer,
  type RequestListener,
  type Server,
  type ServerOptions,
  type ServerResponse,
} from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { Ids } from '../../ids.js';
import type { Logger } from '../../logger.js';
import { Connections } from './connections.js';
import { LISTENER_LIMITS, type ListenerLimits } from './limits.js';
import { answerUnreadable } from './unreadable.js';

interface ListenerParts {
  ids: Ids;
  logger: Logger;
  /** What requests and responses are, when not node's own. */
  messages?: Pick<ServerOptions, 'IncomingMessage' | 'ServerResponse'>;
}

/** The address cannot be listened at; the message says why. */
export class ListenError extends Error {
  readonly code = 'listen';

  constructor(host: string, port: number, cause: NodeJS.ErrnoException) {
    const why = REASONS[cause.code ?? ''] ?? cause.message;
    super(`Cannot listen at ${host}, port ${port}: ${why}.`, { cause });
  }
}

const REASONS: Readonly<Record<string, string>> = {
  EADDRINUSE: 'another program does already. Choose a port with --port or PORT (0 picks a free one)',
  EACCES: 'this user may not use that port',
  EADDRNOTAVAIL: 'this machine does not have that address',
  ENOTFOUND: 'there is no such host',
};

/**
 * The HTTP server under the application: who may connect, how slowly they may speak, and how it stops. Everything here
 * happens before a request has a path.
 */
export class Listener {
  readonly #server: Server;
  readonly #limits: ListenerLimits;
  readonly #parts: ListenerParts;
  /** Requests that are not answered yet. */
  readonly #running = new Set<ServerResponse>();
  #stopping = false;

  constructor(answer: RequestListener, parts: ListenerParts, limits: Partial<ListenerLimits> = {}) {
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
    const take: RequestListener = (request, response) => {
      this.#follow(response);
      answer(request, response);
    };
    this.#server.on('request', take);
    // Node would refuse any other Expect than 100-continue with a 417, which the contract does not know (RFC 9110 §10.1.1
    // lets a server do without).
    this.#server.on('checkExpectation', take);
    this.#server.on('clientError', (error, socket) => this.#refuse(error, socket));
    this.#server.on('drop', () => parts.logger.warn('connection refused: too many are open'));
    const connections = new Connections(this.#limits.maxConnectionsPerPlace);
    this.#server.on('connection', (socket: Socket) => {
      if (!connections.admit(socket)) parts.logger.warn('connection refused: its address has too many open');
    });
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
   * Takes no new connections, lets running requests finish, and closes each connection after the request that is on it.
   * What is still running after the grace is cut off.
   */
  async stop(): Promise<void> {
    this.#stopping = true;
    const closed = new Promise<void>((resolve) => this.#server.close(() => resolve()));
    for (const response of this.#running) closeAfter(response);
    const cutOff = setTimeout(() => this.#server.closeAllConnections(), this.#limits.stopGraceMs);
    await closed;
    clearTimeout(cutOff);
  }

  #follow(response: ServerResponse): void {
    this.#running.add(response);
    if (this.#stopping) closeAfter(response);
    response.once('close', () => {
      this.#running.delete(response);
      // A connection whose answer had begun before the stop stays open otherwise.
      if (this.#stopping) setImmediate(() => this.#server.closeIdleConnections());
      else this.#endLinger(response);
    });
  }

  /** A client that is refused early may go on sending, so that it sees the answer; but not for ever. */
  #endLinger({ req: request }: ServerResponse): void {
    const { socket } = request;
    if (request.complete || socket.destroyed) return;
    const timer = setTimeout(() => {
      if (!request.complete) socket.destroy();
    }, this.#limits.lingerMs);
    request.once('close', () => clearTimeout(timer));
  }

  #refuse(error: Error, socket: Duplex): void {
    const answering = [...this.#running].some(
      (response) => response.socket === socket && response.headersSent,
    );
    if (answering || !socket.writable || ('code' in error && error.code === 'ECONNRESET')) {
      socket.destroy(error);
      return;
    }
    const { ids, logger } = this.#parts;
    logger.info({ ...answerUnreadable(error, socket, ids), route: 'unreadable' });
  }
}

function closeAfter(response: ServerResponse): void {
  if (!response.headersSent) response.setHeader('Connection', 'close');
}
