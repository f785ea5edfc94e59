import type { ByteSource } from './csv-companion.js';
import { readPart } from './files.node.js';
import { type FileSource, isStream, openSource } from './source.js';

/** A file in the form @skiptrace/csv reads: any range, any number of times. */
export async function byteSourceOf(file: FileSource): Promise<ByteSource> {
  const { bytes: size, open } = await openSource(file);
  const part = async function* (start: number, end: number): AsyncGenerator<Uint8Array> {
    if (typeof file === 'string' || file instanceof URL) yield* readPart(file, start, end);
    else if (file instanceof Uint8Array) yield file.subarray(start, end);
    else if (isStream(file)) yield* cut(open(), start, end);
    else yield* file.slice(start, end).stream() as unknown as AsyncIterable<Uint8Array>;
  };
  return { size, read: (start = 0, end = size) => part(start, end) };
}

/** Bytes of a range, from a stream that can only be read from its start. */
async function* cut(
  chunks: AsyncIterable<Uint8Array>,
  start: number,
  end: number,
): AsyncGenerator<Uint8Array> {
  let at = 0;
  for await (const chunk of chunks) {
    const wanted = chunk.subarray(Math.max(0, start - at), Math.max(0, end - at));
    if (wanted.byteLength > 0) yield wanted;
    at += chunk.byteLength;
    if (at >= end) return;
  }
}
