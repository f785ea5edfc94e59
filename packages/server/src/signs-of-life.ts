/**
 * Tells again and again that something is still alive. Never two at once: a slow one would arrive after a later one.
 * @param tell never rejects
 * @returns stops, when the last one has been told
 */
export function signsOfLife(everyMs: number, tell: () => Promise<void>): () => Promise<void> {
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
