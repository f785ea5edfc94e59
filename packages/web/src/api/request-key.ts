import { useState } from 'react';

/**
 * Idempotency keys for the requests of a form. The same request gets the same key when the person or the browser sends it again
 * after a lost response, even with other requests in between, so it is carried out once.
 */
export class RequestKeys {
  readonly #keys = new Map<string, string>();
  readonly #open = new Set<string>();

  keyOf(...request: readonly unknown[]): string {
    const of = JSON.stringify(request);
    const key = this.#keys.get(of) ?? newKey();
    this.#keys.set(of, key);
    return key;
  }

  /** Marks a request that was sent with an unknown outcome. */
  leaveOpen(...request: readonly unknown[]): void {
    this.#open.add(JSON.stringify(request));
  }

  isOpen(...request: readonly unknown[]): boolean {
    return this.#open.has(JSON.stringify(request));
  }

  /** Makes new keys after a success, so that the next request is a new one, even with the same content. */
  renew(): void {
    this.#keys.clear();
    this.#open.clear();
  }
}

/** A random key. Browsers have no `randomUUID` over plain HTTP. */
const newKey = (): string =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');

/** Idempotency keys of a form while it is mounted. */
export const useRequestKeys = (): RequestKeys => useState(() => new RequestKeys())[0];
