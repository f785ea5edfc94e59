// SQLite inserts many rows with one statement: records out of bytes, keys out of the members of a JSON object.
import { itemAt } from '../../platform/lib/item-at.js';
import { PACKED_DIGITS } from '../contact-counts.js';
import type { OwnerDatabase, OwnerTx } from '../owner-database.js';
import type { ImportRows } from './import-store.sql.js';
import {
  KEY_NUMBERS,
  KeyNumber,
  NONE,
  HEAD,
  LENGTH,
  NO_SEAL,
  HASH,
  NUMBERS,
  ByteWriter,
  digitsOf,
} from './record-batch.js';

export const sqliteImportRows = (database: OwnerDatabase): ImportRows<OwnerTx> => ({
  makeRoom: async (tx) => (await database.nextRecordId(tx, 0)) - 1,
  addRecords: async (tx, { sequence }, { bytes, places, identities }) => {
    await tx.query(INSERT_RECORDS, [sequence, bytes, places]);
    // Ids of one INSERT are consecutive, because SQLite has a single writer.
    const last = await tx.query<{ id: number }>('SELECT last_insert_rowid() AS id');
    return itemAt(last, 0).id - identities.length + 1;
  },
  addKeys: ({ sequence }, entries) => {
    const members = new KeyMembers();
    for (let at = 0; at < entries.length; at += KEY_NUMBERS) members.add(entries, at);
    const json = members.json();
    return async (tx) => {
      await tx.query(INSERT_KEYS, [sequence, json]);
    };
  },
  beforeMerging: () => Promise.resolve(),
  // Each key is indexed when it is added.
  finishIndex: () => Promise.resolve(),
});

/** The number in the head of the record that begins at `place`. */
const number = (from: number, width: number): string =>
  `CAST(substr(?2, place + ${from}, ${width}) AS INTEGER)`;

const text = (from: string, length: string): string => `CAST(substr(?2, ${from}, ${length}) AS TEXT)`;

const INSERT_RECORDS = `
  INSERT OR FAIL INTO owner_records (import_sequence, identity, address_seal, owner_number, phone_count, email_count, fails,
                             owner_id, address, address_keys, contact)
  WITH places AS (SELECT value AS place FROM json_each(?3)),
       sizes AS MATERIALIZED (
         SELECT place, place + ${HEAD} AS texts, ${number(NUMBERS, LENGTH)} AS id,
                ${number(NUMBERS + LENGTH, LENGTH)} AS address, ${number(NUMBERS + 2 * LENGTH, LENGTH)} AS keys,
                ${number(NUMBERS + 3 * LENGTH, LENGTH)} AS contact
           FROM places)
  SELECT ?1, ${number(0, HASH)}, NULLIF(${number(HASH, HASH)}, ${NO_SEAL}), ${number(2 * HASH, 1)}, ${number(2 * HASH + 1, 2)},
         ${number(2 * HASH + 3, 2)}, ${number(2 * HASH + 5, 1)}, NULLIF(${text('texts', 'id')}, ''),
         ${text('texts + id', 'address')}, ${text('texts + id + address', 'keys')},
         ${text('texts + id + address + keys', 'contact')}
    FROM sizes`.trim();

const KEY_DIGITS = 16;
const FIRST_CAPACITY = 1024 * 1024;

/**
 * Entries of the index as members of a JSON object, which SQLite reads twice as fast as an array of arrays:
 *
 *     "<record>":<key>
 *     "<record>":"<key, 16 digits> <contacts, PACKED_DIGITS> <seal, or nothing>"
 *
 * A record comes once for each of its keys; SQLite goes through all members whether their names repeat or not.
 */
class KeyMembers {
  readonly #writer = new ByteWriter(FIRST_CAPACITY);
  #size = 0;

  /** @param at where the numbers of the entry begin */
  add(entries: Float64Array, at: number): void {
    const writer = this.#writer;
    const start = writer.at;
    this.#write(entries, at);
    while (!writer.hasRoom) {
      writer.grow(start);
      this.#write(entries, at);
    }
    this.#size++;
  }

  /** For INSERT_KEYS. */
  json(): string {
    return this.#size === 0 ? '{}' : `${this.#writer.bytes.toString('latin1')}}`;
  }

  #write(entries: Float64Array, at: number): void {
    this.#writer.byte(this.#size === 0 ? BRACE : COMMA);
    writeMember(this.#writer, entries, at);
  }
}

function writeMember(writer: ByteWriter, entries: Float64Array, at: number): void {
  const key = entries[at + KeyNumber.Key] ?? 0;
  const record = entries[at + KeyNumber.Record] ?? 0;
  const contacts = entries[at + KeyNumber.Contacts] ?? 0;
  writer.byte(QUOTE);
  writer.number(record, digitsOf(record));
  writer.byte(QUOTE);
  writer.byte(COLON);
  if (contacts === NONE) {
    writer.number(key, digitsOf(key));
    return;
  }
  const seal = entries[at + KeyNumber.Seal] ?? 0;
  writer.byte(QUOTE);
  writer.number(key, KEY_DIGITS);
  writer.byte(SPACE);
  writer.number(contacts, PACKED_DIGITS);
  writer.byte(SPACE);
  if (seal !== NONE) writer.number(seal, digitsOf(seal));
  writer.byte(QUOTE);
}

const BRACE = 0x7b;
const COMMA = 0x2c;
const COLON = 0x3a;
const QUOTE = 0x22;
const SPACE = 0x20;

const CONTACTS_AT = KEY_DIGITS + 2;
const SEAL_AT = CONTACTS_AT + PACKED_DIGITS + 1;

// FAIL spares SQLite a copy of every page it changes; what fails is rolled back with its transaction.
const INSERT_KEYS = `
  INSERT OR FAIL INTO owner_keys (address_key, import_sequence, record_id, contacts, address_seal)
  SELECT CAST(value AS INTEGER), ?1, CAST(key AS INTEGER),
         IIF(type = 'text', CAST(substr(value, ${CONTACTS_AT}, ${PACKED_DIGITS}) AS INTEGER), NULL),
         IIF(type = 'text', CAST(NULLIF(substr(value, ${SEAL_AT}), '') AS INTEGER), NULL)
    FROM json_each(?2)`.trim();
