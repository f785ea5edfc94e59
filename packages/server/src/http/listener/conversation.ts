import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { ListenerLimits } from './limits.js';

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
