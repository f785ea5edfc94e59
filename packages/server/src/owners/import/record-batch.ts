import { contactJson, type OwnerContact } from '../record.js';

/** An owner on the way into the directory. */
export interface NewRecord {
  /** The same for the same person at the same property; see merge.ts. */
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
  contact: OwnerContact;
}

/** Digits of a hash, and of how many bytes a text takes. */
const HASH = 16;
const LENGTH = 6;
/** One more than the largest hash, in the place of a missing one. */
const NO_SEAL = 2 ** 53;

const FIRST_CAPACITY = 1024 * 1024;
/** Bytes that a UTF-16 code unit takes at most. */
const BYTES_PER_UNIT = 3;

/**
 * Records on the way to one INSERT, written one after another as bytes: a head of digits, then the texts. SQLite takes
 * them apart with `substr`, which costs a quarter of what it takes to read the same out of JSON.
 */
export class RecordBatch {
  #bytes = Buffer.allocUnsafe(FIRST_CAPACITY);
  #used = 0;
  #places: number[] = [];

  get records(): number {
    return this.#places.length;
  }

  get size(): number {
    return this.#used;
  }

  add(record: NewRecord): void {
    const { identity, ownerId, ownerNumber, fails = false, address, addressKeys, addressSeal } = record;
    const { phones, emails } = record.contact;
    const id = ownerId ?? '';
    const keys = `[${addressKeys.join(',')}]`;
    const contact = contactJson(record.contact);
    const texts = id + address + keys + contact;
    const start = this.#used;
    this.#makeRoom(HEAD + texts.length * BYTES_PER_UNIT);
    this.#places.push(start + 1);
    this.#number(identity, HASH);
    this.#number(addressSeal ?? NO_SEAL, HASH);
    this.#number(ownerNumber, 1);
    this.#number(phones.length, 2);
    this.#number(emails.length, 2);
    this.#number(Number(fails), 1);
    const written = this.#bytes.write(texts, start + HEAD);
    // As many bytes as characters: all of it is ASCII.
    const ascii = written === texts.length;
    this.#number(ascii ? id.length : Buffer.byteLength(id), LENGTH);
    this.#number(ascii ? address.length : Buffer.byteLength(address), LENGTH);
    this.#number(keys.length, LENGTH);
    this.#number(ascii ? contact.length : Buffer.byteLength(contact), LENGTH);
    this.#used += written;
  }

  /** For INSERT_RECORDS. */
  parameters(importSequence: number): [number, Buffer, string] {
    return [importSequence, this.#bytes.subarray(0, this.#used), JSON.stringify(this.#places)];
  }

  /** The same again, without records; what `parameters` gave is of no more use. */
  emptied(): this {
    this.#used = 0;
    this.#places = [];
    return this;
  }

  #makeRoom(bytes: number): void {
    if (this.#used + bytes <= this.#bytes.length) return;
    const larger = Buffer.allocUnsafe(2 * this.#bytes.length + bytes);
    larger.set(this.#bytes.subarray(0, this.#used));
    this.#bytes = larger;
  }

  /** Writes digits from the last to the first, eight of them at a time: those are small integers, which is fast. */
  #number(value: number, width: number): void {
    const high = Math.floor(value / EIGHT_DIGITS);
    const split = Math.max(0, width - 8);
    this.#digits(value - high * EIGHT_DIGITS, this.#used + split, width - split);
    this.#digits(high, this.#used, split);
    this.#used += width;
  }

  #digits(value: number, at: number, width: number): void {
    const bytes = this.#bytes;
    let rest = value | 0;
    for (let place = at + width - 1; place >= at; place--) {
      const tenth = (rest / 10) | 0;
      bytes[place] = ZERO + rest - tenth * 10;
      rest = tenth;
    }
  }
}

const EIGHT_DIGITS = 100_000_000;
const ZERO = 0x30;

const NUMBERS = 2 * HASH + 6;
const HEAD = NUMBERS + 4 * LENGTH;

/** The number in the head of the record that begins at `place`. */
const number = (from: number, width: number): string =>
  `CAST(substr(?2, place + ${from}, ${width}) AS INTEGER)`;
const text = (from: string, length: string): string => `CAST(substr(?2, ${from}, ${length}) AS TEXT)`;

export const INSERT_RECORDS = `
  INSERT OR FAIL INTO owner_records (importSequence, identity, addressSeal, ownerNumber, phoneCount, emailCount, fails,
                             ownerId, address, addressKeys, contact)
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
