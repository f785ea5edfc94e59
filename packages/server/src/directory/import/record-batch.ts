import { contentsOf, packContacts } from '../contact-counts.js';
import type { StreetNote } from '../property.js';
import type { OwnerContact } from '../record.js';
import { contactCells } from '../stored-contact.js';

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

/** Digits of a hash, and of how many bytes a text takes. */
export const HASH = 16;
export const LENGTH = 6;
/** Stands for a missing hash; one more than the largest. */
export const NO_SEAL = 2 ** 53;

/** Beginning of a head, in digits: identity 16, seal 16, owner 1, phones 2, emails 2, fails 1. */
export const NUMBERS = 2 * HASH + 6;
/** Then come the lengths of four texts, 6 digits each: owner id, address, keys, contact. The texts follow. */
export const HEAD = NUMBERS + 4 * LENGTH;

/** In bytes: 256 KB of a file (owner-file.ts) become about 640 KB. */
const FIRST_CAPACITY = 0.625 * 1024 * 1024;

/** Records as one INSERT takes them. Plain data: they come from other threads. */
export interface EncodedRecords {
  /** Records one after another, each a head of digits followed by its texts. */
  bytes: Uint8Array;
  /** Start of each record, counted from 1, as a JSON array. */
  places: string;
  /** Identity of each record. */
  identities: Float64Array;
  /** An entry of the index for each key of each record: KEY_NUMBERS numbers in the order of `KeyNumber`. */
  keys: Float64Array;
  /** Streets of the records that were not noted before, as a JSON array of `StreetNote`. */
  streets: string;
}

/**
 * Encodes records. SQLite takes bytes apart with `substr`, which costs a quarter of what it takes to read the same out
 * of JSON.
 */
export class RecordBatch {
  readonly #writer = new ByteWriter(FIRST_CAPACITY);
  readonly #places: number[] = [];
  readonly #identities: number[] = [];
  readonly #keys: number[] = [];
  readonly #streets: StreetNote[] = [];

  /** @param seen streets of earlier batches of the same import, which need not be noted again */
  constructor(private readonly seen = new SeenStreets()) {}

  /** Records so far. */
  get size(): number {
    return this.#places.length;
  }

  add(record: NewRecord): void {
    const writer = this.#writer;
    const start = writer.at;
    writeRecord(writer, record);
    while (!writer.hasRoom) {
      writer.grow(start);
      writeRecord(writer, record);
    }
    this.#noteKeys(record);
    this.#noteStreets(record);
    this.#places.push(start + 1);
    this.#identities.push(record.identity);
  }

  /** Returns the encoded records with the batch's memory; the batch must not be used afterwards. */
  encoded(): EncodedRecords {
    return {
      bytes: this.#writer.bytes,
      places: JSON.stringify(this.#places),
      identities: new Float64Array(this.#identities),
      keys: new Float64Array(this.#keys),
      streets: JSON.stringify(this.#streets),
    };
  }

  #noteStreets({ streets }: NewRecord): void {
    for (const note of streets) if (this.seen.add(note)) this.#streets.push(note);
  }

  /** Only the first key, the exact one, can settle a match (docs/decisions/007). */
  #noteKeys({ addressKeys, addressSeal, fails = false, contact }: NewRecord): void {
    const record = this.#identities.length;
    const { phones, emails } = contact;
    let seal = fails ? NONE : (addressSeal ?? NONE);
    let contacts = packContacts({
      phoneCount: phones.length,
      emailCount: emails.length,
      contents: contentsOf(contact),
    });
    for (const key of addressKeys) {
      this.#keys.push(key, record, seal, contacts);
      seal = contacts = NONE;
    }
  }
}

/**
 * The streets that one reader of a file noted. A file names each street many times, and the database would look each of them up. A
 * street that was forgotten is noted again, which changes nothing.
 *
 * Use it for one import only, and store every batch: a later one leaves out the streets of an earlier one.
 */
export class SeenStreets {
  readonly #byKey = new Map<number, Set<string>>();
  #count = 0;
  #characters = 0;

  /** @returns whether it is new, or was forgotten */
  add([key, street]: StreetNote): boolean {
    const known = this.#byKey.get(key);
    if (known?.has(street) === true) return false;
    if (this.#count === MAX_SEEN || this.#characters > MAX_SEEN_CHARACTERS) this.#forget();
    this.#count += 1;
    this.#characters += street.length;
    const others = this.#byKey.get(key);
    if (others === undefined) this.#byKey.set(key, new Set([street]));
    else others.add(street);
    return true;
  }

  #forget(): void {
    this.#byKey.clear();
    this.#count = 0;
    this.#characters = 0;
  }
}

/** A note takes some 280 bytes, and a thread that reads has 64 MB for everything (reading-threads.ts). */
export const MAX_SEEN = 50_000;
const MAX_SEEN_CHARACTERS = 2_000_000;

function writeRecord(writer: ByteWriter, record: NewRecord): void {
  const { identity, addressSeal, ownerNumber, fails = false, contact } = record;
  const head = writer.at;
  const idAt = head + HEAD;
  writer.at = idAt;
  writer.utf8(record.ownerId ?? '');
  const addressAt = writer.at;
  writer.utf8(record.address);
  const keysAt = writer.at;
  writeKeys(writer, record.addressKeys);
  const contactAt = writer.at;
  writeContact(writer, contact);
  const end = writer.at;
  writer.at = head;
  writer.number(identity, HASH);
  writer.number(addressSeal ?? NO_SEAL, HASH);
  writer.number(ownerNumber, 1);
  writer.number(contact.phones.length, 2);
  writer.number(contact.emails.length, 2);
  writer.number(Number(fails), 1);
  writer.number(addressAt - idAt, LENGTH);
  writer.number(keysAt - addressAt, LENGTH);
  writer.number(contactAt - keysAt, LENGTH);
  writer.number(end - contactAt, LENGTH);
  writer.at = end;
}

/** Whether each record is of the first owner whom its row names. */
export function areFirstOwners({ bytes, places }: EncodedRecords): boolean[] {
  return (JSON.parse(places) as number[]).map((place) => bytes[place - 1 + 2 * HASH] === FIRST_OWNER);
}

const FIRST_OWNER = 0x31;

/** As a JSON array. */
function writeKeys(writer: ByteWriter, keys: readonly number[]): void {
  let before = OPEN;
  for (const key of keys) {
    writer.byte(before);
    writer.number(key, digitsOf(key));
    before = COMMA;
  }
  if (before === OPEN) writer.byte(OPEN);
  writer.byte(CLOSE);
}

/** As `storedContact` gives it; cell by cell, because one long text takes twice as long to write. */
function writeContact(writer: ByteWriter, contact: OwnerContact): void {
  for (const cell of contactCells(contact)) {
    writer.utf8(cell);
    writer.byte(TAB);
  }
  // No TAB after the last.
  writer.at -= 1;
}

const OPEN = 0x5b;
const CLOSE = 0x5d;
const COMMA = 0x2c;
const TAB = 0x09;

const ZERO = 0x30;
const LAST_ASCII = 0x7f;

/**
 * Writes numbers and texts directly as bytes, because joining them into one long text first takes twice as long. Output that
 * doesn't fit is only counted, not written; see `hasRoom`.
 */
export class ByteWriter {
  #bytes: Buffer;
  /** Position of the next byte. */
  at = 0;

  constructor(capacity: number) {
    this.#bytes = Buffer.allocUnsafe(capacity);
  }

  /** The bytes written so far. */
  get bytes(): Buffer {
    return this.#bytes.subarray(0, this.at);
  }

  /** False if some of the output didn't fit. */
  get hasRoom(): boolean {
    return this.at <= this.#bytes.length;
  }

  /** Goes back to `at` and allocates twice the memory needed. */
  grow(at: number): void {
    const larger = Buffer.allocUnsafe(2 * this.at);
    larger.set(this.#bytes.subarray(0, at));
    this.#bytes = larger;
    this.at = at;
  }

  byte(byte: number): void {
    this.#bytes[this.at++] = byte;
  }

  /** A whole number in `width` digits. */
  number(value: number, width: number): void {
    // Eight digits at a time: those are small integers, which is fast.
    const high = Math.floor(value / EIGHT_DIGITS);
    const split = Math.max(0, width - 8);
    this.#digits(value - high * EIGHT_DIGITS, this.at + split, width - split);
    this.#digits(high, this.at, split);
    this.at += width;
  }

  utf8(text: string): void {
    const start = this.at;
    const bytes = this.#bytes;
    for (let index = 0; index < text.length; index++) {
      const code = text.charCodeAt(index);
      if (code > LAST_ASCII) {
        this.at = start + Buffer.byteLength(text);
        if (this.hasRoom) bytes.write(text, start);
        return;
      }
      bytes[start + index] = code;
    }
    this.at += text.length;
  }

  /** From the last to the first. */
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

/** Digits that a whole number takes. */
export function digitsOf(number: number): number {
  let digits = 1;
  for (let limit = 10; number >= limit; limit *= 10) digits++;
  return digits;
}
