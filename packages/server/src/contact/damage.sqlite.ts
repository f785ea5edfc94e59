import type { Database } from '../database/index.js';

/** Whether SQLite's quick check finds a fault in a file. */
export async function isDamaged({ read }: Database): Promise<boolean> {
  const checked = await read.query<{ quick_check: string }[]>('PRAGMA quick_check(1)');
  return checked.some(({ quick_check: answer }) => answer !== 'ok');
}
