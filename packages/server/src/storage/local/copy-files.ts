import { constants, copyFile, open, readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { makeFolder, syncFolder } from '../../lib/private-files.js';
import { UNFINISHED } from './local-file-store.js';

/**
 * Copies the files of a local store. The server never changes a stored file, it only replaces or removes whole ones, so a
 * file that disappears during the copy is left out. So are unfinished writes, which belong to no job yet.
 * @returns the number of files copied
 */
export async function copyFiles(from: string, to: string): Promise<number> {
  await makeFolder(path.join(to, UNFINISHED));
  let copied = 0;
  for (const folder of await readdir(from).catch(emptyWhenGone)) {
    if (folder === UNFINISHED || !(await isFolder(path.join(from, folder)))) continue;
    await makeFolder(path.join(to, folder));
    for (const name of await readdir(path.join(from, folder)).catch(emptyWhenGone)) {
      const source = path.join(from, folder, name);
      const done = await copyDurably(source, path.join(to, folder, name)).catch(emptyWhenGone);
      if (!Array.isArray(done)) copied += 1;
    }
    await syncFolder(path.join(to, folder));
  }
  await syncFolder(to);
  return copied;
}

const isFolder = (folder: string): Promise<boolean> =>
  stat(folder).then(
    (found) => found.isDirectory(),
    () => false,
  );

/** Copies a file that exists when this resolves even if the power fails. */
export async function copyDurably(from: string, to: string): Promise<void> {
  await copyFile(from, to, constants.COPYFILE_FICLONE);
  const file = await open(to, 'r+');
  try {
    await file.chmod(0o600);
    await file.sync();
  } finally {
    await file.close();
  }
}

function emptyWhenGone(error: NodeJS.ErrnoException): [] {
  if (error.code === 'ENOENT') return [];
  throw error;
}
