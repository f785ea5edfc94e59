import type { Caller } from '../accounts/index.js';
import type { Billing } from '../billing/index.js';
import type { Database } from '../database/index.js';
import type { Replays } from '../idempotency/index.js';
import type { DailyMisses } from '../limits/index.js';
import type { OwnerDirectory, OwnerRecord } from '../owners/index.js';
import type { Settlements } from './settlements.js';

/** What a lookup is made of. */
export interface LookupParts {
  database: Database;
  billing: Billing;
  misses: DailyMisses;
  owners: OwnerDirectory;
  replays: Replays;
  settlements: Settlements;
}

export interface LookupRequest {
  caller: Caller;
  requestId: string;
  idempotencyKey: string | undefined;
  /** What `requireMeans` came to, when it was asked ahead. */
  means?: (() => Promise<void>) | undefined;
}

/** The owner records behind ids, in their order; null stays null. */
export async function recordsOf(
  owners: OwnerDirectory,
  ids: readonly (number | null)[],
): Promise<(OwnerRecord | null)[]> {
  const records = await owners.read(ids.filter((id) => id !== null));
  return ids.map((id) => {
    if (id === null) return null;
    const record = records.get(id);
    // Records outlive whatever refers to them (reading 35): a gap is a fault of ours, never a miss.
    if (record === undefined) throw new Error('an owner record that a lookup refers to is gone');
    return record;
  });
}
