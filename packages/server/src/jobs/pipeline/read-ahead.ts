/** Number of batches that wait for the database while the next is read. */
export const BATCHES_AHEAD = 1;

/** Yields the same items, but each only after `depth` more were read, so that work started for an item continues during reads. */
export async function* readAhead<T>(items: AsyncIterable<T>, depth: number): AsyncGenerator<T> {
  const held: T[] = [];
  for await (const item of items) {
    held.push(item);
    if (held.length > depth) yield* held.splice(0, 1);
  }
  yield* held;
}
