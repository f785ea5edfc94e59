import { chmod, readdir, rename, rm, rmdir } from 'node:fs/promises';
import path from 'node:path';
import { Command } from 'commander';
import { readConfig, type Config } from '../config.js';
import { openDataDirectory } from '../data-directory.js';
import { randomIds } from '../ids.js';
import { createLogger } from '../logger.js';
import { makeFolder, syncFolder } from '../lib/private-files.js';
import { SuppressionLog } from '../people/index.js';
import { copyDurably, copyFiles } from '../storage/index.js';
import { requireDataDirectoryEngine } from './backup-elsewhere.js';
import { DATABASES, exists, FILES, readManifest, SECRET } from './backup-folder.js';
import { command, type CommonOptions } from './command.js';
import { Finding, print, UsageError, type Io } from './io.js';
import { errorCode } from '../lib/error-code.js';

/** The backup is copied to this folder and checked before anything is moved into the data directory. */
const STAGE = '.restoring';
/** A folder that new volumes contain; it does not count as content. */
const LOST_AND_FOUND = 'lost+found';
const LEDGER = 'service.sqlite';

export const restoreCommand = (io: Io): Command =>
  command('restore <folder>', 'Check a backup and copy it to an empty data directory').action(
    (folder: string, options: CommonOptions) => restore(io, path.resolve(folder), options),
  );

async function restore(io: Io, folder: string, options: CommonOptions): Promise<void> {
  const config = readConfig(io.env, options.dataDir === undefined ? {} : { dataDir: options.dataDir });
  requireDataDirectoryEngine(io, config, 'restore');
  const { dataDir } = config;
  await requireBackup(folder);
  const isNew = await requireEmpty(dataDir);
  const stage = path.join(dataDir, STAGE);
  await openDataDirectory(dataDir);
  await makeFolder(stage);
  let findings: string[];
  let files: number;
  try {
    files = await copyBackup(folder, stage);
    findings = await check({ ...config, dataDir: stage });
    await SuppressionLog.markRestored(stage);
    await moveUp(stage, dataDir);
  } catch (error) {
    await rm(stage, { recursive: true, force: true });
    // Leaves the folder in place if part of the backup was already moved, so that the operator can look at it.
    if (isNew) await rmdir(dataDir).catch(() => undefined);
    throw error;
  }
  print(io, options, { dataDir, files, ok: findings.length === 0, findings }, [
    `Restored ${folder} to ${dataDir} (${files.toLocaleString('en-US')} customer file${files === 1 ? '' : 's'}).`,
    'People who asked to be left out after the backup are missing: copy the suppressions.log of the lost data directory to this one.',
    'Charges, top-ups, keys and jobs made after the backup are gone. Keys revoked after it work again: revoke them again.',
    ...findings,
  ]);
  if (findings.length > 0) throw new Finding();
}

async function requireBackup(folder: string): Promise<void> {
  for (const name of [LEDGER, SECRET]) {
    if (await exists(path.join(folder, name))) continue;
    const kept = await readdir(folder).catch(() => []);
    const dated = await firstBackupIn(folder, kept.sort().reverse());
    if (dated !== null)
      throw new UsageError(`${folder} holds several backups. Name one of them, such as ${dated}.`);
    throw new UsageError(
      `${folder} isn't a backup: it has no ${name}. Name a folder that "skiptrace-server backup" wrote.`,
    );
  }
}

/** The first of some folders that is a backup, as `backup --keep` writes them. */
async function firstBackupIn(folder: string, names: readonly string[]): Promise<string | null> {
  for (const name of names) if (await exists(path.join(folder, name, LEDGER))) return path.join(folder, name);
  return null;
}

/** @returns whether the data directory doesn't exist yet. @throws UsageError when it is not empty */
async function requireEmpty(dataDir: string): Promise<boolean> {
  const names = await readdir(dataDir).catch((error: unknown) => {
    if (errorCode(error) === 'ENOENT') return null;
    throw error;
  });
  if (names === null) return true;
  if (names.every((name) => name === LOST_AND_FOUND)) return false;
  throw new UsageError(
    `${dataDir} isn't empty. Stop the server and move it away first, or name another folder with --data-dir.`,
  );
}

/** @returns the number of customer files */
async function copyBackup(folder: string, stage: string): Promise<number> {
  const { integrityFindings } = await import('../database/sqlite/index.js');
  const manifest = await readManifest(folder);
  if (manifest === 'unreadable') {
    throw new Error(
      `Nothing was restored: backup.json in ${folder} can't be read, so the backup may be incomplete. Take another backup, or ` +
        'remove that file to restore what is there.',
    );
  }
  for (const name of DATABASES) {
    if (!(await exists(path.join(folder, name)))) {
      if (manifest?.databases.includes(name) === true)
        throw new Error(`Nothing was restored: the backup lacks ${name}, which it had.`);
      continue;
    }
    await copyDurably(path.join(folder, name), path.join(stage, name));
    const [finding] = await integrityFindings(path.join(stage, name));
    if (finding !== undefined) throw new Error(`Nothing was restored: ${name} is damaged (${finding}).`);
  }
  await copyDurably(path.join(folder, SECRET), path.join(stage, SECRET));
  const files = await copyFiles(path.join(folder, FILES), path.join(stage, FILES));
  const expected = manifest?.files ?? files;
  if (files !== expected) {
    throw new Error(`Nothing was restored: the backup has ${files} of its ${expected} customer files.`);
  }
  return files;
}

/**
 * Opens the copy, which also migrates the backup of an older version, and checks it.
 * @returns findings about jobs and files; a finding in the ledger is an error
 */
async function check(config: Config): Promise<string[]> {
  const { openService } = await import('../service/open-service.js');
  const logger = createLogger(config.logLevel === 'info' ? 'warn' : config.logLevel);
  const service = await openService(config, { ids: randomIds, logger });
  try {
    const [wrong] = await service.ledgerFindings();
    if (wrong !== undefined) throw new Error(`Nothing was restored: the ledger doesn't add up. ${wrong}`);
    return [...(await service.jobFindings()), ...(await service.fileFindings())];
  } finally {
    await service.close();
  }
}

/** service.sqlite comes last: a folder counts as a data directory once it has that file. */
async function moveUp(stage: string, dataDir: string): Promise<void> {
  const names = await readdir(stage);
  for (const name of [...names.filter((each) => each !== LEDGER), LEDGER]) {
    // Moved one by one because a mounted volume cannot be replaced as a whole.
    if (name === LEDGER) await syncFolder(dataDir);
    await rename(path.join(stage, name), path.join(dataDir, name));
  }
  await syncFolder(dataDir);
  await rm(stage, { recursive: true, force: true });
  await chmod(dataDir, 0o700);
}
