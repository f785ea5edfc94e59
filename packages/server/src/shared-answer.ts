import { MS_PER_SECOND, type Clock } from './clock.js';

const FRESH_MS = MS_PER_SECOND;

/**
 * A question that costs something and that strangers may ask as often as they like: it is asked once at a time, and all who
 * ask meanwhile, or within a second of the answer, get that answer.
 */
export function sharedAnswer<T>(clock: Clock, ask: () => Promise<T>): () => Promise<T> {
  let latest: Promise<T> | null = null;
  /** Null while it is being asked. */
  let answeredAt: number | null = null;
  return () => {
    const isFresh = answeredAt === null || Math.abs(clock.now() - answeredAt) < FRESH_MS;
    if (latest !== null && isFresh) return latest;
    answeredAt = null;
    latest = ask().finally(() => (answeredAt = clock.now()));
    return latest;
  };
}
