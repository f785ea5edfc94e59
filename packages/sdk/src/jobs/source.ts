import { InputFileError } from '../errors/index.js';
import type { StreamingBody } from '../transport/exchange.js';

/** A factory of streams: each call of `stream` gives the same `size` bytes anew, for an upload that is repeated. */
export interface StreamSource {
  readonly size: number;
  stream(): AsyncIterable<Uint8Array>;
}

/** The file to upload: a path, its bytes, a Blob or File, or anything with a `size` that opens as a stream. */
export type FileSource = string | URL | Uint8Array | Blob | StreamSource;

/** More than the 64 KiB that undici gives a socket's buffer: see `read`. */
const chunkBytes = 256 * 1024;

/** A source as a body of known length. Refuses what cannot be uploaded before anything is sent. */
export async function openSource(source: FileSource): Promise<StreamingBody> {
  const body = await bodyOf(source);
  if (body.bytes === 0) throw new InputFileError('The file is empty.');
  return { bytes: body.bytes, open: () => exactly(body.bytes, body.open()) };
}

/** The name a source has by itself, if it is a path or a File. */
export async function nameOf(source: FileSource): Promise<string | undefined> {
  if (typeof source === 'string' || source instanceof URL) {
    const [{ basename }, { fileURLToPath }] = await Promise.all([import('node:path'), import('node:url')]);
    return basename(typeof source === 'string' ? source : fileURLToPath(source));
  }
  return 'name' in source && typeof source.name === 'string' ? source.name : undefined;
}

async function bodyOf(source: FileSource): Promise<StreamingBody> {
  if (typeof source === 'string' || source instanceof URL) return fileBody(source);
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

async function fileBody(path: string | URL): Promise<StreamingBody> {
  const { stat } = await import('node:fs/promises');
  const found = await stat(path).catch((cause: NodeJS.ErrnoException) => {
    throw new InputFileError(cause.code === 'ENOENT' ? `No such file: ${String(path)}` : cause.message, {
      cause,
    });
  });
  if (found.isDirectory()) throw new InputFileError(`${String(path)} is a folder, not a file.`);
  if (!found.isFile())
    throw new InputFileError(`${String(path)} isn't a regular file, so its length is unknown.`);
  return { bytes: found.size, open: () => read(path) };
}

/**
 * The whole file through one piece of memory: thrown-away ones pile up until V8 collects them, which it does every
 * 32 MB. A socket that was given more than its buffer holds asks for no more before it has sent it; a short piece may
 * still wait there, so its memory is not used again.
 */
async function* read(path: string | URL): AsyncGenerator<Uint8Array> {
  const { open } = await import('node:fs/promises');
  const file = await open(path);
  try {
    let memory = new Uint8Array(chunkBytes);
    for (;;) {
      const { bytesRead } = await file.read(memory);
      if (bytesRead === 0) return;
      yield memory.subarray(0, bytesRead);
      if (bytesRead < chunkBytes) memory = new Uint8Array(chunkBytes);
    }
  } finally {
    await file.close();
  }
}

async function* slices(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.byteLength; at += chunkBytes) yield bytes.subarray(at, at + chunkBytes);
}

/** Content-Length has been promised by now, so a source that turns out longer or shorter is an error here. */
async function* exactly(bytes: number, chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let seen = 0;
  try {
    for await (const chunk of chunks) {
      seen += chunk.byteLength;
      if (seen > bytes) break;
      yield chunk;
    }
  } catch (cause) {
    throw new InputFileError(
      `Can't read the file: ${cause instanceof Error ? cause.message : String(cause)}`,
      { cause },
    );
  }
  if (seen !== bytes) throw new InputFileError('The file changed while it was being read.');
}

/** Blobs have `size` and `stream` as well, and can be read any number of times. */
export function isStream(file: FileSource): file is StreamSource {
  return (
    typeof file === 'object' &&
    !(file instanceof Uint8Array) &&
    !(file instanceof URL) &&
    !(typeof Blob === 'function' && file instanceof Blob)
  );
}
