import { id, integer, nullableText, text } from '../database/index.js';
import { EntitySchema } from '../database/typeorm.js';

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
    accountId: text,
    address: text,
    asked: text,
    property: text,
    recordId: integer,
    recordMark: text,
    coOwners: nullableText,
    chargedCents: integer,
    createdAt: integer,
  },
});

export const SAVED_COLUMNS = [
  ...(['id', 'accountId', 'address', 'asked', 'property'] as const),
  ...(['recordId', 'recordMark', 'coOwners', 'chargedCents', 'createdAt'] as const),
] as const;
