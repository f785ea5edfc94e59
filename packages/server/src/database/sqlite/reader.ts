import type { Reader } from '../ask.js';
import { openFile } from './open-file.js';

export interface OpenReader extends Reader {
  close(): Promise<void>;
}

/**
 * Room for the upper pages of what a job reads, also of 10,000,000 owners: what lies below is hardly ever needed twice.
 * docs/benchmarks.md says what more and less of it came to.
 */
const CACHE_KIB = 12_000;

/**
 * A connection that only reads, without TypeORM: for a process that needs nothing else. The file has
 * to be there, with the newest schema.
 */
export async function openReader(path: string): Promise<OpenReader> {
  const file = await openFile(path, { mode: 'read' });
  await file.exec(`PRAGMA cache_size = -${CACHE_KIB}`);
  return file;
}
