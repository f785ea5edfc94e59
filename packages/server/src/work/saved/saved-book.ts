import type { OwnerMatch, OwnerRecord } from '../../directory/index.js';
import {
  id,
  integer,
  nullableText,
  text,
  type Insertion,
  type SettledTables,
} from '../../platform/database/index.js';
import { EntitySchema } from '../../platform/database/typeorm.js';
import { itemAt } from '../../platform/lib/item-at.js';
import { shortDigest } from '../../platform/lib/short-digest.js';

/** A saved lookup of an account. It only refers to the owner's record, which is read each time it is shown. */
export interface SavedLookup {
  /** Id of the request, which is also the reference of the charge in the ledger. */
  id: string;
  accountId: string;
  /** The address asked for, in standard form, on one line. */
  address: string;
  /** Digests of the property: of the address asked for, and of the record's address (`OwnerMatch.property`). */
  asked: string;
  property: string;
  recordId: number;
  /** Digest of the record's own address, to detect a different record under the same id. */
  recordMark: string;
  /** The other owners of the property that were handed out, as JSON `[[record id, mark], …]`; null if there were none. */
  coOwners: string | null;
  chargedCents: number;
  createdAt: number;
}

export const SavedLookupEntity = new EntitySchema<SavedLookup>({
  name: 'SavedLookup',
  tableName: 'saved_lookups',
  columns: {
    id,
    accountId: { type: 'text', primary: true },
    address: text,
    asked: text,
    property: text,
    recordId: integer,
    recordMark: text,
    coOwners: nullableText,
    chargedCents: integer,
    createdAt: { ...integer, primary: true },
  },
});

/** Table and columns of saved lookups. */
export const SAVED = [
  'saved_lookups',
  [
    ...(['id', 'accountId', 'address', 'asked', 'property'] as const),
    ...(['recordId', 'recordMark', 'coOwners', 'chargedCents', 'createdAt'] as const),
  ],
] as const;

type SavedTables = Pick<SettledTables<never, never, readonly SavedLookup[]>, 'statements' | 'rows'>;

/** The saved lookups' part of a settlement, which saves a lookup in the same commit as its charge. */
export const savedTablesOf = (insertion: Insertion<SavedLookup>): SavedTables => ({
  statements: [insertion.sql],
  rows: (saved) => [insertion.rows(saved)],
});

/** A lookup with its answer, before its price is known. */
export type LookupToSave = Omit<SavedLookup, 'chargedCents' | 'createdAt'>;

export function toSave(
  { requestId, caller }: { requestId: string; caller: { accountId: string } },
  match: OwnerMatch,
  coOwners: readonly OwnerRecord[],
): LookupToSave {
  const digests = match.property();
  const property = itemAt(digests, 0);
  return {
    id: requestId,
    accountId: caller.accountId,
    address: match.asked(),
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
  return shortDigest(JSON.stringify([propertyAddress, propertyCity, propertyState, propertyZip]));
};

/** Records of the other owners, with the mark of each. */
export const coOwnersIn = ({ coOwners }: Pick<SavedLookup, 'coOwners'>): [recordId: number, mark: string][] =>
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
