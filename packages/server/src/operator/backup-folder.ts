import { access, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';

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
