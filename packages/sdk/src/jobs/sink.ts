import { OutputError, OutputExistsError } from '../errors.js';
import { messageOf } from '../units.js';

/**
 * A writable Node stream, declared by the members used, so that programs without Node's types (browsers,
 * Workers) can compile against this package.
 */
export interface OutputStream {
  readonly destroyed: boolean;
  readonly writableEnded: boolean;
  write(chunk: Uint8Array, done: (error?: Error | null) => void): boolean;
  on(event: 'error', listener: (error: Error) => void): unknown;
  off(event: 'error', listener: (error: Error) => void): unknown;
}

/** Target for a file: a path, or a writable Node or web stream. Streams stay open. */
export type OutputTarget = string | OutputStream | WritableStream<Uint8Array>;

/** Target of a download. */
export interface Sink {
  /** Partial file left by an earlier download. */
  readonly kept?: KeptPart | undefined;
  write(chunk: Uint8Array): Promise<void> | void;
  /** Discards everything written so far; false when that is impossible. */
  restart(): Promise<boolean> | boolean;
  /** Records the version of the file that the bytes belong to, so that a later download can resume. */
  mark?(version: string): Promise<void>;
  /** Makes the complete file final. */
  publish?(): Promise<void>;
  /** Cleans up after a failure, keeping only what a later download can use. Does nothing after `publish`. */
  discard?(): Promise<void> | void;
}

/** A partial file left by an earlier download. */
export interface KeptPart {
  readonly path: string;
  readonly bytes: number;
  /** The version passed to `mark`. */
  readonly version: string;
}

/** @throws OutputError when the caller's stream can no longer be written to */
export function checkedStream<S extends Exclude<OutputTarget, string>>(stream: S): S {
  const why = isWebStream(stream)
    ? stream.locked && 'the stream has another writer'
    : typeof stream.write !== 'function'
      ? "pass a path, a writable stream of Node's, or a WritableStream"
      : (stream.destroyed || stream.writableEnded) && 'the stream has ended';
  if (why) throw new OutputError(`Can't write the output: ${why}.`);
  return stream;
}

const isWebStream = (stream: Exclude<OutputTarget, string>): stream is WritableStream<Uint8Array> =>
  'getWriter' in stream;

/** Writes to a stream of the caller's, which stays open. */
export function openStreamSink(stream: Exclude<OutputTarget, string>): Sink {
  const { write, discard } = isWebStream(stream) ? webWriter(stream) : nodeWriter(stream);
  let wrote = false;
  return {
    write: (chunk) =>
      writing(() => {
        wrote = true;
        return write(chunk);
      }),
    restart: () => !wrote,
    discard,
  };
}

interface Writer {
  write(chunk: Uint8Array): Promise<void>;
  discard(): void;
}

function webWriter(stream: WritableStream<Uint8Array>): Writer {
  const writer = stream.getWriter();
  // Each write reports its own error; this promise would report it a second time, as unhandled.
  writer.closed.catch(() => {});
  return {
    // A web stream may keep the chunk, and its memory may be reused; so the stream gets a copy.
    write: (chunk) => writer.write(chunk.slice()),
    discard: () => writer.releaseLock(),
  };
}

function nodeWriter(stream: OutputStream): Writer {
  // Each write reports its own error; without a listener the same error would also end the process.
  const ignore = () => {};
  stream.on('error', ignore);
  return {
    write: (chunk) =>
      new Promise((resolve, reject) => {
        stream.write(chunk, (error) => (error ? reject(error) : resolve()));
      }),
    // An error event may follow its write's callback by a tick.
    discard: () => void setTimeout(() => stream.off('error', ignore)),
  };
}

/** Turns failures of an output into OutputError. */
export async function writing<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    if (cause instanceof OutputExistsError || cause instanceof OutputError) throw cause;
    throw new OutputError(`Can't write the output: ${messageOf(cause)}`, { cause });
  }
}
