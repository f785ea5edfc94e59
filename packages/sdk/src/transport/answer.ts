import { checkOptions, type OptionKind } from '../check-options.js';
import { type AnswerHeaders, requestIdOf } from './headers.js';

/** An answer's data with its HTTP response. */
export interface FullAnswer<T> {
  data: T;
  status: number;
  headers: Headers;
  /** The server's X-Request-Id. */
  requestId: string | undefined;
  /** Number of requests made, including reads that cleared up the outcome of an earlier one. */
  attempts: number;
}

/** A promise of the data; `withResponse()` resolves with the data and the facts of its HTTP response. */
export interface Answer<T> extends Promise<T> {
  withResponse(): Promise<FullAnswer<T>>;
}

export function fullAnswer<T>(
  { status, headers }: { status: number; headers: AnswerHeaders },
  attempts: number,
  data: T,
): FullAnswer<T> {
  return {
    data,
    status,
    get headers() {
      return webHeaders(headers);
    },
    requestId: requestIdOf(headers),
    attempts,
  };
}

export function webHeaders(raw: AnswerHeaders): Headers {
  const headers = new Headers();
  for (const [name, value = []] of Object.entries(raw)) {
    for (const each of [value].flat()) headers.append(name, each);
  }
  return headers;
}

/** The methods of a promise, over one that is made when it is first asked for. */
export abstract class Promised<T> implements Promise<T> {
  abstract readonly [Symbol.toStringTag]: string;

  protected abstract promise(): Promise<T>;

  then<R = T, E = never>(
    onData?: ((data: T) => R | PromiseLike<R>) | null,
    onError?: ((error: unknown) => E | PromiseLike<E>) | null,
  ): Promise<R | E> {
    return this.promise().then(onData, onError);
  }

  catch<E = never>(onError?: ((error: unknown) => E | PromiseLike<E>) | null): Promise<T | E> {
    return this.then(null, onError);
  }

  finally(onFinally?: (() => void) | null): Promise<T> {
    return this.then().finally(onFinally);
  }
}

/** An `Answer` over one promise, so that asking for `withResponse()` leaves no second rejection unhandled. */
export class PendingAnswer<T> extends Promised<T> implements Answer<T> {
  readonly [Symbol.toStringTag] = 'Answer';
  readonly #full: Promise<FullAnswer<T>>;

  constructor(full: Promise<FullAnswer<T>>) {
    super();
    this.#full = full;
  }

  withResponse(): Promise<FullAnswer<T>> {
    return this.#full;
  }

  protected promise(): Promise<T> {
    return this.#full.then(({ data }) => data);
  }
}

/**
 * The answer of a public method: checks its options, then begins. Whatever that throws is a rejection.
 *
 * @param method as the caller wrote it, such as `jobs.get`
 */
export function answering<T>(
  method: string,
  options: unknown,
  known: Readonly<Record<string, OptionKind>>,
  begin: () => Promise<FullAnswer<T>>,
): Answer<T> {
  const begun = async () => {
    checkOptions(method, options, known);
    return begin();
  };
  return new PendingAnswer(begun());
}
