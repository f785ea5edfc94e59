import { OutputError, OutputExistsError } from '../errors/index.js';

/**
 * A writable stream of Node's, described by what is used of it: programs without Node's types (browsers, Workers) can then
 * compile against this package.
 */
export interface OutputStream {
  readonly destroyed: boolean;
  readonly writableEnded: boolean;
  write(chunk: Uint8Array, done: (error?: Error | null) => void): boolean;
  on(event: 'error', listener: (error: Error) => void): unknown;
  off(event: 'error', listener: (error: Error) => void): unknown;
}

/** Where a file can be written: a path, a writable stream of Node's or of the web. Streams stay open. */
export type OutputTarget = string | OutputStream | WritableStream<Uint8Array>;

/** Where a download goes. */
export interface Sink {
  /** What an earlier download left of this file. */
  readonly kept: KeptPart | undefined;
  write(chunk: Uint8Array): Promise<void>;
  /** Forgets everything written so far; false when that cannot be undone. */
  restart(): Promise<boolean>;
  /** Says which version of the file the bytes belong to, so that a later download can go on with them. */
  mark(version: string): Promise<void>;
  /** Everything is there: make it final. */
  publish(): Promise<void>;
  /** It failed: leave nothing behind but what a later download can use. Also called after `publish`, where it does nothing. */
  discard(): Promise<void>;
}

/** What an earlier download left. */
export interface KeptPart {
  readonly path: string;
  readonly bytes: number;
  /** As it was given to `mark`. */
  readonly version: string;
}

/** @throws OutputError when nothing more can be written to a stream of the caller's */
export function checkStream(stream: OutputStream | WritableStream<Uint8Array>): void {
  if (isWebStream(stream)) {
    if (stream.locked) throw new OutputError("Can't write the output: the stream has another writer.");
    return;
  }
  if (typeof stream.write !== 'function')
    throw new OutputError(
      "Can't write the output: pass a path, a writable stream of Node's, or a WritableStream.",
    );
  if (stream.destroyed || stream.writableEnded)
    throw new OutputError("Can't write the output: the stream has ended.");
}

/** A stream of the caller's, which stays open. */
export function openStreamSink(stream: OutputStream | WritableStream<Uint8Array>): Sink {
  return isWebStream(stream) ? openWebSink(stream) : openNodeSink(stream);
}

const isWebStream = (
  stream: OutputStream | WritableStream<Uint8Array>,
): stream is WritableStream<Uint8Array> => 'getWriter' in stream;

function openWebSink(stream: WritableStream<Uint8Array>): Sink {
  const writer = stream.getWriter();
  // Each write reports its own error; this promise would report it a second time, as unhandled.
  writer.closed.catch(() => {});
  let wrote = false;
  return {
    kept: undefined,
    mark: () => Promise.resolve(),
    write: (chunk) =>
      writing(() => {
        wrote = true;
        // A web stream may keep what it is given, and the memory of a chunk may be used again.
        return writer.write(chunk.slice());
      }),
    restart: () => Promise.resolve(!wrote),
    publish: () => Promise.resolve(),
    discard: () => {
      writer.releaseLock();
      return Promise.resolve();
    },
  };
}

function openNodeSink(stream: OutputStream): Sink {
  let wrote = false;
  // Each write reports its own error; without a listener the same error would also end the process.
  const ignore = () => {};
  stream.on('error', ignore);
  return {
    kept: undefined,
    mark: () => Promise.resolve(),
    write: (chunk) =>
      writing(() => {
        wrote = true;
        return new Promise<void>((resolve, reject) => {
          stream.write(chunk, (error) => (error ? reject(error) : resolve()));
        });
      }),
    restart: () => Promise.resolve(!wrote),
    publish: () => Promise.resolve(),
    discard: () => {
      // An error event may follow its write's callback by a tick.
      setTimeout(() => stream.off('error', ignore));
      return Promise.resolve();
    },
  };
}

/** What goes wrong with an output is told as such. */
export async function writing<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    if (cause instanceof OutputExistsError || cause instanceof OutputError) throw cause;
    throw new OutputError(
      `Can't write the output: ${cause instanceof Error ? cause.message : String(cause)}`,
      { cause },
    );
  }
}
