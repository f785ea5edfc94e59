import { type FullAnswer, fullAnswer, type ResponseRecord } from './transport/response-record.js';

export type { FullAnswer };

/** A promise of the data; `withResponse()` resolves with the data and the facts of its HTTP response. */
export interface Answer<T> extends Promise<T> {
  withResponse(): Promise<FullAnswer<T>>;
}

/** An `Answer` over one promise, so that asking for `withResponse()` leaves no second rejection unhandled. */
export class PendingAnswer<T> implements Answer<T> {
  readonly [Symbol.toStringTag] = 'Answer';
  readonly #full: Promise<FullAnswer<T>>;

  constructor(full: Promise<FullAnswer<T>>) {
    this.#full = full;
  }

  withResponse(): Promise<FullAnswer<T>> {
    return this.#full;
  }

  then<R = T, E = never>(
    onData?: ((data: T) => R | PromiseLike<R>) | null,
    onError?: ((error: unknown) => E | PromiseLike<E>) | null,
  ): Promise<R | E> {
    return this.#full.then(({ data }) => data).then(onData, onError);
  }

  catch<E = never>(onError?: ((error: unknown) => E | PromiseLike<E>) | null): Promise<T | E> {
    return this.then(null, onError);
  }

  finally(onFinally?: (() => void) | null): Promise<T> {
    return this.then().finally(onFinally);
  }
}

/**
 * Makes an `Answer` from openapi-fetch's result over this package's records. The transport has thrown for everything except
 * a 2xx. The type is the contract's own: openapi-fetch's mapped one loses fields of type `null` (a miss's `contact`).
 */
export function answerOf<T>(
  result: Promise<{ data?: unknown; response: object }>,
  pick: (body: unknown) => T = (body) => body as T,
): Answer<T> {
  return new PendingAnswer(
    result.then(({ data, response }) => fullAnswer(response as ResponseRecord, pick(data))),
  );
}

/** Like `answerOf`, but an exception thrown by `begin` becomes a rejection. */
export function answering<T>(begin: () => Answer<T>): Answer<T> {
  try {
    return begin();
  } catch (error) {
    return new PendingAnswer(Promise.reject(error));
  }
}
