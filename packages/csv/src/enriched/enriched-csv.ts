import type { CsvHeader, Dialect } from '../records/dialect.js';
import type { CsvRecord } from '../records/record.js';
import { foldToEncoding } from '../text/encoding.js';
import {
  addedColumns,
  SINGLE_DETAILS,
  type EnrichedOwner,
  type OwnerBytes,
  type OwnerDetails,
  type PhoneKind,
} from './added-columns.js';
import { ByteWriter, plainBytes, plainFirstBytes, safeCell, writtenCell } from './cells.js';

/** Sizes that decide the header of the enriched file; known only after reading all of it. Plain data, stored with a job. */
export interface EnrichedWidths {
  /** Phones of the widest row. */
  readonly phones: number;
  /** Emails of the widest row. */
  readonly emails: number;
  /** Cells of the longest record. May include the header. */
  readonly cells: number;
}

export const NO_WIDTHS: EnrichedWidths = { phones: 0, emails: 0, cells: 0 };

/** Widens the widths by one more row. Start with NO_WIDTHS or with the widths of a checkpoint. */
export function widen(widths: EnrichedWidths, { phones, emails, cells }: EnrichedWidths): EnrichedWidths {
  if (phones <= widths.phones && emails <= widths.emails && cells <= widths.cells) return widths;
  return {
    phones: Math.max(widths.phones, phones),
    emails: Math.max(widths.emails, emails),
    cells: Math.max(widths.cells, cells),
  };
}

export interface EnrichedCsvOptions {
  /** Dialect at the end of the file: added cells are written in its encoding. */
  readonly dialect: Dialect;
  readonly header: CsvHeader;
  readonly widths: EnrichedWidths;
}

/** The parts of a record needed to write it again. */
export type OriginalRecord = Pick<CsvRecord, 'bytes' | 'lineEnd' | 'blank' | 'cellCount'>;

/**
 * Writes the result of a job (reading 29): the original bytes of every record, then the added cells.
 * Records without a match get empty cells, blank lines stay as they are, and every record has as many cells as the header.
 */
export class EnrichedCsv {
  /** Names of all added columns, in order. */
  readonly addedColumns: readonly string[];
  readonly #dialect: Dialect;
  readonly #delimiterUnit: number;
  readonly #plain: Uint8Array;
  readonly #plainFirst: Uint8Array;
  readonly #header: CsvHeader;
  readonly #widths: EnrichedWidths;
  /** Cells of the original part of every record. */
  readonly #originalCells: number;
  readonly #ownerCells: number;
  readonly #writer: ByteWriter;

  constructor({ dialect, header, widths }: EnrichedCsvOptions) {
    this.#dialect = dialect;
    this.#delimiterUnit = dialect.delimiter.charCodeAt(0);
    this.#plain = plainBytes(dialect.delimiter);
    this.#plainFirst = plainFirstBytes(dialect.delimiter);
    this.#header = header;
    this.#widths = widths;
    this.#originalCells = Math.max(header.names.length, widths.cells);
    const extra = this.#originalCells - header.names.length;
    const added = addedColumns(header.names, { extra, phones: widths.phones, emails: widths.emails });
    this.addedColumns = [...added.extra, ...added.owner];
    this.#ownerCells = added.owner.length;
    this.#writer = new ByteWriter(dialect.encoding);
  }

  /** Everything up to the first record: byte order mark, `sep=` line, and the header with its added columns. */
  head(): Uint8Array {
    const { preamble, bytes, lineEnd } = this.#header;
    this.#writer.bytes(preamble);
    this.#writer.bytes(bytes);
    for (const name of this.addedColumns) this.#addCell(name);
    this.#writer.bytes(lineEnd);
    return this.#writer.take();
  }

  /** A record with the owner of its match, or null. @throws RangeError if the row is wider than `widths` */
  record(record: OriginalRecord, owner: OwnerDetails | null): Uint8Array {
    return this.records([[record, owner]]);
  }

  /** Many records at once, which is faster. @throws RangeError if a row is wider than `widths` */
  records(rows: Iterable<readonly [OriginalRecord, OwnerDetails | null]>): Uint8Array {
    for (const [record, owner] of rows) {
      this.#writer.bytes(record.bytes);
      if (!record.blank) this.#addCells(record, owner);
      this.#writer.bytes(record.lineEnd);
    }
    return this.#writer.take();
  }

  #addCells(record: OriginalRecord, owner: OwnerDetails | null): void {
    const missing = this.#originalCells - record.cellCount;
    if (missing < 0) throw new RangeError(`a record has ${record.cellCount} cells, more than the widths say`);
    this.#addEmpty(missing);
    if (owner === null) this.#addEmpty(this.#ownerCells);
    else if ('places' in owner) this.#addOwnerBytes(owner);
    else this.#addOwner(owner);
  }

  /** In the order of `addedColumns`. */
  #addOwner(owner: EnrichedOwner): void {
    const missing = this.#missing(owner.phones.length, owner.emails.length);
    this.#addCell('Matched');
    this.#addCell(owner.firstName);
    this.#addCell(owner.lastName);
    this.#addCell(owner.fullName);
    this.#addCell(owner.mailingAddress);
    this.#addCell(owner.mailingCity);
    this.#addCell(owner.mailingState);
    this.#addCell(owner.mailingZip);
    for (const phone of owner.phones) {
      this.#addCell(phone.number);
      this.#addPhoneKind(phone);
    }
    this.#addEmpty(missing.phones * PHONE_CELLS);
    for (const email of owner.emails) this.#addCell(email);
    this.#addEmpty(missing.emails);
  }

  /** Writes the same cells as `#addOwner`. */
  #addOwnerBytes({ bytes, places, phones }: OwnerBytes): void {
    const emails = places.length / 2 - SINGLE_DETAILS - phones.length;
    const missing = this.#missing(phones.length, emails);
    this.#addCell('Matched');
    let at = 0;
    for (; at < SINGLE_DETAILS; at++) this.#addPlace(bytes, places, at);
    for (const kind of phones) {
      this.#addPlace(bytes, places, at++);
      this.#addPhoneKind(kind);
    }
    this.#addEmpty(missing.phones * PHONE_CELLS);
    for (; 2 * at < places.length; at++) this.#addPlace(bytes, places, at);
    this.#addEmpty(missing.emails);
  }

  /** Number of phones and emails that the widest owner has more. @throws RangeError if this owner is wider */
  #missing(phones: number, emails: number): { phones: number; emails: number } {
    const missing = { phones: this.#widths.phones - phones, emails: this.#widths.emails - emails };
    if (missing.phones < 0 || missing.emails < 0)
      throw new RangeError('an owner has more phones or emails than the widths say');
    return missing;
  }

  #addPhoneKind({ type, dnc }: PhoneKind): void {
    this.#addCell(type === 'mobile' ? 'Mobile' : 'Landline');
    this.#addCell(dnc ? 'Yes' : 'No');
  }

  #addEmpty(cells: number): void {
    this.#writer.repeat(this.#delimiterUnit, cells);
  }

  /** `#addCell` for a detail of an OwnerBytes, by number. */
  #addPlace(bytes: Uint8Array, places: readonly number[], detail: number): void {
    const start = places[2 * detail] ?? 0;
    const end = places[2 * detail + 1] ?? 0;
    const isWritten =
      (start === end || this.#plainFirst[bytes[start] ?? 0] === 1) &&
      this.#writer.asciiCell(bytes, start, end, this.#delimiterUnit, this.#plain);
    if (!isWritten) this.#addCell(ASCII.decode(bytes.subarray(start, end)));
  }

  /** A cell, and the delimiter before it. */
  #addCell(value: string | null): void {
    const writer = this.#writer;
    writer.repeat(this.#delimiterUnit, 1);
    // Most cells are written as they are.
    if (value === null || value === '') return;
    if (this.#plainFirst[value.charCodeAt(0)] === 1 && writer.plain(value, this.#plain)) return;
    const { delimiter, encoding } = this.#dialect;
    // Folded first: folding can produce a formula sign.
    writer.text(writtenCell(safeCell(foldToEncoding(value, encoding)), delimiter));
  }
}

const ASCII = new TextDecoder();

/** A phone is its number, its type, and whether it is on a Do Not Call registry. */
const PHONE_CELLS = 3;
