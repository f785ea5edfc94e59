import { id, integer, text } from '../database/index.js';
import { EntitySchema } from '../database/typeorm.js';

/** A lookup that is kept for its account, by reference: the owner is read from the record each time. */
export interface SavedLookup {
  /** The id of the request. The ledger has it as the reference of the charge. */
  id: string;
  accountId: string;
  /** What was asked, in standard form, on one line. */
  address: string;
  /** Digests of the property: of the address that was asked, and of its record's (`OwnerMatch.property`). */
  asked: string;
  property: string;
  recordId: number;
  /** Digest of the record's own address: another record under this number would be a stranger's. */
  recordMark: string;
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
    chargedCents: integer,
    createdAt: integer,
  },
});

export const SAVED_COLUMNS = [
  ...(['id', 'accountId', 'address', 'asked', 'property'] as const),
  ...(['recordId', 'recordMark', 'chargedCents', 'createdAt'] as const),
] as const;
