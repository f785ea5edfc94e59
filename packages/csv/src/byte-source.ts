/** A file on a disk, or one that a person dropped on a page. It may be read repeatedly, from any position. */
export interface ByteSource {
  /** Bytes. */
  readonly size: number;
  /** The bytes from `start` up to `end`, in pieces, as they are read; by default all of them. */
  read(start?: number, end?: number): AsyncIterable<Uint8Array>;
}

/** A Blob or a File, which a browser reads from the disk piece by piece. */
export const blobSource = (blob: Blob): ByteSource => ({
  size: blob.size,
  read: (start = 0, end = blob.size) => chunksOf(blob.slice(start, end).stream()),
});

/** The pieces of a stream, through a reader because Safari has no `for await` over a ReadableStream. */
async function* chunksOf(stream: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  const reader = stream.getReader();
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) yield next.value;
  } finally {
    // The consumer stopped early: cancel the stream.
    await reader.cancel().catch(() => undefined);
  }
}

/** All bytes between two positions, at once. */
export async function readWhole(source: ByteSource, start?: number, end?: number): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  for await (const part of source.read(start, end)) parts.push(part);
  return joined(parts);
}

/** Concatenates byte arrays. */
export function joined(parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
