import { widerOwners, type ContactWidths, type CsvRecord } from '@skiptrace/csv';
import type { CoOwner } from '../../../directory/index.js';
import { DIGEST_BYTES } from '../../../platform/lib/short-digest.js';
import type { FileStore } from '../../../platform/storage/index.js';
import { DamagedFileError, readChecked, writeChecked } from './checked-files.js';
import { NOTHING_WITHHELD, type WithheldPart } from './part-work.js';
import { Sidecar } from './sidecar.js';
import type { Part } from './survey.js';

/** Everything a part's result is written from: the matches of its rows, and the sizes of its records. */
export interface MatchedPart {
  sidecar: Sidecar;
  sizes: RecordSizes;
  /** Empty unless requested. */
  properties: RowProperties;
  coOwners: CoOwners;
}

/** Stores the sidecar, then the sizes, then the properties if requested, then the other owners if there are any. */
export async function storeMatches(
  store: FileStore,
  name: string,
  { sidecar, sizes, properties, coOwners }: MatchedPart,
): Promise<void> {
  await writeChecked(store, name, [sidecar.bytes, sizes.bytes, properties.bytes, coOwners.bytes]);
}

/** Null if there is no file. @throws DamagedFileError */
export async function storedMatches(
  store: FileStore,
  name: string,
  { rows, records }: Part,
): Promise<MatchedPart | null> {
  const content = await readChecked(store, name);
  if (content === null) return null;
  const sidecarBytes = Sidecar.sizeOf(rows);
  const sizesEnd = sidecarBytes + RecordSizes.sizeOf(records);
  const coOwners = CoOwners.atEndOf(content.subarray(sizesEnd));
  const end = content.length - coOwners.size;
  if (end !== sizesEnd && end !== sizesEnd + RowProperties.sizeOf(rows)) throw new DamagedFileError(name);
  return {
    sidecar: Sidecar.stored(content.subarray(0, sidecarBytes)),
    sizes: RecordSizes.stored(content.subarray(sidecarBytes, sizesEnd)),
    properties: RowProperties.stored(content.subarray(sizesEnd, end)),
    coOwners,
  };
}

/** Size of a record, and facts needed to write it again. */
export interface RecordSize {
  /** Bytes, line end included. */
  size: number;
  lineEndSize: number;
  /** 0 for a blank line. */
  cellCount: number;
}

/** Size (4 bytes), size of the line end (1), cells (3). */
const RECORD_BYTES = 8;
const LINE_END_AT = 4;
const CELLS_AT = 5;
const CELLS_BYTES = 3;

/**
 * The sizes of a part's records, blank lines included, so that the records need not be parsed twice: parsing the CSV
 * again would cost 16 % of the time for a result.
 */
export class RecordSizes {
  #records = 0;

  private constructor(readonly bytes: Buffer) {}

  /** Bytes that `records` sizes take. */
  static sizeOf(records: number): number {
    return records * RECORD_BYTES;
  }

  static ofRecords(records: number): RecordSizes {
    return new RecordSizes(Buffer.alloc(RecordSizes.sizeOf(records)));
  }

  static stored(bytes: Buffer): RecordSizes {
    const sizes = new RecordSizes(bytes);
    sizes.#records = bytes.length / RECORD_BYTES;
    return sizes;
  }

  /** Cells of the longest record. */
  get maxCells(): number {
    let cells = 0;
    for (let at = 0; at < this.#records * RECORD_BYTES; at += RECORD_BYTES) {
      cells = Math.max(cells, this.bytes.readUIntBE(at + CELLS_AT, CELLS_BYTES));
    }
    return cells;
  }

  get isFull(): boolean {
    return this.#records * RECORD_BYTES === this.bytes.length;
  }

  /** Adds the next record. @throws RangeError when it is full */
  add({ size, lineEnd, cellCount }: CsvRecord): void {
    const at = this.#records * RECORD_BYTES;
    this.bytes.writeUInt32BE(size, at);
    this.bytes.writeUInt8(lineEnd.length, at + LINE_END_AT);
    this.bytes.writeUIntBE(cellCount, at + CELLS_AT, CELLS_BYTES);
    this.#records += 1;
  }

  /** Sizes of the records from `start` to `end`, or fewer at the end of the file. */
  slice(start: number, end: number): RecordSize[] {
    const count = Math.max(0, Math.min(end, this.#records) - start);
    return Array.from({ length: count }, (_, offset) => this.#sizeAt((start + offset) * RECORD_BYTES));
  }

  #sizeAt(at: number): RecordSize {
    return {
      size: this.bytes.readUInt32BE(at),
      lineEndSize: this.bytes.readUInt8(at + LINE_END_AT),
      cellCount: this.bytes.readUIntBE(at + CELLS_AT, CELLS_BYTES),
    };
  }
}

/** Digests per row: of the record's spelling, and of the lead's if it differs (`propertyDigests`). */
const DIGESTS = 2;
const ROW_BYTES = DIGESTS * DIGEST_BYTES;

/** Stands for a missing digest. */
const NONE = Buffer.alloc(DIGEST_BYTES);

/** Hashes of the property that each row of a part matched (`propertyDigests`), in the order of the rows. */
export class RowProperties {
  #rows = 0;

  private constructor(readonly bytes: Buffer) {}

  static sizeOf(rows: number): number {
    return rows * ROW_BYTES;
  }

  /** @param rows 0 to record nothing */
  static ofRows(rows: number): RowProperties {
    return new RowProperties(Buffer.alloc(RowProperties.sizeOf(rows)));
  }

  static stored(bytes: Buffer): RowProperties {
    return new RowProperties(bytes);
  }

  /** Adds the property of the next row; empty if it has no match. */
  add(digests: readonly string[]): void {
    writeRow(this.bytes, this.#rows, digests);
    this.#rows += 1;
  }

  /** The property of a row; empty if the row has no match, or nothing was recorded. */
  of(row: number): string[] {
    return propertiesIn(this.bytes.subarray(row * ROW_BYTES, (row + 1) * ROW_BYTES))[0] ?? [];
  }
}

/** Row within its part (4 bytes), record id (6), phones (1), emails (1), nothing (4). */
const CO_OWNER_BYTES = 16;
const [ID_AT, ID_BYTES, PHONES_AT, EMAILS_AT] = [4, 6, 10, 11];
/** Behind the owners: the size of all of this. No size is a multiple of 32 bytes as the properties are, which may end the file. */
const SIZE_BYTES = 4;

/** The other owners of the properties that a part's rows matched, in the order of the rows, and for each row in theirs. */
export class CoOwners {
  readonly #byRow = new Map<number, CoOwner[]>();

  /** @param content ends with them, or with the properties of rows where no row has any */
  static atEndOf(content: Buffer): CoOwners {
    const found = new CoOwners();
    if (content.length % ROW_BYTES === 0) return found;
    const size = content.readUInt32BE(content.length - SIZE_BYTES);
    const start = content.length - size;
    for (let at = start; at + CO_OWNER_BYTES < content.length; at += CO_OWNER_BYTES)
      found.add(content.readUInt32BE(at), [
        {
          id: content.readUIntBE(at + ID_AT, ID_BYTES),
          phoneCount: content.readUInt8(at + PHONES_AT),
          emailCount: content.readUInt8(at + EMAILS_AT),
        },
      ]);
    return found;
  }

  add(row: number, owners: readonly CoOwner[]): void {
    if (owners.length > 0) this.#byRow.set(row, [...this.of(row), ...owners]);
  }

  of(row: number): readonly CoOwner[] {
    return this.#byRow.get(row) ?? NO_OWNERS;
  }

  /** Owners of all rows. */
  get count(): number {
    return [...this.#byRow.values()].reduce((sum, owners) => sum + owners.length, 0);
  }

  /** Bytes that they take. */
  get size(): number {
    return this.count === 0 ? 0 : this.count * CO_OWNER_BYTES + SIZE_BYTES;
  }

  get widths(): readonly ContactWidths[] {
    const ofRows = [...this.#byRow.values()].map((owners) =>
      owners.map(({ phoneCount, emailCount }) => ({ phones: phoneCount, emails: emailCount })),
    );
    return ofRows.reduce<readonly ContactWidths[]>(widerOwners, []);
  }

  get bytes(): Buffer {
    const bytes = Buffer.alloc(this.size);
    let at = 0;
    for (const [row, owners] of this.#byRow)
      for (const { id, phoneCount, emailCount } of owners) {
        bytes.writeUInt32BE(row, at);
        bytes.writeUIntBE(id, at + ID_AT, ID_BYTES);
        bytes.writeUInt8(phoneCount, at + PHONES_AT);
        bytes.writeUInt8(emailCount, at + EMAILS_AT);
        at += CO_OWNER_BYTES;
      }
    if (at > 0) bytes.writeUInt32BE(this.size, at);
    return bytes;
  }
}

const NO_OWNERS: readonly CoOwner[] = [];

/** Encodes properties as bytes: one or more rows per property, which share the first digest or hash. */
export function bytesOfProperties(properties: readonly (readonly string[])[]): Buffer {
  const rows = properties.flatMap(([first, ...others]) =>
    first === undefined ? [] : others.length === 0 ? [[first]] : others.map((other) => [first, other]),
  );
  const bytes = Buffer.alloc(RowProperties.sizeOf(rows.length));
  for (const [row, digests] of rows.entries()) writeRow(bytes, row, digests);
  return bytes;
}

/**
 * Decodes the properties from such bytes, or from the bytes of `RowProperties`: rows without a match are
 * skipped.
 */
export function propertiesIn(bytes: Buffer): string[][] {
  const properties: string[][] = [];
  for (let row = 0; row < bytes.length; row += ROW_BYTES) {
    const first = digestAt(bytes, row);
    if (first === null) continue;
    const other = digestAt(bytes, row + DIGEST_BYTES);
    const last = properties.at(-1);
    if (last?.[0] !== first) properties.push(other === null ? [first] : [first, other]);
    else if (other !== null) last.push(other);
  }
  return properties;
}

function writeRow(bytes: Buffer, row: number, digests: readonly string[]): void {
  const [first, other] = digests;
  const at = row * ROW_BYTES;
  if (first !== undefined) bytes.write(first, at, DIGEST_BYTES, 'base64url');
  if (other !== undefined) bytes.write(other, at + DIGEST_BYTES, DIGEST_BYTES, 'base64url');
}

const digestAt = (bytes: Buffer, at: number): string | null =>
  NONE.compare(bytes, at, at + DIGEST_BYTES) === 0
    ? null
    : bytes.toString('base64url', at, at + DIGEST_BYTES);

/** Stores the withheld matches in a file of the job; without any, there is no file. */
export async function storeWithheld(store: FileStore, name: string, withheld: WithheldPart): Promise<void> {
  if (withheld.rows === 0 && withheld.coOwners.length === 0) await store.remove(name);
  else await writeChecked(store, name, [Buffer.from(JSON.stringify(withheld))]);
}

/** @throws DamagedFileError */
export async function readWithheld(store: FileStore, name: string): Promise<WithheldPart> {
  const content = await readChecked(store, name);
  return content === null ? NOTHING_WITHHELD : (JSON.parse(content.toString('utf8')) as WithheldPart);
}
