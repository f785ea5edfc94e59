/** Batches that wait for the database while the next is read. */
export const BATCHES_AHEAD = 1;

/**
 * The same items, but each is handed on only after `depth` more were read. Work that an item started goes on while those are read.
 */
export async function* readAhead<T>(items: AsyncIterable<T>, depth: number): AsyncGenerator<T> {
  const held: T[] = [];
  for await (const item of items) {
    held.push(item);
    if (held.length > depth) yield* held.splice(0, 1);
  }
  yield* held;
}
