import { MS_PER_MINUTE } from '../../clock.js';
import type { OwnerStores } from '../stores.js';

/** A loading import without a heartbeat for this long belongs to a dead process. */
const DEAD_AFTER_MS = 5 * MS_PER_MINUTE;

/**
 * Permanently removes the records of imports retired before `beforeMs`, and leftovers of dead processes. Can be stopped at
 * any point and run again.
 * @returns number of removed records
 */
export async function purgeRetired(
  { store, purges }: OwnerStores,
  nowMs: number,
  beforeMs: number,
): Promise<number> {
  await purges.buryDead(nowMs - DEAD_AFTER_MS);
  const retired = (await store.imports('retired')).filter(
    ({ retiredAt }) => retiredAt !== null && retiredAt < beforeMs,
  );
  if (retired.length === 0) return 0;
  const sequences = retired.map(({ sequence }) => sequence);
  // Keys first, so that no key is ever without its record.
  await purges.removeKeys(sequences);
  // A joined record is deleted with the first of its sources.
  await purges.removeJoins(sequences);
  let removed = 0;
  for (const one of retired) removed += await purges.removeRecords(one);
  await purges.forget(sequences);
  return removed;
}
