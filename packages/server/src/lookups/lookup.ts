import type { AccountTerms, Caller, Mode } from '../accounts/index.js';
import type { Replays } from '../idempotency/index.js';
import type { OwnerMatch, OwnerRecord } from '../owners/index.js';
import { propertyHash } from '../repeats/index.js';
import type { LookupOwners, LookupSettlements } from './ports.js';

export interface LookupNeeds {
  owners: LookupOwners;
  replays: Replays;
  settlements: LookupSettlements;
}

/** The caller's mode chooses: a test key gets neither the operator's owners nor the ledger. */
export type Lookups = Readonly<Record<Mode, LookupNeeds>>;

export interface LookupRequest {
  caller: Caller;
  requestId: string;
  idempotencyKey: string | undefined;
  /** The price of a match, in cents, that was shown to the person who asks; undefined where none was. */
  shownPrice: string | undefined;
}

/** What a match's property is recognized by; null where repeats are charged, and where nothing is. */
export const hashOf = (match: OwnerMatch | null, { repeats, priceCents }: AccountTerms): string | null =>
  match === null || repeats === null || priceCents === 0 ? null : propertyHash(repeats, match.property());

/** The owner records behind ids, in their order; null stays null. */
export async function recordsOf(
  owners: LookupOwners,
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
