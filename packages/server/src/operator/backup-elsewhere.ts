import type { Config } from '../config.js';
import { UsageError, type Io } from './io.js';

/**
 * What is in PostgreSQL is backed up by PostgreSQL: says how.
 * @param command `backup` or `restore`
 * @throws UsageError when the service's data is not in the data directory
 */
export function requireDataDirectoryEngine(
  io: Io,
  { database, dataDir }: Config,
  command: 'backup' | 'restore',
): void {
  if (database.engine === 'sqlite') return;
  const lines = command === 'backup' ? backupLines(dataDir) : restoreLines(dataDir);
  io.err(lines.map((line) => `${line}\n`).join(''));
  throw new UsageError(
    `"${command}" copies data directories, and DATABASE_URL is set: nothing was done. Use the commands above ` +
      '(docs/scaling.md, "Backups"), or unset DATABASE_URL.',
  );
}

const backupLines = (dataDir: string): string[] => [
  'Accounts, money, jobs, settings and owners are in PostgreSQL. The database first, then the files, so that no row is',
  'without its file:',
  '  pg_dump --format=custom --file=skiptrace.dump "$DATABASE_URL"',
  `  cp -a ${dataDir}/files skiptrace-files         # or with STORAGE_URL: aws s3 sync "$STORAGE_URL" s3://backup-bucket/skiptrace`,
  "To lose nothing between two backups: archive the write-ahead log (pg_basebackup and archive_command, or your host's",
  'point-in-time recovery), and switch on the versions of the bucket.',
];

const restoreLines = (dataDir: string): string[] => [
  'Into an empty database, with no server running:',
  '  pg_restore --exit-on-error --no-owner --dbname="$DATABASE_URL" skiptrace.dump',
  `  cp -a skiptrace-files ${dataDir}/files          # or with STORAGE_URL: aws s3 sync s3://backup-bucket/skiptrace "$STORAGE_URL"`,
  '  skiptrace-server doctor',
];
