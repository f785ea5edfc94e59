import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { ListenerLimits } from './limits.js';

type Limits = Pick<ListenerLimits, 'maxUnanswered' | 'lingerMs' | 'closeMs'>;

/**
 * The requests of one connection. Node hands over all that it finds in a chunk, which may be thousands (pipelining,
 * RFC 9112 §9.3.2). Here one is answered at a time, a few may wait, and whatever waits is forgotten with its socket: it
 * was not looked at, so it cost nothing.
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

  /** The request that has been begun and is not answered to its end. */
  get answering(): ServerResponse | null {
    return this.#answering;
  }

  take(request: IncomingMessage, response: ServerResponse): void {
    if (this.#ending) this.socket.pause();
    else if (this.#answering === null) this.#begin(request, response);
    else if (this.#waiting.length + 1 < this.limits.maxUnanswered) this.#waiting.push({ request, response });
    else this.#overflow(this.#answering.req);
  }

  /** Takes no further request: what is being answered is finished, and the connection closed. */
  finish(): void {
    this.#forget();
    if (this.#answering === null) this.socket.destroy();
    // An answer that has begun cannot say it any more; its connection is closed all the same.
    else if (!this.#answering.headersSent) this.#answering.setHeader('Connection', 'close');
  }

  /**
   * The same, where nothing more is to be read. What is being answered may have been charged, so its answer gets time to
   * arrive; but not for ever.
   */
  cutShort(): void {
    this.socket.pause();
    this.finish();
    this.#destroyIn(this.limits.lingerMs);
  }

  /** Says something outside any request, and closes: also a connection whose client does not. */
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
    // Also when the answer said that it is the last: what waits behind it would be done and never told.
    if (this.#ending || !this.socket.writable) {
      this.#forget();
      this.socket.destroySoon();
      return;
    }
    if (!request.complete) this.#linger(request);
    const next = this.#waiting.shift();
    if (next !== undefined) this.#begin(next.request, next.response);
  }

  /** A client that is refused early may go on sending, so that it sees the answer; but not for ever. */
  #linger(request: IncomingMessage): void {
    const timer = setTimeout(() => {
      if (!request.complete) this.socket.destroy();
    }, this.limits.lingerMs);
    request.once('close', () => clearTimeout(timer));
  }

  /**
   * The client has ended its side (RFC 9112 §9.6) and may be waiting for its answer, which may have been charged. The idle
   * timeout ends one that does not read it; a connection on which nothing is being answered node has ended already.
   */
  #heardAll(): void {
    if (this.#answering !== null) this.finish();
  }

  #overflow({ method }: IncomingMessage): void {
    // The rest of the chunk keeps arriving, and each request in it takes memory until the socket is gone. A read can be
    // asked for again, so that one is not waited for.
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
