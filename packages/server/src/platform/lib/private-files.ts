import { randomUUID } from 'node:crypto';
import { link, mkdir, open, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { errorCode } from './error-code.js';

/** These files hold people's data or secrets: readable only by their owner. */
const FOLDER_MODE = 0o700;
const FILE_MODE = 0o600;

/**
 * Replaces a file atomically: a reader finds the old content or the new one, also after a kill or a power cut. On the disk
 * when it resolves.
 */
export async function replaceFile(file: string, content: string | Uint8Array): Promise<void> {
  await withDraft(file, content, (draft) => rename(draft, file));
  await syncFolder(path.dirname(file));
}

/** Creates a file in the same way, unless it exists. @returns false if it exists; nothing has changed then */
export async function createFile(file: string, content: string | Uint8Array): Promise<boolean> {
  const isMade = await withDraft(file, content, (draft) =>
    // Unlike a rename, a link never replaces a file.
    link(draft, file).then(
      () => true,
      (error: unknown) => {
        if (errorCode(error) === 'EEXIST') return false;
        throw error;
      },
    ),
  );
  await syncFolder(path.dirname(file));
  return isMade;
}

async function withDraft<T>(
  file: string,
  content: string | Uint8Array,
  publish: (draft: string) => Promise<T>,
): Promise<T> {
  const draft = `${file}.${randomUUID()}`;
  try {
    await writeFile(draft, content, { mode: FILE_MODE, flag: 'wx', flush: true });
    return await publish(draft);
  } finally {
    await rm(draft, { force: true });
  }
}

const REASONS: Readonly<Record<string, string>> = {
  EEXIST: 'it is a file',
  ENOTDIR: 'part of its path is a file',
  EACCES: "this user can't write there",
  EPERM: 'it belongs to another user',
  EROFS: 'the file system is read-only',
  ENOSPC: 'the disk is full',
  ENOENT: 'no folder can be made there',
};

/** Why a folder cannot be used, as a clause: `the file system is read-only`. */
export function folderFault(error: unknown): string {
  const code = errorCode(error) ?? 'unknown';
  return REASONS[code] ?? code;
}

/** Flushes a folder's directory entries to the disk: without it, a power cut can undo the renames in it. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/**
 * Creates a folder and its missing parents. Not `mkdir` with `recursive`: below /proc, where no folder can be created, Node 20
 * retries that forever.
 * @returns whether it was missing
 */
export async function makeFolder(folder: string): Promise<boolean> {
  try {
    return await makeOne(folder);
  } catch (error) {
    if (errorCode(error) !== 'ENOENT' || path.dirname(folder) === folder) throw error;
  }
  await makeFolder(path.dirname(folder));
  return makeOne(folder);
}

async function makeOne(folder: string): Promise<boolean> {
  try {
    await mkdir(folder, FOLDER_MODE);
    return true;
  } catch (error) {
    const found = await stat(folder).catch(() => null);
    if (found?.isDirectory() === true) return false;
    throw error;
  }
}
