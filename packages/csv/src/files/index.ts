/** Files on a disk, for Node only, so they're an entry of their own: `@skiptrace/csv/files`. */
import { createReadStream } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import type { ByteSource } from '../source/byte-source.js';

/** A file, of which no more is read than its size was. @throws what the disk says */
export async function fileSource(path: string): Promise<ByteSource> {
  return fileOfSize(path, (await stat(path)).size);
}

/** The same for a file whose size is known. */
export const fileOfSize = (path: string, size: number): ByteSource => ({
  size,
  read: (start = 0, end = size) => (start < end ? readFrom(path, start, end) : NOTHING),
});

async function* readFrom(path: string, start: number, end: number): AsyncGenerator<Uint8Array> {
  // `end` of a stream is the last byte, not the one after it.
  for await (const chunk of createReadStream(path, { start, end: end - 1 })) yield chunk as Buffer;
}

const NOTHING: AsyncIterable<Uint8Array> = {
  async *[Symbol.asyncIterator]() {
    // No byte.
  },
};

/** Writes a new file that only its owner can read. @throws what the disk says, what `chunks` throws, the reason of `signal` */
export async function writeChunks(
  path: string,
  chunks: AsyncIterable<Uint8Array>,
  signal?: AbortSignal,
): Promise<void> {
  const file = await open(path, 'wx', 0o600);
  try {
    for await (const chunk of chunks) {
      signal?.throwIfAborted();
      await file.writeFile(chunk);
    }
  } finally {
    await file.close();
  }
}
