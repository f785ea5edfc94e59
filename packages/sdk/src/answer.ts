import { headerOf } from './transport/headers.js';
import { type ResponseRecord, webHeaders } from './transport/response-record.js';

/** An answer with everything around its data. */
export interface FullAnswer<T> {
  data: T;
  status: number;
  headers: Headers;
  /** The server's X-Request-Id. */
  requestId: string | undefined;
  /** Requests it took, with those that cleared up what had become of an earlier one. */
  attempts: number;
}

/** A promise of the data; `withResponse()` is a promise of the data and what came around it. */
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
 * Makes an `Answer` of what openapi-fetch resolves with over this package's records. The transport has thrown for all
 * but a 2xx. The type is the contract's own: openapi-fetch's mapped one loses fields whose type is `null` (a miss's
 * `contact`).
 */
export function answerOf<T>(
  result: Promise<{ data?: unknown; response: object }>,
  pick: (body: unknown) => T = (body) => body as T,
): Answer<T> {
  return new PendingAnswer(
    result.then(({ data, response }) => {
      const { status, rawHeaders, attempts } = response as ResponseRecord;
      return {
        data: pick(data),
        status,
        get headers() {
          return webHeaders(rawHeaders);
        },
        requestId: headerOf(rawHeaders, 'x-request-id'),
        attempts,
      };
    }),
  );
}
