import { MS_PER_SECOND, type Clock } from '../clock.js';

const FRESH_MS = MS_PER_SECOND;

/** Coalesces concurrent calls of an expensive check that strangers may trigger, and caches its answer for one second. */
export function sharedAnswer<T>(clock: Clock, ask: () => Promise<T>): () => Promise<T> {
  let latest: Promise<T> | null = null;
  /** Null while a check is running. */
  let answeredAt: number | null = null;
  return () => {
    const isFresh = answeredAt === null || Math.abs(clock.now() - answeredAt) < FRESH_MS;
    if (latest !== null && isFresh) return latest;
    answeredAt = null;
    latest = ask().finally(() => (answeredAt = clock.now()));
    return latest;
  };
}
