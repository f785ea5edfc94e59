import { useRef } from 'react';

/**
 * Idempotency keys of what a form sends. The same request has the same key, whether the person, or the browser by itself, sends it
 * again because its answer was lost: what it makes is made once.
 */
export function useRequestKey() {
  const last = useRef<{ of: string; key: string } | null>(null);
  return {
    keyOf: (...request: readonly unknown[]): string => {
      const of = JSON.stringify(request);
      if (last.current?.of !== of) last.current = { of, key: crypto.randomUUID() };
      return last.current.key;
    },
    /** After a success: what is sent next is another request, also when it says the same. */
    renew: (): void => {
      last.current = null;
    },
  };
}
