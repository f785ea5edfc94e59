import { awaitedLater } from '../../lib/awaited-later.js';
import type { FilePart, OwnerFile } from './owner-file.js';
import type { RowOptions } from './owner-row.js';
import type { ReadPart } from './read-part.js';
import { partReaders, type PartReaders } from './reading-threads.js';

/** Reads a file in parts, several at a time, and yields the results in the order of the file. */
export async function* readInOrder(
  file: OwnerFile,
  options: Pick<RowOptions, 'dncDefault' | 'phoneTypeDefault' | 'allowNameless'>,
  bytes: number,
  sparedCores: number,
): AsyncGenerator<{ part: FilePart; read: ReadPart }> {
  const underWay: { part: FilePart; reading: Promise<ReadPart> }[] = [];
  const takeAllBut = async function* (count: number) {
    while (underWay.length > count) {
      const [first] = underWay.splice(0, 1);
      if (first !== undefined) yield { part: first.part, read: await first.reading };
    }
  };
  let readers: PartReaders | null = null;
  try {
    for await (const part of file.parts()) {
      readers ??= partReaders({ ...file.layout, ...options }, bytes, sparedCores);
      const reading = awaitedLater(readers.read(part));
      underWay.push({ part, reading });
      yield* takeAllBut(readers.ahead);
    }
    yield* takeAllBut(0);
  } catch (error) {
    yield* takeAllBut(0);
    throw error;
  } finally {
    await readers?.close();
  }
}
