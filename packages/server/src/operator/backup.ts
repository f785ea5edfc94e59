import { lstat, readdir, realpath, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { Command } from 'commander';
import { systemClock } from '../clock.js';
import { readConfig } from '../config.js';
import { requireDataDirectory } from '../data-directory.js';
import { folderFault, makeFolder, syncFolder } from '../lib/private-files.js';
import { copyDurably, copyFiles } from '../storage/index.js';
import { requireDataDirectoryEngine } from './backup-elsewhere.js';
import { DATABASES, exists, FILES, readManifest, SECRET, writeManifest } from './backup-folder.js';
import { command, type CommonOptions } from './command.js';
import { count, print, UsageError, wholeNumber, type Io } from './io.js';
import { VERSION } from '../version.js';

interface BackupOptions extends CommonOptions {
  keep?: number;
}

export const backupCommand = (io: Io): Command =>
  command(
    'backup <folder>',
    'Copy the data directory to a new folder while the server runs, and check the copy',
  )
    .option(
      '--keep <n>',
      'make a dated backup inside <folder>, and delete all but the newest <n> made this way',
      wholeNumber('--keep', 1, 10_000),
    )
    .action((folder: string, options: BackupOptions) => backUp(io, folder, options));

/** Does not open the service: a newer version would migrate the data before the backup exists. */
async function backUp(io: Io, folder: string, options: BackupOptions): Promise<void> {
  const config = readConfig(io.env, options.dataDir === undefined ? {} : { dataDir: options.dataDir });
  requireDataDirectoryEngine(io, config, 'backup');
  const { dataDir } = config;
  await requireDataDirectory(dataDir);
  const createdAt = new Date(systemClock.now()).toISOString();
  const parent = path.resolve(folder);
  const target = options.keep === undefined ? parent : path.join(parent, datedName(createdAt));
  await refuseInside(dataDir, target);
  if (await exists(target)) {
    throw new UsageError(
      `${target} already exists. Name a new folder, or add --keep 7 to make dated backups inside it.`,
    );
  }
  const files = await copyAll(dataDir, target, createdAt);
  const deleted = options.keep === undefined ? [] : await prune(parent, dataDir, options.keep);
  print(io, options, { folder: target, files, verified: true, deleted }, [
    `Backup written to ${target} and checked (${count(files, 'customer file')}).`,
    ...(deleted.length === 0 ? [] : [`Deleted ${count(deleted.length, 'older backup')}.`]),
  ]);
}

/** The backup's name appears only once everything in it is complete and checked. */
async function copyAll(dataDir: string, target: string, createdAt: string): Promise<number> {
  const { integrityFindings, snapshot } = await import('../database/sqlite/index.js');
  const unfinished = `${target}.unfinished`;
  try {
    await rm(unfinished, { recursive: true, force: true });
    await makeFolder(unfinished);
  } catch (error) {
    throw new UsageError(`Can't write a backup to ${target}: ${folderFault(error)}.`);
  }
  try {
    const databases: string[] = [];
    for (const name of DATABASES) {
      if (!(await exists(path.join(dataDir, name)))) continue;
      databases.push(name);
      await snapshot(path.join(dataDir, name), path.join(unfinished, name));
      const [finding] = await integrityFindings(path.join(unfinished, name));
      if (finding !== undefined) throw new Error(`No backup was made: ${name} is damaged (${finding}).`);
    }
    await copyDurably(path.join(dataDir, SECRET), path.join(unfinished, SECRET));
    const files = await copyFiles(path.join(dataDir, FILES), path.join(unfinished, FILES));
    await writeManifest(unfinished, { version: VERSION, createdAt, dataDir, databases, files });
    await rename(unfinished, target);
    await syncFolder(path.dirname(target));
    return files;
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true });
    throw error;
  }
}

/** A backup in the data directory is lost together with it. @throws UsageError */
async function refuseInside(dataDir: string, target: string): Promise<void> {
  const inside = path.relative(await realpath(dataDir), await realPathOf(target));
  if (inside === '' || !(inside === '..' || inside.startsWith(`..${path.sep}`) || path.isAbsolute(inside))) {
    throw new UsageError(
      `${target} is in the data directory and would be lost with it. Choose a folder outside ${dataDir}.`,
    );
  }
}

/** The path with symbolic links resolved; its last folders need not exist yet. */
async function realPathOf(file: string): Promise<string> {
  try {
    return await realpath(file);
  } catch {
    const parent = path.dirname(file);
    return parent === file ? file : path.join(await realPathOf(parent), path.basename(file));
  }
}

/** `2026-11-23T044900Z`: sorts by time, and has no colon, which some file systems refuse. */
const datedName = (iso: string): string => iso.replace(/\.\d+Z$/, 'Z').replaceAll(':', '');
const DATED = /^\d{4}-\d{2}-\d{2}T\d{6}Z$/;
const DELETING = '.deleting';

/**
 * Deletes older backups: only folders with a dated name whose manifest says this program made them from this data
 * directory. Each is renamed first, so that an interrupted deletion never leaves half a backup under its name.
 */
async function prune(parent: string, dataDir: string, keep: number): Promise<string[]> {
  const mine: string[] = [];
  for (const name of await readdir(parent)) {
    const folder = path.join(parent, name);
    const dated = name.endsWith(DELETING) ? name.slice(0, -DELETING.length) : name;
    if (!DATED.test(dated) || !(await lstat(folder)).isDirectory()) continue;
    if (dated !== name) await rm(folder, { recursive: true, force: true });
    else if (await isOf(dataDir, folder)) mine.push(folder);
  }
  const old = mine.sort().reverse().slice(keep);
  for (const folder of old) {
    await rename(folder, folder + DELETING);
    await rm(folder + DELETING, { recursive: true, force: true });
  }
  return old;
}

/** Whether a folder is a finished backup of this data directory. */
async function isOf(dataDir: string, folder: string): Promise<boolean> {
  const manifest = await readManifest(folder);
  return manifest !== null && manifest !== 'unreadable' && manifest.dataDir === dataDir;
}
