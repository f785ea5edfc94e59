import { contentsOf, packContacts } from '../contact-counts.js';
import { rowText, type Cell, type RowFormat } from '../owner-database.js';
import type { StreetNote } from '../property.js';
import type { OwnerContact } from '../record.js';
import { storedContact } from '../stored-contact.js';

/** Numbers of an address index entry, in this order. */
export const KeyNumber = { Key: 0, Record: 1, Seal: 2, Contacts: 3 } as const;
export const KEY_NUMBERS = 4;
/** Stands for a missing number. */
export const NONE = -1;

/** An owner to be stored. */
export interface NewRecord {
  /** Equal for the same person at the same property (merge.ts). */
  identity: number;
  ownerId: string | null;
  /** 1 for the first owner of a property, 2 for the second. */
  ownerNumber: number;
  /** The sandbox's failing address. */
  fails?: boolean;
  /** Packed standard form of the property. */
  address: string;
  addressKeys: readonly number[];
  addressSeal: number | null;
  streets: readonly StreetNote[];
  contact: OwnerContact;
}

/** Records as one INSERT takes them. Plain data: they come from other threads. */
export interface EncodedRecords {
  /** Rows of `RECORD_CELLS` (import-store.sql.ts), as `rowText` has them. */
  rows: string[];
  /** Identity of each record. */
  identities: Float64Array;
  /** `NewRecord.ownerNumber` of each record. */
  ownerNumbers: Uint8Array;
  /** An entry of the index for each key of each record: KEY_NUMBERS numbers in the order of `KeyNumber`. */
  keys: Float64Array;
  /** Streets of the records, each once, as a JSON array of `StreetNote`. */
  streets: string;
}

/** Encodes records. */
export class RecordBatch {
  /** As texts, which take less memory until the batch is complete than what they are made from. */
  readonly #rows: string[] = [];
  readonly #identities: number[] = [];
  readonly #ownerNumbers: number[] = [];
  readonly #keys: number[] = [];
  /** By their texts as JSON. */
  readonly #streets = new Set<string>();

  constructor(private readonly format: RowFormat) {}

  /** Records so far. */
  get size(): number {
    return this.#rows.length;
  }

  add(record: NewRecord): void {
    this.#noteKeys(record);
    for (const note of record.streets) this.#streets.add(JSON.stringify(note));
    this.#rows.push(rowText(this.format, cellsOf(record)));
    this.#identities.push(record.identity);
    this.#ownerNumbers.push(record.ownerNumber);
  }

  encoded(): EncodedRecords {
    return {
      rows: this.#rows,
      identities: new Float64Array(this.#identities),
      ownerNumbers: new Uint8Array(this.#ownerNumbers),
      keys: new Float64Array(this.#keys),
      streets: `[${[...this.#streets].join(',')}]`,
    };
  }

  /** Only the first key, the exact one, can settle a match (docs/decisions/007). */
  #noteKeys({ addressKeys, addressSeal, fails = false, contact }: NewRecord): void {
    const { phones, emails } = contact;
    let seal = fails ? NONE : (addressSeal ?? NONE);
    let contacts = packContacts({
      phoneCount: phones.length,
      emailCount: emails.length,
      contents: contentsOf(contact),
    });
    for (const key of addressKeys) {
      this.#keys.push(key, this.size, seal, contacts);
      seal = contacts = NONE;
    }
  }
}

const cellsOf = ({ contact, fails = false, ...record }: NewRecord): Cell[] => [
  ...[record.identity, record.addressSeal, record.ownerNumber],
  ...[contact.phones.length, contact.emails.length, Number(fails)],
  ...[record.ownerId, record.address, JSON.stringify(record.addressKeys), storedContact(contact)],
];
