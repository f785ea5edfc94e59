/** Files on a disk, for Node only, so they're an entry of their own: `@skiptrace/csv/files`. */
import { createReadStream } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import type { ByteSource } from './byte-source.js';

/** Opens a file for reading, up to its present size. @throws file system errors */
export async function fileSource(path: string): Promise<ByteSource> {
  return fileOfSize(path, (await stat(path)).size);
}

/** Same, for a file of known size. */
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
    // The range is empty.
  },
};

/** Writes a new file that only its owner can read. @throws file system errors, errors of `chunks`, the reason of `signal` */
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
