/** Batches that wait for the database while the next is read. */
export const BATCHES_AHEAD = 1;

/** The same items, each handed on when `depth` more have been read: what reading it began goes on meanwhile. */
export async function* readAhead<T>(items: AsyncIterable<T>, depth: number): AsyncGenerator<T> {
  const held: T[] = [];
  for await (const item of items) {
    held.push(item);
    if (held.length > depth) yield* held.splice(0, 1);
  }
  yield* held;
}
