import type { CsvHeader, Dialect } from '../records/dialect.js';
import type { CsvRecord } from '../records/record.js';
import { foldToEncoding } from '../text/encode.js';
import { addedColumns } from './added-columns.js';
import { ByteWriter } from './byte-writer.js';
import { safeCell, writtenCell } from './cells.js';
import type { EnrichedOwner } from './owner.js';
import type { EnrichedWidths } from './widths.js';

export interface EnrichedCsvOptions {
  /** As the reader knows it at the end of the file: added cells are written in its encoding. */
  readonly dialect: Dialect;
  readonly header: CsvHeader;
  readonly widths: EnrichedWidths;
}

/** What of a record is needed to write it again. */
export type OriginalRecord = Pick<CsvRecord, 'bytes' | 'lineEnd' | 'blank' | 'cellCount'>;

/**
 * Writes the result of a job (docs/readings.md, reading 29): the original bytes of every record, then the added cells.
 * Records without a match get empty cells, blank lines stay as they are, and every record has as many cells as the header.
 */
export class EnrichedCsv {
  /** Names of all added columns, in order. */
  readonly addedColumns: readonly string[];
  readonly #dialect: Dialect;
  readonly #header: CsvHeader;
  readonly #widths: EnrichedWidths;
  /** Cells of the original part of every record. */
  readonly #originalCells: number;
  readonly #ownerCells: number;
  readonly #writer: ByteWriter;

  constructor({ dialect, header, widths }: EnrichedCsvOptions) {
    this.#dialect = dialect;
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
    this.#writer.text(this.#written(this.addedColumns));
    this.#writer.bytes(lineEnd);
    return this.#writer.take();
  }

  /** A record with the owner of its match, or null. @throws RangeError when the row is wider than `widths` said */
  record(record: OriginalRecord, owner: EnrichedOwner | null): Uint8Array {
    return this.records([[record, owner]]);
  }

  /** Many records at once, which is faster. @throws RangeError when a row is wider than `widths` said */
  records(rows: Iterable<readonly [OriginalRecord, EnrichedOwner | null]>): Uint8Array {
    for (const [record, owner] of rows) {
      this.#writer.bytes(record.bytes);
      if (!record.blank) this.#writer.text(this.#added(record, owner));
      this.#writer.bytes(record.lineEnd);
    }
    return this.#writer.take();
  }

  #added(record: OriginalRecord, owner: EnrichedOwner | null): string {
    const missing = this.#originalCells - record.cellCount;
    if (missing < 0) throw new RangeError(`a record has ${record.cellCount} cells, more than the widths say`);
    const { delimiter } = this.#dialect;
    if (owner === null) return delimiter.repeat(missing + this.#ownerCells);
    return delimiter.repeat(missing) + this.#written(this.#ownerValues(owner));
  }

  #ownerValues(owner: EnrichedOwner): string[] {
    const { phones, emails } = this.#widths;
    if (owner.phones.length > phones || owner.emails.length > emails) {
      throw new RangeError('an owner has more phones or emails than the widths say');
    }
    const values = [
      'Matched',
      owner.firstName ?? '',
      owner.lastName ?? '',
      owner.fullName ?? '',
      owner.mailingAddress ?? '',
      owner.mailingCity ?? '',
      owner.mailingState ?? '',
      owner.mailingZip ?? '',
    ];
    for (let n = 0; n < phones; n++) {
      const phone = owner.phones[n];
      if (phone === undefined) values.push('', '', '');
      else
        values.push(phone.number, phone.type === 'mobile' ? 'Mobile' : 'Landline', phone.dnc ? 'Yes' : 'No');
    }
    for (let n = 0; n < emails; n++) values.push(owner.emails[n] ?? '');
    return values;
  }

  /** Added cells as text, each with the delimiter before it. */
  #written(values: readonly string[]): string {
    const { delimiter, encoding } = this.#dialect;
    let text = '';
    for (const value of values) {
      // Most cells of most rows are empty.
      if (value === '') {
        text += delimiter;
        continue;
      }
      // Folded first: folding can bring out a formula sign that was none before.
      text += delimiter + writtenCell(safeCell(foldToEncoding(value, encoding)), delimiter);
    }
    return text;
  }
}
