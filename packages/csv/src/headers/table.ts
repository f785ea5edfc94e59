import type { CsvSample, FilePlace } from '../records/sample.js';
import { headerAt, shapeOf, type FileShape, type ShapeOptions } from './header-row.js';
import { nameColumns } from '../content/name-columns.js';

/** The table at the beginning of a file, below any title. */
export interface Table {
  readonly shape: FileShape;
  /** Index of the row with the names, among the header and the rows of the sample; null if no row has them. */
  readonly headerAt: number | null;
  /** Trimmed names; without a header, derived from the contents of the columns. */
  readonly names: readonly string[];
  /** The rows below the names. */
  readonly rows: CsvSample['rows'];
  /** Place of the first of these rows; undefined below a header in its usual place, which the reader finds itself. */
  readonly start: FilePlace | undefined;
}

/**
 * Finds the table in a file. Leads and owners, on the command line and in the web app, are all read with
 * this.
 * @throws CsvInputError no_header_row
 */
export function tableOf(sample: CsvSample, options: ShapeOptions = {}): Table {
  const { header, rows, places } = sample;
  const shape = shapeOf(sample, options);
  if (shape === 'no-header' || shape === 'list') {
    const all = [header.names, ...rows];
    const start = { byte: header.preamble.length, line: header.line };
    return { shape, headerAt: null, names: nameColumns(all).names, rows: all, start };
  }
  const at = shape === 'below-title' ? headerAt(sample, options.headerRow) : 0;
  const names = (at === 0 ? header.names : (rows[at - 1] ?? [])).map((name) => name.trim());
  return { shape, headerAt: at, names, rows: rows.slice(at), start: places[at - 1]?.next };
}
