import { access, type FileHandle, link, lstat, open, readdir, rename, stat, unlink } from 'node:fs/promises';
import { hostname } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { sha256Hex } from '../bytes.js';
import { InputFileError, OutputError, OutputExistsError } from '../errors.js';
import { chunkBytes, type StreamingBody } from '../transport/exchange.js';
import { type KeptPart, type Sink, writing } from './sink.js';

// All code that uses a path. Runtimes without files get files.web.ts instead (tsdown.config.ts). node:fs and node:process load
// Node's streams, so they are imported when they are needed.

/** The name of the file at a path. */
export function nameOfFile(path: string | URL): string {
  return basename(typeof path === 'string' ? path : fileURLToPath(path));
}

/** A file as a body of known length. @throws InputFileError */
export async function openFile(path: string | URL): Promise<StreamingBody> {
  const found = await stat(path).catch((cause: unknown) => {
    const { code, message } = cause as NodeJS.ErrnoException;
    throw new InputFileError(code === 'ENOENT' ? `No such file: ${String(path)}` : message, {
      cause,
    });
  });
  if (found.isDirectory()) throw new InputFileError(`${String(path)} is a folder, not a file.`);
  if (!found.isFile())
    throw new InputFileError(`${String(path)} isn't a regular file, so its length is unknown.`);
  return { bytes: found.size, open: () => read(path) };
}

/**
 * Reads the whole file through one reused buffer: new ones would pile up until the garbage collector runs,
 * every 32 MB. A socket given more than its buffer holds does not request the next chunk before it has sent
 * this one; a short chunk may still be queued, so its buffer is not reused.
 */
async function* read(path: string | URL): AsyncGenerator<Uint8Array> {
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

/** Reads the bytes between two offsets of a file. */
export async function* readPart(path: string | URL, start: number, end: number): AsyncGenerator<Uint8Array> {
  if (end <= start) return;
  const { createReadStream } = await import('node:fs');
  yield* createReadStream(path, { start, end: end - 1 }) as AsyncIterable<Uint8Array>;
}

/**
 * Opens a file that is written atomically: under a temporary name ending in `.part`, synced to the disk, then
 * renamed. Only its owner may read it, because it holds personal data. For `force` and `resumable` see `DownloadOptions`.
 */
export async function openFileSink(
  path: string,
  { jobId, force, resumable }: { jobId: string; force: boolean; resumable: boolean },
): Promise<Sink> {
  await checkOutput(path, { force });
  const folder = dirname(path);
  const kept = resumable ? await writing(() => takeKept(folder, jobId)) : undefined;
  let part = kept?.path ?? (await temporaryPart(folder));
  const file = await writing(() => (kept ? open(part, 'r+') : open(part, 'wx', ownerOnly)));
  let published = false;
  let isMarked = kept !== undefined;
  let length = kept?.bytes ?? 0;
  const renamePart = async (renamed: string) => {
    await writing(() => rename(part, renamed));
    part = renamed;
  };
  return {
    kept,
    write: (chunk) =>
      writing(async () => {
        await writeAll(file, chunk, length).catch((error: unknown) => {
          // A full disk is left as it was: the part goes.
          isMarked = false;
          throw error;
        });
        length += chunk.byteLength;
      }),
    restart: async () => {
      await writing(() => file.truncate(0));
      length = 0;
      // The remaining bytes may belong to another version than the one in the partial file's name.
      if (isMarked) await renamePart(await temporaryPart(folder));
      isMarked = false;
      return true;
    },
    mark: async (version) => {
      if (!resumable) return;
      await renamePart(keptPath(folder, jobId, version));
      isMarked = true;
    },
    publish: async () => {
      await writing(async () => {
        await file.sync();
        await file.close();
        await (force ? rename(part, path) : nameNew(part, path));
        published = true;
      });
      await syncFolder(path);
    },
    discard: async () => {
      // Does nothing to a closed file.
      await file.close().catch(() => {});
      if (published || (isMarked && length > 0)) return;
      await removeFile(part);
    },
  };
}

/**
 * Checks that a file can be created at a path, before paying for a result that could not be stored.
 *
 * @throws OutputExistsError, OutputError (no such folder, no permission, a name that is too long)
 */
export async function checkOutput(path: string, { force }: { force: boolean }): Promise<void> {
  const there = await writing(() =>
    lstat(path).catch((error: unknown) => {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    }),
  );
  if (there?.isDirectory()) throw new OutputError(`Can't write the output: ${path} is a folder.`);
  if (there && !force) throw new OutputExistsError(path);
  const probe = await temporaryPart(dirname(path));
  await writing(async () => {
    const file = await open(probe, 'wx', ownerOnly);
    try {
      await file.close();
    } finally {
      await unlink(probe);
    }
  });
}

/** The name of a temporary file beside `path`. If the process is killed, the next one that writes there removes the file. */
export const partBeside = (path: string): Promise<string> => temporaryPart(dirname(path));

/** Removes a file; ignores one that does not exist. */
export const removeFile = (path: string): Promise<void> => unlink(path).catch(() => {});

const ownerOnly = 0o600;

/** The partial file of a version, which a later download continues. Its name is short, however long the output's is. */
const keptPath = (folder: string, jobId: string, version: string) =>
  join(folder, `.skiptrace-${jobId}-${version}.part`);

/**
 * A name for a new temporary file, which says the machine and the process that write it, as the command line's does. Removes
 * the files of processes of this machine that have ended: a kill leaves the owners in them. Files that can't be removed stay.
 */
async function temporaryPart(folder: string): Promise<string> {
  const { kill, pid: ownPid } = await import('node:process');
  const start = `.skiptrace-${await sha256Hex(hostname(), 4)}-`;
  for (const name of await readdir(folder).catch(() => [])) {
    const pid = name.startsWith(start) ? Number.parseInt(name.slice(start.length), 10) : 0;
    if (pid > 0 && !isRunning(pid, kill)) await removeFile(join(folder, name));
  }
  return join(folder, `${start}${ownPid}-${crypto.randomUUID().slice(0, 8)}.part`);
}

function isRunning(pid: number, kill: NodeJS.Process['kill']): boolean {
  try {
    // Signal 0 is not sent; it only shows whether it could be.
    kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Finds the longest partial file of a job, and removes the others, of other versions. */
async function takeKept(folder: string, jobId: string): Promise<KeptPart | undefined> {
  const name = new RegExp(`^\\.skiptrace-${jobId}-([0-9a-f]+)\\.part$`);
  let best: KeptPart | undefined;
  for (const entry of await readdir(folder)) {
    const version = name.exec(entry)?.[1];
    if (version === undefined) continue;
    const path = join(folder, entry);
    const { size: bytes } = await stat(path);
    const isUsable = bytes > (best?.bytes ?? 0);
    const useless = isUsable ? best?.path : path;
    if (useless !== undefined) await unlink(useless);
    if (isUsable) best = { path, bytes, version };
  }
  return best;
}

/** Writes at an explicit offset: truncating a file doesn't move the offset of its next write. */
async function writeAll(file: FileHandle, chunk: Uint8Array, position: number): Promise<void> {
  for (let at = 0; at < chunk.byteLength;)
    at += (await file.write(chunk, at, chunk.byteLength - at, position + at)).bytesWritten;
}

/** Names a new file. Unlike `rename`, `link` never replaces a file that was created in the meantime. */
async function nameNew(part: string, path: string): Promise<void> {
  try {
    await link(part, path);
  } catch (error) {
    const isAbsent = await access(path).catch(() => true);
    if (!isAbsent || (error as NodeJS.ErrnoException).code === 'EEXIST') throw new OutputExistsError(path);
    // The file system has no hard links.
    return rename(part, path);
  }
  await unlink(part);
}

/** Syncs the folder, so that the new name survives a power cut. On systems where a folder can't be opened, nothing is done. */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(dirname(path), 'r').catch(() => undefined);
  // Ignored: the file itself is already on the disk.
  await folder?.sync().catch(() => {});
  await folder?.close().catch(() => {});
}
