import type { AccountTerms, Caller, Mode } from '../accounts/index.js';
import { markOf } from '../audit/index.js';
import { itemAt } from '../lib/item-at.js';
import type { Replays } from '../idempotency/index.js';
import type { OwnerMatch, OwnerRecord } from '../owners/index.js';
import { propertyHashes } from '../repeats/index.js';
import type { Entry, LookupOwners, LookupSettlements } from './ports.js';

export interface LookupNeeds {
  owners: LookupOwners;
  replays: Replays;
  settlements: LookupSettlements;
}

/** Chosen by the caller's mode: a test key reaches neither the operator's owners nor the ledger. */
export type Lookups = Readonly<Record<Mode, LookupNeeds>>;

export interface LookupRequest {
  caller: Caller;
  requestId: string;
  idempotencyKey: string | undefined;
  /** Price per match, in cents, as shown to the requester; undefined if none was shown. */
  shownPrice: string | undefined;
}

/**
 * An address with its match. The property is identified only if repeats may be free and something is charged.
 * @param coOwners further owners of the property that the answer has
 */
export function entryOf(
  match: OwnerMatch | null,
  { repeats, priceCents, propertySecret }: AccountTerms,
  coOwners: readonly OwnerRecord[] = [],
): Pick<Entry, 'found' | 'property' | 'disclosed'> {
  if (match === null) return { found: false, property: null, disclosed: [] };
  const digests = match.property();
  const property = markOf(propertySecret, itemAt(digests, 0));
  return {
    found: true,
    property: repeats === null || priceCents === 0 ? null : propertyHashes(repeats, digests),
    disclosed: [match.owner, ...coOwners].map(({ id: recordId }) => ({ recordId, property })),
  };
}

/** The owner records with these ids, in order; null stays null. */
export async function recordsOf(
  owners: LookupOwners,
  ids: readonly (number | null)[],
): Promise<(OwnerRecord | null)[]> {
  const records = await owners.read(ids.filter((id) => id !== null));
  return ids.map((id) => {
    if (id === null) return null;
    const record = records.get(id);
    // Records outlive all references to them (reading 35): a gap is a server fault, never a miss.
    if (record === undefined) throw new Error('an owner record that a lookup refers to is gone');
    return record;
  });
}
