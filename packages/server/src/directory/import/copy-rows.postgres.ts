import {
  HASH,
  HEAD,
  KEY_NUMBERS,
  KeyNumber,
  LENGTH,
  NO_SEAL,
  NONE,
  NUMBERS,
  type EncodedRecords,
} from './record-batch.js';

/*
 * Rows in the binary format of COPY (PostgreSQL's manual, COPY, "Binary Format"): a header, then for each row the number of
 * its fields, and each field as its length and its bytes, and at the end a trailer.
 */

const SIGNATURE = Buffer.from('PGCOPY\n\xff\r\n\0\0\0\0\0\0\0\0\0', 'latin1');
const TRAILER_BYTES = 2;
const LENGTH_BYTES = 4;
const INT8_BYTES = 8;
const INT2_BYTES = 2;
const HIGH = 2 ** 32;
const ZERO = 0x30;

/** Writes fields into memory that is large enough. */
class CopyWriter {
  readonly #bytes: Buffer;
  #at: number;

  constructor(capacity: number) {
    this.#bytes = Buffer.allocUnsafe(SIGNATURE.length + capacity + TRAILER_BYTES);
    this.#at = SIGNATURE.copy(this.#bytes);
  }

  row(fields: number): void {
    this.#int2(fields);
  }

  bigint(value: number): void {
    this.#int4(INT8_BYTES);
    this.#int4(Math.floor(value / HIGH));
    this.#int4(value >>> 0);
  }

  smallint(value: number): void {
    this.#int4(INT2_BYTES);
    this.#int2(value);
  }

  null(): void {
    this.#int4(-1);
  }

  /** A text, or NULL for an empty one. */
  textOrNull(from: Uint8Array, start: number, length: number): void {
    if (length === 0) this.null();
    else this.text(from, start, length);
  }

  text(from: Uint8Array, start: number, length: number): void {
    this.#int4(length);
    this.#bytes.set(from.subarray(start, start + length), this.#at);
    this.#at += length;
  }

  end(): Buffer {
    this.#int2(-1);
    return this.#bytes.subarray(0, this.#at);
  }

  #int2(value: number): void {
    const bytes = this.#bytes;
    bytes[this.#at++] = value >> 8;
    bytes[this.#at++] = value;
  }

  #int4(value: number): void {
    const bytes = this.#bytes;
    bytes[this.#at++] = value >>> 24;
    bytes[this.#at++] = value >>> 16;
    bytes[this.#at++] = value >>> 8;
    bytes[this.#at++] = value;
  }
}

/** Columns in the order of `recordRows`. */
export const RECORD_COLUMNS =
  'import_sequence, id, identity, address_seal, owner_number, phone_count, email_count, fails, owner_id, address, address_keys, contact';
const RECORD_FIELDS = 12;

/** Fixed size of a row without its texts: field lengths and numbers. */
const RECORD_BYTES = INT2_BYTES + RECORD_FIELDS * LENGTH_BYTES + 4 * INT8_BYTES + 4 * INT2_BYTES;

/**
 * Records for COPY.
 * @param firstId id of the first record; the others follow
 */
export function recordRows(
  { bytes, places }: EncodedRecords,
  firstId: number,
  importSequence: number,
): Buffer {
  const starts = JSON.parse(places) as number[];
  const writer = new CopyWriter(bytes.length + starts.length * RECORD_BYTES);
  for (const [record, place] of starts.entries()) {
    const at = place - 1;
    writer.row(RECORD_FIELDS);
    writer.bigint(importSequence);
    writer.bigint(firstId + record);
    writer.bigint(numberAt(bytes, at, HASH));
    const seal = numberAt(bytes, at + HASH, HASH);
    if (seal === NO_SEAL) writer.null();
    else writer.bigint(seal);
    writer.smallint(numberAt(bytes, at + 2 * HASH, 1));
    writer.smallint(numberAt(bytes, at + 2 * HASH + 1, 2));
    writer.smallint(numberAt(bytes, at + 2 * HASH + 3, 2));
    writer.smallint(numberAt(bytes, at + 2 * HASH + 5, 1));
    const idLength = numberAt(bytes, at + NUMBERS, LENGTH);
    let text = at + HEAD;
    writer.textOrNull(bytes, text, idLength);
    text += idLength;
    for (let which = 1; which < 4; which++) {
      const length = numberAt(bytes, at + NUMBERS + which * LENGTH, LENGTH);
      writer.text(bytes, text, length);
      text += length;
    }
  }
  return writer.end();
}

/** A whole number in digits. */
function numberAt(bytes: Uint8Array, at: number, width: number): number {
  // Eight digits at a time: those are small integers, which is fast.
  const split = at + Math.max(0, width - 8);
  let high = 0;
  for (let place = at; place < split; place++) high = high * 10 + (bytes[place] ?? ZERO) - ZERO;
  let low = 0;
  for (let place = split; place < at + width; place++) low = low * 10 + (bytes[place] ?? ZERO) - ZERO;
  return high * 100_000_000 + low;
}

/** Columns in the order of `keyRows`. */
export const KEY_COLUMNS = 'import_sequence, address_key, record_id, address_seal, contacts';
const KEY_FIELDS = 5;
const KEY_BYTES = INT2_BYTES + KEY_FIELDS * LENGTH_BYTES + 4 * INT8_BYTES + INT2_BYTES;

/** Entries of the index for COPY. */
export function keyRows(entries: Float64Array, importSequence: number): Buffer {
  const writer = new CopyWriter((entries.length / KEY_NUMBERS) * KEY_BYTES);
  for (let at = 0; at < entries.length; at += KEY_NUMBERS) {
    writer.row(KEY_FIELDS);
    writer.bigint(importSequence);
    writer.bigint(entries[at + KeyNumber.Key] ?? NONE);
    writer.bigint(entries[at + KeyNumber.Record] ?? NONE);
    const seal = entries[at + KeyNumber.Seal] ?? NONE;
    if (seal === NONE) writer.null();
    else writer.bigint(seal);
    const contacts = entries[at + KeyNumber.Contacts] ?? NONE;
    if (contacts === NONE) writer.null();
    else writer.smallint(contacts);
  }
  return writer.end();
}
