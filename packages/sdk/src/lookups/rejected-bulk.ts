import type { Bulk } from './bulk.js';
import type { BulkItem, BulkResult } from './bulk-item.js';

/** A bulk lookup that could not begin. It rejects when its result is requested, like every other call. */
export class RejectedBulk<T> implements Bulk<T> {
  readonly [Symbol.toStringTag] = 'Bulk';
  readonly #error: Error;

  constructor(error: unknown) {
    this.#error = error as Error;
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<BulkItem<T>, void, undefined> {
    return yield* await Promise.reject<AsyncGenerator<BulkItem<T>, void, undefined>>(this.#error);
  }

  then<R = BulkResult<T>, E = never>(
    onResult?: ((result: BulkResult<T>) => R | PromiseLike<R>) | null,
    onError?: ((error: unknown) => E | PromiseLike<E>) | null,
  ): Promise<R | E> {
    return Promise.reject<BulkResult<T>>(this.#error).then(onResult, onError);
  }

  catch<E = never>(onError?: ((error: unknown) => E | PromiseLike<E>) | null): Promise<BulkResult<T> | E> {
    return this.then(null, onError);
  }

  finally(onFinally?: (() => void) | null): Promise<BulkResult<T>> {
    return this.then().finally(onFinally);
  }
}
