import type { CsvHeader, Dialect } from '../records/dialect.js';
import type { CsvRecord } from '../records/record.js';
import { foldToEncoding } from '../text/encoding.js';
import {
  addedColumns,
  dncStatus,
  phoneColumns,
  SINGLE_DETAILS,
  type ContactWidths,
  type EnrichedOwner,
  type OwnerBytes,
  type OwnerDetails,
  type PhoneKind,
} from './added-columns.js';
import { ByteWriter, plainBytes, plainFirstBytes, safeCell, writtenCell } from './cells.js';

/** Sizes that decide the header of the enriched file; known only after reading all of it. Plain data, stored with a job. */
export interface EnrichedWidths extends ContactWidths {
  /** Cells of the longest record. May include the header. */
  readonly cells: number;
  /**
   * Sizes of `Owner 2`, `Owner 3` …, none smaller than a later one: an owner who is left out moves the later ones up. Absent
   * in previews of earlier versions: their results have neither these owners nor a status for each phone.
   */
  readonly coOwners?: readonly ContactWidths[];
}

export const NO_WIDTHS: EnrichedWidths = { phones: 0, emails: 0, cells: 0, coOwners: [] };

/** Widens the widths by one more row. Start with NO_WIDTHS or with the widths of a checkpoint. */
export function widen(
  widths: EnrichedWidths,
  { phones, emails, cells, coOwners }: EnrichedWidths,
): EnrichedWidths {
  const isWide =
    phones <= widths.phones && emails <= widths.emails && cells <= widths.cells && !coOwners?.length;
  if (isWide) return widths;
  return {
    ...wider(widths, { phones, emails }),
    cells: Math.max(widths.cells, cells),
    coOwners: widerOwners(widths.coOwners ?? [], coOwners ?? []),
  };
}

const wider = (one: ContactWidths, other: ContactWidths = one): ContactWidths => ({
  phones: Math.max(one.phones, other.phones),
  emails: Math.max(one.emails, other.emails),
});

/** Sizes for both: see `EnrichedWidths.coOwners`. */
export function widerOwners(
  one: readonly ContactWidths[],
  other: readonly ContactWidths[],
): readonly ContactWidths[] {
  if (other.length === 0) return one;
  const [longer, shorter] = one.length < other.length ? [other, one] : [one, other];
  const widths = longer.map((width, at) => wider(width, shorter[at]));
  let later: ContactWidths | undefined;
  return widths
    .reverse()
    .map((width) => (later = wider(width, later)))
    .reverse();
}

export interface EnrichedCsvOptions {
  /** Dialect at the end of the file: added cells are written in its encoding. */
  readonly dialect: Dialect;
  readonly header: CsvHeader;
  readonly widths: EnrichedWidths;
}

/**
 * A record with the owner of its match and the other owners of the property. Null without a match, or the text of the status
 * if it was not looked up.
 */
export type EnrichedRecord = readonly [
  OriginalRecord,
  OwnerDetails | string | null,
  (readonly OwnerDetails[] | undefined)?,
];

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
  readonly #hasStatus: boolean;
  readonly #phoneCells: number;
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
    const added = addedColumns(header.names, { ...widths, extra });
    this.addedColumns = [...added.extra, ...added.owner];
    this.#ownerCells = added.owner.length;
    this.#hasStatus = widths.coOwners !== undefined;
    this.#phoneCells = phoneColumns('', this.#hasStatus).length;
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

  /** See `EnrichedRecord`. @throws RangeError if the row is wider than `widths` */
  record(record: OriginalRecord, owner: EnrichedOwner | string | null): Uint8Array {
    return this.records([[record, owner, typeof owner === 'string' ? [] : owner?.coOwners]]);
  }

  /** Many records at once, which is faster. @throws RangeError if a row is wider than `widths` */
  records(rows: Iterable<EnrichedRecord>): Uint8Array {
    for (const [record, owner, coOwners] of rows) {
      this.#writer.bytes(record.bytes);
      if (!record.blank) this.#addCells(record, owner, coOwners);
      this.#writer.bytes(record.lineEnd);
    }
    return this.#writer.take();
  }

  #addCells(...[record, owner, coOwners = []]: EnrichedRecord): void {
    const missing = this.#originalCells - record.cellCount;
    if (missing < 0) throw new RangeError(`a record has ${record.cellCount} cells, more than the widths say`);
    this.#addEmpty(missing);
    if (owner === null || typeof owner === 'string') {
      this.#addCell(owner);
      this.#addEmpty(this.#ownerCells - 1);
      return;
    }
    this.#addCell('Matched');
    this.#addPerson(owner, this.#widths);
    const widths = this.#widths.coOwners ?? [];
    if (coOwners.length > widths.length) throw new RangeError('a row has more owners than the widths say');
    for (const [at, width] of widths.entries()) {
      const coOwner = coOwners[at];
      if (coOwner !== undefined) this.#addPerson(coOwner, width);
      else this.#addEmpty(SINGLE_DETAILS + width.phones * this.#phoneCells + width.emails);
    }
  }

  #addPerson(owner: OwnerDetails, widths: ContactWidths): void {
    if ('places' in owner) this.#addOwnerBytes(owner, widths);
    else this.#addOwner(owner, widths);
  }

  /** In the order of `addedColumns`. */
  #addOwner(owner: EnrichedOwner, widths: ContactWidths): void {
    const missing = missingIn(widths, owner.phones.length, owner.emails.length);
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
    this.#addEmpty(missing.phones * this.#phoneCells);
    for (const email of owner.emails) this.#addCell(email);
    this.#addEmpty(missing.emails);
  }

  /** Writes the same cells as `#addOwner`. */
  #addOwnerBytes({ bytes, places, phones }: OwnerBytes, widths: ContactWidths): void {
    const emails = places.length / 2 - SINGLE_DETAILS - phones.length;
    const missing = missingIn(widths, phones.length, emails);
    let at = 0;
    for (; at < SINGLE_DETAILS; at++) this.#addPlace(bytes, places, at);
    for (const kind of phones) {
      this.#addPlace(bytes, places, at++);
      this.#addPhoneKind(kind);
    }
    this.#addEmpty(missing.phones * this.#phoneCells);
    for (; 2 * at < places.length; at++) this.#addPlace(bytes, places, at);
    this.#addEmpty(missing.emails);
  }

  #addPhoneKind(kind: PhoneKind): void {
    this.#addCell(kind.type === 'mobile' ? 'Mobile' : 'Landline');
    this.#addCell(kind.dnc ? 'Yes' : 'No');
    if (this.#hasStatus) this.#addCell(dncStatus(kind));
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

/** Number of phones and emails that the widest owner has more. @throws RangeError if this owner is wider */
function missingIn(widths: ContactWidths, phones: number, emails: number): ContactWidths {
  const missing = { phones: widths.phones - phones, emails: widths.emails - emails };
  if (missing.phones < 0 || missing.emails < 0)
    throw new RangeError('an owner has more phones or emails than the widths say');
  return missing;
}
