import { createHash } from 'node:crypto';
import { standardize, type AddressInput } from '@skiptrace/address';
import { itemAt } from '../lib/item-at.js';
import type { OwnerMatch, OwnerRecord } from '../owners/index.js';
import type { SavedLookup } from './entities.js';

/** A lookup with its answer, before its price is known. */
export type LookupToSave = Omit<SavedLookup, 'chargedCents' | 'createdAt'>;

export function toSave(
  { requestId, caller }: { requestId: string; caller: { accountId: string } },
  asked: AddressInput,
  match: OwnerMatch,
  coOwners: readonly OwnerRecord[],
): LookupToSave {
  const digests = match.property();
  const property = itemAt(digests, 0);
  return {
    id: requestId,
    accountId: caller.accountId,
    address: standardize(asked).text,
    asked: digests[1] ?? property,
    property,
    recordId: match.owner.id,
    recordMark: markOf(match.owner),
    coOwners:
      coOwners.length === 0 ? null : JSON.stringify(coOwners.map((owner) => [owner.id, markOf(owner)])),
  };
}

/** Digest of a record's own address. Imports never change it: another property gets another record. */
export const markOf = (owner: OwnerRecord): string => {
  const { propertyAddress, propertyCity, propertyState, propertyZip } = owner;
  const place = JSON.stringify([propertyAddress, propertyCity, propertyState, propertyZip]);
  return createHash('sha256').update(place).digest().toString('base64url', 0, MARK_BYTES);
};

const MARK_BYTES = 16;

/** Records of the other owners, with the mark of each. */
export const coOwnersIn = ({
  coOwners,
}: Pick<SavedLookup, 'coOwners'>): [recordId: number, mark: string][] =>
  coOwners === null ? [] : (JSON.parse(coOwners) as [number, string][]);

/** Lookups to save in a unit of work. */
export class SavedBook {
  readonly #added: SavedLookup[] = [];

  /** @param now milliseconds since the epoch */
  constructor(private readonly now: number) {}

  save(lookup: LookupToSave | null, chargedCents: number): void {
    if (lookup !== null) this.#added.push({ ...lookup, chargedCents, createdAt: this.now });
  }

  changes(): readonly SavedLookup[] {
    return this.#added;
  }
}
