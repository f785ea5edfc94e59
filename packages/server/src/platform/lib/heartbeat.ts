/**
 * Sends a heartbeat at an interval. Never two calls at once: a slow one could arrive after a later one.
 * @param tell never rejects
 * @returns a function that stops the heartbeat, and resolves when the last call is done
 */
export function startHeartbeat(everyMs: number, tell: () => Promise<void>): () => Promise<void> {
  let telling: Promise<void> | null = null;
  const timer = setInterval(() => {
    telling ??= tell().finally(() => {
      telling = null;
    });
  }, everyMs);
  return async () => {
    clearInterval(timer);
    await telling;
  };
}
