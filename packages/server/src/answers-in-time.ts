import { setTimeout as pause } from 'node:timers/promises';

/** `/readyz` answers within this time: load balancers wait a few seconds. */
const IN_TIME_MS = 1_500;

/**
 * Whether something that may stand still without a word answers in time. While an answer is awaited it is not asked again, so
 * that questions do not pile up on its connections.
 * @param ask rejects where it does not answer
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
