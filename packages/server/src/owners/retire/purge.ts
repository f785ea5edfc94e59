import { MS_PER_MINUTE } from '../../clock.js';
import type { ImportStore } from '../import/import-store.js';

/** A loading import that gave no sign of life for so long belongs to a process that died. */
const DEAD_AFTER_MS = 5 * MS_PER_MINUTE;

/**
 * Removes for good the records of imports that were retired before `beforeMs`, and what dead processes left behind. Can
 * be stopped at any point and run again.
 * @returns how many records were removed
 */
export async function purgeRetired(store: ImportStore, nowMs: number, beforeMs: number): Promise<number> {
  await store.buryDead(nowMs - DEAD_AFTER_MS);
  const retired = (await store.imports('retired')).filter(
    ({ retiredAt }) => retiredAt !== null && retiredAt < beforeMs,
  );
  if (retired.length === 0) return 0;
  const sequences = retired.map(({ sequence }) => sequence);
  // Keys first, so that no key is ever without its record.
  await store.removeKeys(sequences);
  // What was put together from several sources goes with the first of them.
  await store.removeJoins(sequences);
  let removed = 0;
  for (const one of retired) removed += await store.removeRecords(one);
  await store.forget(sequences);
  return removed;
}
