import {
  access,
  constants,
  copyFile,
  mkdir,
  open,
  readdir,
  readFile,
  stat,
  writeFile,
} from 'node:fs/promises';
import path from 'node:path';

/**
 * The databases of a data directory, in the order they are copied. service.sqlite comes first: records it refers to already
 * exist in the others then, and newer records in the others are not referred to yet, which is harmless.
 */
export const DATABASES = ['service.sqlite', 'owners.sqlite', 'support.sqlite', 'limits.sqlite'] as const;
export const SECRET = 'signing-secret';
export const FILES = 'files';
/** Uploads in progress, which belong to no job yet. */
const UNFINISHED = 'unfinished';

/** Marks a folder as a backup that this program finished. */
const MANIFEST = 'backup.json';
const MADE_BY = 'skiptrace-server';

export interface Manifest {
  madeBy: typeof MADE_BY;
  version: string;
  createdAt: string;
  /** The data directory it was made from: `--keep` never removes another server's backups. */
  dataDir: string;
  /** Customer files in it. */
  files: number;
}

export const exists = (file: string): Promise<boolean> =>
  access(file).then(
    () => true,
    () => false,
  );

export async function writeManifest(folder: string, facts: Omit<Manifest, 'madeBy'>): Promise<void> {
  const manifest: Manifest = { madeBy: MADE_BY, ...facts };
  const file = path.join(folder, MANIFEST);
  await writeFile(file, `${JSON.stringify(manifest, null, 2)}\n`, { mode: 0o600, flush: true });
}

/** Null where there is none: backups of older versions have none, and nor have folders that aren't backups. */
export async function readManifest(folder: string): Promise<Manifest | null> {
  try {
    const found: unknown = JSON.parse(await readFile(path.join(folder, MANIFEST), 'utf8'));
    return isManifest(found) ? found : null;
  } catch {
    return null;
  }
}

function isManifest(value: unknown): value is Manifest {
  if (typeof value !== 'object' || value === null) return false;
  const { madeBy, dataDir, files } = value as Record<string, unknown>;
  return madeBy === MADE_BY && typeof dataDir === 'string' && typeof files === 'number';
}

/**
 * Copies customer files. The server never changes a stored file, it only replaces or removes whole ones, so a file that
 * disappears during the copy is left out.
 * @returns the number of files copied
 */
export async function copyFiles(from: string, to: string): Promise<number> {
  await mkdir(path.join(to, UNFINISHED), { recursive: true, mode: 0o700 });
  let copied = 0;
  for (const folder of await readdir(from).catch(emptyWhenGone)) {
    if (folder === UNFINISHED || !(await isFolder(path.join(from, folder)))) continue;
    await mkdir(path.join(to, folder), { mode: 0o700 });
    for (const name of await readdir(path.join(from, folder)).catch(emptyWhenGone)) {
      const source = path.join(from, folder, name);
      const done = await copyDurably(source, path.join(to, folder, name)).catch(emptyWhenGone);
      if (!Array.isArray(done)) copied += 1;
    }
  }
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
