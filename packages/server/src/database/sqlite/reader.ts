import type { Reader } from '../ask.js';
import { openFile } from './open-file.js';

export interface OpenReader extends Reader {
  close(): Promise<void>;
}

/**
 * Holds the upper index pages that a job reads, even with 10,000,000 owners; lower pages are hardly ever needed twice.
 * docs/benchmarks.md has measurements of other sizes.
 */
const CACHE_KIB = 12_000;

/**
 * A read-only connection without TypeORM, for a process that needs nothing else. The file must exist, with the newest
 * schema.
 */
export async function openReader(path: string): Promise<OpenReader> {
  const file = await openFile(path, { mode: 'read' });
  await file.exec(`PRAGMA cache_size = -${CACHE_KIB}`);
  return file;
}
