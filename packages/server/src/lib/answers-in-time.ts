import { setTimeout as pause } from 'node:timers/promises';

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
