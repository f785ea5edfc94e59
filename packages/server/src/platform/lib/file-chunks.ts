import { open } from 'node:fs/promises';

const BYTES_PER_READ = 128 * 1024;

/**
 * The bytes of a file, read through one buffer: each chunk overwrites the last. A new buffer for each would double the
 * memory of the process before the garbage collector frees them.
 * @param memory buffer to share when reading several files in turn
 */
export async function* chunksOf(
  path: string,
  memory = Buffer.allocUnsafe(BYTES_PER_READ),
): AsyncGenerator<Buffer> {
  const file = await open(path);
  try {
    for (;;) {
      const { bytesRead } = await file.read(memory, 0, memory.length, null);
      if (bytesRead === 0) return;
      yield memory.subarray(0, bytesRead);
    }
  } finally {
    await file.close();
  }
}
