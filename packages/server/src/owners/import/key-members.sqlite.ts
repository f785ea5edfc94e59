import { PACKED_DIGITS } from '../contact-counts.js';
import { ByteWriter, digitsOf } from './byte-writer.js';
import { KeyNumber, NONE } from '../key-entry.js';

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
export class KeyMembers {
  readonly #writer = new ByteWriter(FIRST_CAPACITY);
  #size = 0;

  get size(): number {
    return this.#size;
  }

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
export const INSERT_KEYS = `
  INSERT OR FAIL INTO owner_keys (address_key, import_sequence, record_id, contacts, address_seal)
  SELECT CAST(value AS INTEGER), ?1, CAST(key AS INTEGER),
         IIF(type = 'text', CAST(substr(value, ${CONTACTS_AT}, ${PACKED_DIGITS}) AS INTEGER), NULL),
         IIF(type = 'text', CAST(NULLIF(substr(value, ${SEAL_AT}), '') AS INTEGER), NULL)
    FROM json_each(?2)`.trim();
