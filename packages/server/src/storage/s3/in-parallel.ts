import { itemAt } from '../../item-at.js';

/** Calls `run` for every item, `atOnce` at a time, and returns the results in order. After a failure it waits for what is under way, then throws. */
export async function inParallel<T, R>(
  items: readonly T[],
  atOnce: number,
  run: (item: T, index: number) => Promise<R>,
): Promise<R[]> {
  const results: R[] = [];
  let next = 0;
  let failed: { error: unknown } | null = null;
  const worker = async () => {
    while (next < items.length && failed === null) {
      const index = next++;
      try {
        results[index] = await run(itemAt(items, index), index);
      } catch (error) {
        failed ??= { error };
      }
    }
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  if (failed !== null) throw (failed as { error: unknown }).error;
  return results;
}
