import { access, constants, copyFile, mkdir, open, readdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { Command } from 'commander';
import { readConfig } from '../config.js';
import { requireDataDirectory } from '../data-directory.js';
import { command, type CommonOptions } from './command.js';
import { print, UsageError, type Io } from './io.js';

/**
 * Money first: what it refers to in the files copied after it is there already, and what is newer there than the money is
 * nobody's yet.
 */
const DATABASES = ['service.sqlite', 'owners.sqlite', 'support.sqlite', 'limits.sqlite'];
const SECRET = 'signing-secret';
const FILES = 'files';
/** Uploads under way belong to nobody yet. */
const UNFINISHED = 'unfinished';

export const backupCommand = (io: Io): Command =>
  command('backup <folder>', 'copy the data directory to a new folder, while the server runs').action(
    (folder: string, options: CommonOptions) => backUp(io, folder, options),
  );

/** The data directory is not opened as a service: a newer program would migrate it before it is safe. */
async function backUp(io: Io, folder: string, options: CommonOptions): Promise<void> {
  const { dataDir } = readConfig(io.env, options.dataDir === undefined ? {} : { dataDir: options.dataDir });
  const target = path.resolve(folder);
  await requireDataDirectory(dataDir);
  if (await exists(target)) throw new UsageError(`${target} exists already; a backup is a new folder.`);
  const { snapshot } = await import('../database/index.js');
  const unfinished = `${target}.unfinished`;
  await rm(unfinished, { recursive: true, force: true });
  await mkdir(unfinished, { recursive: true, mode: 0o700 });
  try {
    for (const name of DATABASES) {
      if (await exists(path.join(dataDir, name))) {
        await snapshot(path.join(dataDir, name), path.join(unfinished, name));
      }
    }
    await copyFile(path.join(dataDir, SECRET), path.join(unfinished, SECRET));
    const files = await copyFiles(path.join(dataDir, FILES), path.join(unfinished, FILES));
    // Whole or not at all: the name appears when everything below it is there.
    await rename(unfinished, target);
    print(io, options, { folder: target, files }, [
      `The backup is in ${target}, with ${files} files of customers.`,
    ]);
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true });
    throw error;
  }
}

const exists = (file: string): Promise<boolean> =>
  access(file).then(
    () => true,
    () => false,
  );

/** A stored file is never changed, only replaced or removed as a whole; one that goes away meanwhile is left out. */
async function copyFiles(from: string, to: string): Promise<number> {
  await mkdir(path.join(to, UNFINISHED), { recursive: true, mode: 0o700 });
  let copied = 0;
  for (const folder of await readdir(from)) {
    if (folder === UNFINISHED) continue;
    await mkdir(path.join(to, folder), { mode: 0o700 });
    for (const name of await readdir(path.join(from, folder)).catch(emptyWhenGone)) {
      const source = path.join(from, folder, name);
      const done = await copyDurably(source, path.join(to, folder, name)).catch(emptyWhenGone);
      if (!Array.isArray(done)) copied += 1;
    }
  }
  return copied;
}

async function copyDurably(from: string, to: string): Promise<void> {
  await copyFile(from, to, constants.COPYFILE_FICLONE);
  const file = await open(to, 'r+');
  await file.sync().finally(() => file.close());
}

function emptyWhenGone(error: NodeJS.ErrnoException): [] {
  if (error.code === 'ENOENT') return [];
  throw error;
}
