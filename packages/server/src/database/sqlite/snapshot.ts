import { chmod, open } from 'node:fs/promises';
import { openFile } from './open-file.js';

/**
 * Copies a SQLite file as of one moment, while others read and write it. `to` must not exist; when this resolves, the
 * copy is on the disk.
 */
export async function snapshot(from: string, to: string): Promise<void> {
  const source = await openFile(from, { mode: 'write' });
  await source.query('VACUUM INTO ?', [to]).finally(source.close);
  await chmod(to, 0o600);
  const file = await open(to, 'r+');
  await file.sync().finally(() => file.close());
}
