import {
  access,
  chmod,
  lstat,
  readdir,
  readFile,
  realpath,
  rename,
  rm,
  rmdir,
  statfs,
} from 'node:fs/promises';
import path from 'node:path';
import { Command } from 'commander';
import { systemClock } from '../../platform/clock.js';
import type { Config } from '../../platform/config.js';
import { openDataDirectory, requireDataDirectory } from '../../platform/data-directory.js';
import type { BucketUrl } from '../../platform/environment.js';
import { randomIds } from '../../platform/ids.js';
import { errorCode } from '../../platform/lib/error-code.js';
import { folderFault, makeFolder, replaceFile, syncFolder } from '../../platform/lib/private-files.js';
import { createLogger } from '../../platform/logger.js';
import { SETTINGS_FILE } from '../../platform/settings.js';
import { copyDurably, copyFiles } from '../../platform/storage/index.js';
import { VERSION } from '../../platform/version.js';
import { SuppressionLog } from '../../privacy/list/index.js';
import { command, configOf, type CommonOptions } from './command.js';
import { count, Finding, print, typedHere, UsageError, wholeNumber, type Io } from './io.js';

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
  const config = configOf(io, { dataDir: options.dataDir });
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
  const { integrityFindings, snapshot } = await import('../../platform/database/sqlite/index.js');
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
    // With SIGNING_SECRET set the server makes no such file.
    const hasSecret = await exists(path.join(dataDir, SECRET));
    if (hasSecret) await copyDurably(path.join(dataDir, SECRET), path.join(unfinished, SECRET));
    if (await exists(path.join(dataDir, SETTINGS_FILE)))
      await copyDurably(path.join(dataDir, SETTINGS_FILE), path.join(unfinished, SETTINGS_FILE));
    const files = await copyFiles(path.join(dataDir, FILES), path.join(unfinished, FILES));
    await writeManifest(unfinished, { version: VERSION, createdAt, dataDir, databases, files, hasSecret });
    await rename(unfinished, target);
    await syncFolder(path.dirname(target));
    return files;
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true });
    if (errorCode(error) !== 'ENOSPC' && !/SQLITE_FULL/.test(String(error))) throw error;
    const { bavail, bsize } = await statfs(path.dirname(unfinished));
    throw new Error(
      `No backup was made: it needs about ${megabytes(await sizeOf(dataDir))}, and the disk of ${path.dirname(target)} has ${megabytes(bavail * bsize)}. Nothing is left there.`,
      { cause: error },
    );
  }
}

const megabytes = (bytes: number): string => `${Math.ceil(bytes / 1e6).toLocaleString('en-US')} MB`;

/** Bytes of what a backup copies. */
async function sizeOf(dataDir: string): Promise<number> {
  const files = await readdir(path.join(dataDir, FILES), { recursive: true }).catch(() => []);
  const sizes = await Promise.all(
    [...DATABASES, ...files.map((name) => path.join(FILES, name))].map((name) =>
      lstat(path.join(dataDir, name)).then(
        (found) => (found.isFile() ? found.size : 0),
        () => 0,
      ),
    ),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
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
 * Deletes older backups: only folders with a dated name and a manifest that says this program made them from this data
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
  const here = configOf(io, { dataDir: options.dataDir });
  const { dataDir } = here;
  // A settings file that is already in the data directory counts; otherwise the backup's is restored.
  const hasSettings = await exists(path.join(dataDir, SETTINGS_FILE));
  const config = hasSettings ? here : { ...configOf(io, { dataDir: folder }), dataDir };
  requireDataDirectoryEngine(io, config, 'restore');
  await requireBackup(folder);
  const isNew = await requireEmpty(dataDir);
  const stage = path.join(dataDir, STAGE);
  await openDataDirectory(dataDir);
  await makeFolder(stage);
  let findings: string[];
  let files: number;
  try {
    files = await copyBackup(folder, stage, config);
    if (!hasSettings && (await exists(path.join(folder, SETTINGS_FILE))))
      await copyDurably(path.join(folder, SETTINGS_FILE), path.join(stage, SETTINGS_FILE));
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
    'People who asked to be left out after the backup are missing: copy the suppressions.log of the lost data directory to this one. If that has no such file, no one was entered, and the server starts with --accept-missing-suppressions.',
    'Charges, top-ups, keys and jobs made after the backup are gone. Keys revoked after it work again: revoke them again.',
    ...findings,
  ]);
  if (findings.length > 0) throw new Finding();
}

async function requireBackup(folder: string): Promise<void> {
  if (await exists(path.join(folder, LEDGER))) return;
  const kept = await readdir(folder).catch(() => []);
  const dated = await firstBackupIn(folder, kept.sort().reverse());
  if (dated !== null)
    throw new UsageError(`${folder} holds several backups. Name one of them, such as ${dated}.`);
  throw new UsageError(
    `${folder} isn't a backup: it has no ${LEDGER}. Name a folder that "skiptrace-server backup" wrote.`,
  );
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
  if (names.every((name) => name === LOST_AND_FOUND || name === SETTINGS_FILE)) return false;
  throw new UsageError(
    `${dataDir} isn't empty. Stop the server and move it away first, or name another folder with --data-dir.`,
  );
}

/** @returns the number of customer files. @throws UsageError, Error: nothing was restored */
async function copyBackup(
  folder: string,
  stage: string,
  { signingSecret }: Pick<Config, 'signingSecret'>,
): Promise<number> {
  const { integrityFindings } = await import('../../platform/database/sqlite/index.js');
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
  if (await exists(path.join(folder, SECRET)))
    await copyDurably(path.join(folder, SECRET), path.join(stage, SECRET));
  else if (manifest?.hasSecret !== false)
    throw new UsageError(`Nothing was restored: the backup lacks ${SECRET}, which it had.`);
  else if (signingSecret === null)
    throw new UsageError(
      'Nothing was restored: the server of this backup had SIGNING_SECRET set, so its secret is not in the backup. Set SIGNING_SECRET as that server had it, and repeat this.',
    );
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

/**
 * The databases of a data directory, in the order they are copied. service.sqlite comes first: records it refers to already
 * exist in the others then, and newer records in the others are not referred to yet, which is harmless.
 */
const DATABASES = ['service.sqlite', 'owners.sqlite', 'support.sqlite', 'limits.sqlite'] as const;

const SECRET = 'signing-secret';

const FILES = 'files';

/** Marks a folder as a backup that this program finished. */
const MANIFEST = 'backup.json';

const MADE_BY = 'skiptrace-server';

interface Manifest {
  madeBy: typeof MADE_BY;
  version: string;
  createdAt: string;
  /** The data directory it was made from: `--keep` never removes another server's backups. */
  dataDir: string;
  /** Databases in it. */
  databases: string[];
  /** Customer files in it. */
  files: number;
  /** Whether the signing secret is in it; missing in backups of older versions, which always have it. */
  hasSecret?: boolean;
}

const exists = (file: string): Promise<boolean> =>
  access(file).then(
    () => true,
    () => false,
  );

async function writeManifest(folder: string, facts: Omit<Manifest, 'madeBy'>): Promise<void> {
  const manifest: Manifest = { madeBy: MADE_BY, ...facts };
  await replaceFile(path.join(folder, MANIFEST), `${JSON.stringify(manifest, null, 2)}\n`);
}

/** @returns the manifest, `unreadable` if it is damaged, or null without one, as in a backup of an older version */
async function readManifest(folder: string): Promise<Manifest | 'unreadable' | null> {
  try {
    const found: unknown = JSON.parse(await readFile(path.join(folder, MANIFEST), 'utf8'));
    return isManifest(found) ? found : 'unreadable';
  } catch (error) {
    return errorCode(error) === 'ENOENT' ? null : 'unreadable';
  }
}

function isManifest(value: unknown): value is Manifest {
  if (typeof value !== 'object' || value === null) return false;
  const { madeBy, dataDir, databases, files, hasSecret } = value as Record<string, unknown>;
  return (
    madeBy === MADE_BY &&
    typeof dataDir === 'string' &&
    Array.isArray(databases) &&
    databases.every((name) => typeof name === 'string') &&
    typeof files === 'number' &&
    ['boolean', 'undefined'].includes(typeof hasSecret)
  );
}

/**
 * Tells how to back up data in PostgreSQL, which PostgreSQL's own tools do.
 * @param command `backup` or `restore`
 * @throws UsageError when the service's data is not in the data directory
 */
export function requireDataDirectoryEngine(
  io: Io,
  { database, dataDir, storage }: Config,
  command: 'backup' | 'restore',
): void {
  if (database.engine === 'sqlite') return;
  const hasOwnersElsewhere = database.ownersUrl !== database.url;
  const lines =
    command === 'backup'
      ? backupLines(hasOwnersElsewhere, filesAt(dataDir, storage))
      : restoreLines(hasOwnersElsewhere, filesAt(dataDir, storage));
  io.err(typedHere(io, lines.map((line) => `${line}\n`).join('')));
  throw new UsageError(
    `"${command}" copies data directories, and DATABASE_URL is set: nothing was done. Use the commands above ` +
      '(docs/scaling.md, "Backups"), or unset DATABASE_URL.',
  );
}

/** The commands that copy customers' files to a backup and back. */
interface FileCommands {
  away: string;
  back: string;
}

/** Written out instead of "$STORAGE_URL", because aws accepts no parameters in a URL. */
function filesAt(dataDir: string, storage: BucketUrl | null): FileCommands {
  if (storage === null) {
    return {
      away: `cp -a ${dataDir}/files skiptrace-files`,
      back: `cp -a skiptrace-files ${dataDir}/files`,
    };
  }
  const { bucket, prefix, endpoint } = storage;
  const url = `s3://${[bucket, prefix].filter(Boolean).join('/')}`;
  const sync = endpoint === null ? 'aws s3 sync' : `aws s3 sync --endpoint-url ${endpoint}`;
  return {
    away: `${sync} ${url} s3://backup-bucket/skiptrace`,
    back: `${sync} s3://backup-bucket/skiptrace ${url}`,
  };
}

const backupLines = (hasOwnersElsewhere: boolean, files: FileCommands): string[] => [
  'Accounts, money, jobs, settings and owners are in PostgreSQL. The database first, then the files, so that no row is',
  'without its file:',
  '  pg_dump --format=custom --file=skiptrace.dump "$DATABASE_URL"',
  ...(hasOwnersElsewhere
    ? ['  pg_dump --format=custom --file=skiptrace-owners.dump "$OWNERS_DATABASE_URL"']
    : []),
  `  ${files.away}`,
  "To lose nothing between two backups: archive the write-ahead log (pg_basebackup and archive_command, or your host's",
  'point-in-time recovery), and switch on the versions of the bucket.',
];

const restoreLines = (hasOwnersElsewhere: boolean, files: FileCommands): string[] => [
  'Into an empty database, with no server running:',
  '  pg_restore --exit-on-error --no-owner --dbname="$DATABASE_URL" skiptrace.dump',
  ...(hasOwnersElsewhere
    ? ['  pg_restore --exit-on-error --no-owner --dbname="$OWNERS_DATABASE_URL" skiptrace-owners.dump']
    : []),
  `  ${files.back}`,
  '  skiptrace-server doctor',
];
