import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { MS_PER_MINUTE, MS_PER_SECOND } from '../../../platform/clock.js';

/** Limits on connections and headers, which hold before a client has sent an API key. Times in milliseconds. */
export interface ListenerLimits {
  /** Open connections at once; further ones are closed without an answer. */
  maxConnections: number;
  /** Open connections from one place: an IPv4 address or a /64 of IPv6. 0 = any number. */
  maxConnectionsPerPlace: number;
  /** Unanswered requests on one connection; with one more the connection is closed. */
  maxUnanswered: number;
  /** All header lines of a request together, in bytes (431 beyond). */
  maxHeaderBytes: number;
  /** From the first byte until all headers have arrived (slow loris: 408, and the connection is closed). */
  headersTimeoutMs: number;
  /** Until the whole request has arrived: a 50 MB upload over a slow line takes minutes. */
  requestTimeoutMs: number;
  /** A connection without a byte in either direction for this long is closed. */
  idleTimeoutMs: number;
  /** Idle time between two requests on one connection; longer than the 60 seconds that proxies usually keep theirs open. */
  keepAliveTimeoutMs: number;
  /** Time a client that has its answer may continue to send its body. */
  lingerMs: number;
  /** Time a client has to read why its connection is closed. */
  closeMs: number;
  /** How often the timeouts above are checked. */
  checkEveryMs: number;
  /** How long running requests may take after the server was told to stop. */
  stopGraceMs: number;
}

export const LISTENER_LIMITS: ListenerLimits = {
  maxConnections: 5_000,
  maxConnectionsPerPlace: 0,
  maxUnanswered: 8,
  maxHeaderBytes: 16 * 1024,
  headersTimeoutMs: 20 * MS_PER_SECOND,
  requestTimeoutMs: 30 * MS_PER_MINUTE,
  idleTimeoutMs: 2 * MS_PER_MINUTE,
  keepAliveTimeoutMs: 65 * MS_PER_SECOND,
  lingerMs: 30 * MS_PER_SECOND,
  closeMs: 2 * MS_PER_SECOND,
  checkEveryMs: 5 * MS_PER_SECOND,
  stopGraceMs: 30 * MS_PER_SECOND,
};

type Limits = Pick<ListenerLimits, 'maxUnanswered' | 'lingerMs' | 'closeMs'>;

/**
 * The requests of one connection. Node hands over every request it finds in a chunk, which may be thousands (pipelining,
 * RFC 9112 §9.3.2). One is answered at a time and a few may wait. Waiting requests are dropped when the connection closes;
 * they were not started, so they cost nothing.
 */
export class Conversation {
  #answering: ServerResponse | null = null;
  readonly #waiting: { request: IncomingMessage; response: ServerResponse }[] = [];
  #ending = false;

  constructor(
    private readonly socket: Socket,
    private readonly answer: RequestListener,
    private readonly limits: Limits,
  ) {
    socket.once('close', () => this.#forget());
    socket.once('end', () => this.#heardAll());
  }

  /** The request that is being answered. */
  get answering(): ServerResponse | null {
    return this.#answering;
  }

  take(request: IncomingMessage, response: ServerResponse): void {
    if (this.#ending) this.socket.pause();
    else if (this.#answering === null) this.#begin(request, response);
    else if (this.#waiting.length + 1 < this.limits.maxUnanswered) this.#waiting.push({ request, response });
    else this.#overflow(this.#answering.req);
  }

  /** Accepts no further request, finishes the running one and closes the connection. */
  finish(): void {
    this.#forget();
    if (this.#answering === null) this.socket.destroy();
    // Headers that are already sent cannot say `Connection: close`; the connection is closed anyway.
    else if (!this.#answering.headersSent) this.#answering.setHeader('Connection', 'close');
  }

  /**
   * Ends the conversation without reading further. The running request may have been charged, so its answer gets a limited
   * time to arrive.
   */
  cutShort(): void {
    this.socket.pause();
    this.finish();
    this.#destroyIn(this.limits.lingerMs);
  }

  /** Sends an answer that belongs to no request, and closes the connection, even if the client does not. */
  sayLast(bytes: string): void {
    this.#forget();
    this.socket.end(bytes);
    this.socket.pause();
    this.#destroyIn(this.limits.closeMs);
  }

  #begin(request: IncomingMessage, response: ServerResponse): void {
    this.#answering = response;
    response.once('close', () => this.#next(request));
    this.answer(request, response);
  }

  #next(request: IncomingMessage): void {
    this.#answering = null;
    // After an answer with `Connection: close` as well: a waiting request would run, and its answer could not be sent.
    if (this.#ending || !this.socket.writable) {
      this.#forget();
      this.socket.destroySoon();
      return;
    }
    if (!request.complete) this.#linger(request);
    const next = this.#waiting.shift();
    if (next !== undefined) this.#begin(next.request, next.response);
  }

  /** Lets a client that was refused early continue to send for a limited time, so that it gets to read the answer. */
  #linger(request: IncomingMessage): void {
    const timer = setTimeout(() => {
      if (!request.complete) this.socket.destroy();
    }, this.limits.lingerMs);
    request.once('close', () => clearTimeout(timer));
  }

  /**
   * The client has closed its side (RFC 9112 §9.6) and may be waiting for an answer that may have been charged. The idle
   * timeout closes the connection if the client does not read it; Node has already closed connections without a request.
   */
  #heardAll(): void {
    if (this.#answering !== null) this.finish();
  }

  #overflow({ method }: IncomingMessage): void {
    // Node would continue to parse the rest of the chunk, and each request in it takes memory until the socket is closed.
    // A safe request can be repeated, so its answer is not awaited.
    if (method === 'GET' || method === 'HEAD') this.socket.destroy();
    else this.cutShort();
  }

  #forget(): void {
    this.#ending = true;
    this.#waiting.length = 0;
  }

  #destroyIn(ms: number): void {
    const timer = setTimeout(() => this.socket.destroy(), ms);
    this.socket.once('close', () => clearTimeout(timer));
  }
}
