import { access, readFile } from 'node:fs/promises';
import path from 'node:path';
import { errorCode } from '../lib/error-code.js';
import { replaceFile } from '../lib/private-files.js';

/**
 * The databases of a data directory, in the order they are copied. service.sqlite comes first: records it refers to already
 * exist in the others then, and newer records in the others are not referred to yet, which is harmless.
 */
export const DATABASES = ['service.sqlite', 'owners.sqlite', 'support.sqlite', 'limits.sqlite'] as const;
export const SECRET = 'signing-secret';
export const FILES = 'files';

/** Marks a folder as a backup that this program finished. */
const MANIFEST = 'backup.json';
const MADE_BY = 'skiptrace-server';

export interface Manifest {
  madeBy: typeof MADE_BY;
  version: string;
  createdAt: string;
  /** The data directory it was made from: `--keep` never removes another server's backups. */
  dataDir: string;
  /** Databases in it. */
  databases: string[];
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
  await replaceFile(path.join(folder, MANIFEST), `${JSON.stringify(manifest, null, 2)}\n`);
}

/** `unreadable` when it is damaged; null when there is none, as in backups of older versions and in other folders. */
export async function readManifest(folder: string): Promise<Manifest | 'unreadable' | null> {
  try {
    const found: unknown = JSON.parse(await readFile(path.join(folder, MANIFEST), 'utf8'));
    return isManifest(found) ? found : 'unreadable';
  } catch (error) {
    return errorCode(error) === 'ENOENT' ? null : 'unreadable';
  }
}

function isManifest(value: unknown): value is Manifest {
  if (typeof value !== 'object' || value === null) return false;
  const { madeBy, dataDir, databases, files } = value as Record<string, unknown>;
  return (
    madeBy === MADE_BY &&
    typeof dataDir === 'string' &&
    Array.isArray(databases) &&
    databases.every((name) => typeof name === 'string') &&
    typeof files === 'number'
  );
}
