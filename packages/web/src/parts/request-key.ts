import { useState } from 'react';

/**
 * Idempotency keys of what a form sends. The same request has the same key, whether the person, or the browser by itself, sends it
 * again because its answer was lost, and whatever was sent in between: what it makes is made once.
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

  /** It was sent, and it is not known whether it was done. */
  leaveOpen(...request: readonly unknown[]): void {
    this.#open.add(JSON.stringify(request));
  }

  isOpen(...request: readonly unknown[]): boolean {
    return this.#open.has(JSON.stringify(request));
  }

  /** After a success: what is sent next is another request, also when it says the same. */
  renew(): void {
    this.#keys.clear();
    this.#open.clear();
  }
}

/** Over plain HTTP browsers have no randomUUID. */
const newKey = (): string =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');

/** The idempotency keys of a form, as long as it is on the page. */
export const useRequestKeys = (): RequestKeys => useState(() => new RequestKeys())[0];
