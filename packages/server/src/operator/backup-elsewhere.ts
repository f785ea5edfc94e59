import type { Config } from '../config.js';
import type { BucketUrl } from '../environment.js';
import { typedHere, UsageError, type Io } from './io.js';

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
