import { setTimeout as pause } from 'node:timers/promises';
import { MS_PER_SECOND, type Clock } from '../clock.js';
import { awaitedLater } from './awaited-later.js';

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

/** Waits; the signal ends the wait sooner. */
export type Pause = (ms: number, until: AbortSignal) => Promise<unknown>;

const realPause: Pause = (ms, signal) => pause(ms, undefined, { signal }).catch(() => undefined);

/** Returns the outcome of `asking`, or `late` after `ms`. `asking` goes on; if it fails after that, the failure is ignored. */
export async function inTime<T>(asking: Promise<T>, late: T, ms: number, wait = realPause): Promise<T> {
  const stop = new AbortController();
  try {
    return await Promise.race([awaitedLater(asking), wait(ms, stop.signal).then(() => late)]);
  } finally {
    stop.abort();
  }
}

/** `/readyz` answers within this time: load balancers wait a few seconds. */
const READY_WITHIN_MS = 1_500;

/**
 * Checks whether a dependency that may hang answers in time. A check that is still pending is not repeated, so checks do not
 * pile up on its connections.
 * @param ask rejects if the dependency does not answer
 */
export function answersInTime(ask: () => Promise<unknown>): () => Promise<boolean> {
  let asking: Promise<boolean> | null = null;
  return () => {
    asking ??= ask()
      .then(
        () => true,
        () => false,
      )
      .finally(() => {
        asking = null;
      });
    return inTime(asking, false, READY_WITHIN_MS);
  };
}
