import { writtenCell, ByteWriter } from './enriched/cells.js';
import type { OriginalRecord } from './enriched/enriched-csv.js';
import { addedParts, propertySources, type FieldSource } from './headers/address-columns.js';
import { REQUIRED_FIELDS, type RequiredField, type HeaderMapping } from './headers/mapping.js';
import type { CsvHeader, Dialect } from './records/dialect.js';
import { bytesPerUnit, unitsOf } from './text/encoding.js';

/**
 * Writes a file with helper cells in front of every record. The record's bytes stay unchanged. Behind a record
 * longer or shorter than the header, the cells would be under the wrong name.
 */
export class HelperCsv {
  readonly #dialect: Dialect;
  readonly #writer: ByteWriter;

  constructor(dialect: Dialect) {
    this.#dialect = dialect;
    this.#writer = new ByteWriter(dialect.encoding);
  }

  /** Everything up to the first record, the header with the names of the helper columns. */
  head({ preamble, bytes, lineEnd }: CsvHeader, names: readonly string[]): Uint8Array {
    this.#writer.bytes(preamble);
    this.#writer.text(this.#written(names));
    this.#writer.bytes(bytes);
    this.#writer.bytes(lineEnd);
    return this.#writer.take();
  }

  /** Records with the values of their helper cells. Blank lines stay blank. */
  records(
    rows: Iterable<readonly [Pick<OriginalRecord, 'bytes' | 'lineEnd' | 'blank'>, readonly string[]]>,
  ): Uint8Array {
    for (const [{ bytes, lineEnd, blank }, values] of rows) {
      if (!blank) this.#writer.text(this.#written(values));
      this.#writer.bytes(bytes);
      this.#writer.bytes(lineEnd);
    }
    return this.#writer.take();
  }

  #written(values: readonly string[]): string {
    const { delimiter } = this.#dialect;
    return values.map((value) => writtenCell(value, delimiter) + delimiter).join('');
  }
}

/** The bytes of a header or record that HelperCsv wrote, without its first `count` cells. */
export function withoutHelperCells(
  bytes: Uint8Array,
  count: number,
  { delimiter, encoding }: Pick<Dialect, 'delimiter' | 'encoding'>,
): Uint8Array {
  const units = unitsOf(bytes, encoding);
  const mark = delimiter.charCodeAt(0);
  let left = count;
  let quoted = false;
  let at = 0;
  for (; at < units.length && left > 0; at++) {
    // Helper cells are quoted whole or not at all, so that every quote opens or closes.
    if (units[at] === 0x22) quoted = !quoted;
    else if (units[at] === mark && !quoted) left--;
  }
  return bytes.subarray(at * bytesPerUnit(encoding));
}

/** A column that the service needs and the file lacks. It goes to the service only, in front of the file's own columns. */
export interface HelperColumn extends FieldSource {
  readonly field: RequiredField;
  /** A header that no column of the file has. */
  readonly name: string;
}

/** Helper columns that a file needs before the upload; empty if every field has a column of its own and no separate unit. */
export function helperColumns(mapping: HeaderMapping, header: readonly string[]): HelperColumn[] {
  const sources = propertySources(mapping);
  const taken = new Set(header.map((name) => name.trim().toLowerCase()));
  return REQUIRED_FIELDS.filter(
    (field) => mapping.needs.includes(field) || (field === 'address' && addedParts(mapping.also).length > 0),
  ).map((field) => ({ field, name: freeName(`skiptrace ${field}`, taken), ...sources[field] }));
}

function freeName(name: string, taken: ReadonlySet<string>): string {
  let free = name;
  for (let n = 2; taken.has(free); n++) free = `${name} ${n}`;
  return free;
}
