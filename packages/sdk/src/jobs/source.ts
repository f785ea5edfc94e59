import { InputFileError } from '../errors.js';
import { chunkBytes, type StreamingBody } from '../transport/exchange.js';
import { messageOf } from '../units.js';
import type { ByteSource } from './csv-companion.js';
import { nameOfFile, openFile, readPart } from './files.node.js';

/** A factory of streams: each call of `stream` yields the same `size` bytes from the start, for a repeated upload. */
export interface StreamSource {
  readonly size: number;
  stream(): AsyncIterable<Uint8Array>;
}

/** The file to upload: a path, its bytes, a Blob or File, or anything with a `size` that opens as a stream. */
export type FileSource = string | URL | Uint8Array | Blob | StreamSource;

/** Opens a source as a body of known length. Rejects unusable sources before anything is sent. */
export async function openSource(source: FileSource): Promise<StreamingBody> {
  const body = await bodyOf(source);
  if (body.bytes === 0) throw new InputFileError('The file is empty.');
  return { bytes: body.bytes, open: () => exactly(body.bytes, body.open()) };
}

/** The source's own name, if it is a path or a File. */
export function nameOf(source: FileSource): string | undefined {
  if (typeof source === 'string' || source instanceof URL) return nameOfFile(source);
  return 'name' in source && typeof source.name === 'string' ? source.name : undefined;
}

async function bodyOf(source: FileSource): Promise<StreamingBody> {
  if (typeof source === 'string' || source instanceof URL) return openFile(source);
  if (source instanceof Uint8Array) return { bytes: source.byteLength, open: () => slices(source) };
  const size: number | undefined = source.size;
  if (size === undefined || typeof source.stream !== 'function') {
    throw new InputFileError(
      "The file must be a path, bytes, a Blob, or { size, stream() }. A stream alone has no known length and can't be sent twice.",
    );
  }
  if (!Number.isSafeInteger(size) || size < 0)
    throw new InputFileError('Pass a stream as { size, stream() }, where size is its length in bytes.');
  return { bytes: size, open: () => source.stream() as AsyncIterable<Uint8Array> };
}

// oxlint-disable-next-line typescript/require-await -- all sources are read as asynchronous ones
async function* slices(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.byteLength; at += chunkBytes) yield bytes.subarray(at, at + chunkBytes);
}

/** Throws if the source turns out longer or shorter: Content-Length has been sent by now. */
async function* exactly(bytes: number, chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let seen = 0;
  try {
    for await (const chunk of chunks) {
      seen += chunk.byteLength;
      if (seen > bytes) break;
      yield chunk;
    }
  } catch (cause) {
    throw new InputFileError(`Can't read the file: ${messageOf(cause)}`, { cause });
  }
  if (seen !== bytes)
    throw new InputFileError(
      'The file changed while it was being read; or its stream() returned a stream that was read before.',
    );
}

/** Whether the file is a `StreamSource`. A Blob, which has `size` and `stream` as well, does not count as one. */
export function isStream(file: FileSource): file is StreamSource {
  const isBlob = typeof Blob === 'function' && file instanceof Blob;
  return typeof file === 'object' && file !== null && 'stream' in file && !isBlob;
}

/** A file as @skiptrace/csv reads it: each range of bytes can be read again. */
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
