import { MS_PER_SECOND, type Clock } from '../clock.js';
import { setTimeout as pause } from 'node:timers/promises';

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

/** `/readyz` answers within this time: load balancers wait a few seconds. */
const IN_TIME_MS = 1_500;

/**
 * Checks whether a dependency that may hang answers in time. A check that is still pending is not repeated, so checks do not
 * pile up on its connections.
 * @param ask rejects if the dependency does not answer
 */
export function answersInTime(ask: () => Promise<unknown>): () => Promise<boolean> {
  let asking: Promise<boolean> | null = null;
  return async () => {
    asking ??= ask()
      .then(
        () => true,
        () => false,
      )
      .finally(() => {
        asking = null;
      });
    const stop = new AbortController();
    const late = pause(IN_TIME_MS, false, { signal: stop.signal }).catch(() => false);
    const isInTime = await Promise.race([asking, late]);
    stop.abort();
    return isInTime;
  };
}
