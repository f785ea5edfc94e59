import type { FileHandle } from 'node:fs/promises';
import type { Writable } from 'node:stream';

import { OutputError, OutputExistsError } from '../errors/index.js';

/** Where a download goes. */
export interface Sink {
  write(chunk: Uint8Array): Promise<void>;
  /** Forgets everything written so far; false when that cannot be undone. */
  restart(): Promise<boolean>;
  /** Everything is there: make it final. */
  publish(): Promise<void>;
  /** It failed: leave nothing behind. Also called after `publish`, where it does nothing. */
  discard(): Promise<void>;
}

/**
 * A file that comes to be whole or not at all: written beside its place under a name that ends in `.part`, forced to
 * the disk, then given its name in one step.
 */
export async function openFileSink(path: string, { force }: { force: boolean }): Promise<Sink> {
  const { open, rename, unlink } = await files();
  if (!force) await refuseExisting(path);
  const part = `${path}.${crypto.randomUUID().slice(0, 8)}.part`;
  const file = await writing(() => open(part, 'wx'));
  let isOpen = true;
  let published = false;
  let length = 0;
  const close = async () => {
    if (isOpen) {
      isOpen = false;
      await file.close();
    }
  };
  return {
    write: (chunk) =>
      writing(async () => {
        await writeAll(file, chunk, length);
        length += chunk.byteLength;
      }),
    restart: async () => {
      await writing(() => file.truncate(0));
      length = 0;
      return true;
    },
    publish: async () => {
      await writing(async () => {
        await file.sync();
        await close();
        await (force ? rename(part, path) : nameNew(part, path));
        published = true;
      });
      await syncFolder(path);
    },
    discard: async () => {
      await close().catch(() => {});
      if (!published) await unlink(part).catch(() => {});
    },
  };
}

/** @throws OutputExistsError */
export async function refuseExisting(path: string): Promise<void> {
  if (await exists(path)) throw new OutputExistsError(path);
}

/** A stream of the caller's, which stays open. */
export function openStreamSink(stream: Writable): Sink {
  let wrote = false;
  // Each write reports its own error; without a listener the same error would also end the process.
  const ignore = () => {};
  stream.on('error', ignore);
  return {
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
      setImmediate(() => stream.off('error', ignore));
      return Promise.resolve();
    },
  };
}

/** At a given place, because truncating a file does not move the place its next bytes go to. */
async function writeAll(file: FileHandle, chunk: Uint8Array, position: number): Promise<void> {
  for (let at = 0; at < chunk.byteLength;) {
    const { bytesWritten } = await file.write(chunk, at, chunk.byteLength - at, position + at);
    at += bytesWritten;
  }
}

/** Unlike `rename`, `link` never replaces a file that has come to be there meanwhile. */
async function nameNew(part: string, path: string): Promise<void> {
  const { link, rename, unlink } = await files();
  try {
    await link(part, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST' || (await exists(path)))
      throw new OutputExistsError(path);
    // A file system without hard links.
    return rename(part, path);
  }
  await unlink(part);
}

/** So that the new name survives a power cut. Not every system lets a folder be opened; then it is left to it. */
async function syncFolder(path: string): Promise<void> {
  const [{ open }, { dirname }] = await Promise.all([files(), import('node:path')]);
  try {
    const folder = await open(dirname(path), 'r');
    await folder.sync().finally(() => folder.close());
  } catch {
    // The file itself is on the disk already.
  }
}

async function exists(path: string): Promise<boolean> {
  const { access } = await files();
  return access(path).then(
    () => true,
    () => false,
  );
}

async function writing<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    if (cause instanceof OutputExistsError) throw cause;
    throw new OutputError(
      `The output cannot be written: ${cause instanceof Error ? cause.message : String(cause)}`,
      { cause },
    );
  }
}

/** Loaded when the first file is met: most programs that look addresses up never touch one. */
const files = () => import('node:fs/promises');
