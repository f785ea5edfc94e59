import {
  CsvInputError,
  MAX_HEAD_BYTES,
  sampleCsv,
  tableOf,
  type CsvHeader,
  type CsvSample,
  type Dialect,
  type FileShape,
} from '@skiptrace/csv';
import { chunksOf } from '../../platform/lib/file-chunks.js';

/** Enough rows to see how a file is written. */
const MAX_ROWS = 1_000;

/** The first rows of a file, whole. */
export interface OwnerSample {
  header: readonly string[];
  rows: readonly (readonly string[])[];
}

/** Where the table of a file begins, and its first rows. */
export interface OwnerTable extends OwnerSample {
  shape: FileShape;
  /** State for a reader to start at, if the file does not begin with its header; otherwise null. */
  opened: { dialect: Dialect; header: CsvHeader; line: number } | null;
  /** First rows of the file as they stand, title rows included. */
  sample: CsvSample;
  /** Index of the row in `sample` that holds the names, from 0; null if no row does. */
  headerAt: number | null;
}

/**
 * Finds the table in a file of owners in the same way as in a list of leads.
 * @param headerRow the operator's choice of the row with the names, from 1; 0 for a file without names: its columns are named by number
 * @throws CsvInputError if the file cannot be read
 */
export async function tableIn(path: string, headerRow?: number): Promise<OwnerTable> {
  const { head, atEnd } = await headOf(path);
  const sample = sampleCsv(head, atEnd, { maxRows: MAX_ROWS });
  if (sample === undefined) throw new CsvInputError('header_too_long', 'The first row never ends.');
  const { dialect, header } = sample;
  const noHeader = headerRow === 0;
  const table = tableOf(sample, noHeader ? { noHeader } : { headerRow });
  const { shape, headerAt, rows, start } = table;
  const width = Math.max(...rows.map((cells) => cells.length));
  const names = noHeader ? Array.from({ length: width }, (_, at) => String(at + 1)) : table.names;
  if (start === undefined || (headerAt === null && !noHeader)) {
    return { shape, header: header.names, rows: sample.rows, opened: null, sample, headerAt };
  }
  const none = new Uint8Array(0);
  // Lines above the table are skipped.
  const above = {
    names,
    bytes: none,
    lineEnd: none,
    preamble: head.subarray(0, start.byte),
    line: start.line,
  };
  return {
    shape,
    header: names,
    rows,
    opened: { dialect, header: above, line: start.line },
    sample,
    headerAt,
  };
}

/** The longest possible header, or all of a small file. */
async function headOf(path: string): Promise<{ head: Uint8Array; atEnd: boolean }> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of chunksOf(path)) {
    chunks.push(Buffer.from(chunk));
    bytes += chunk.length;
    if (bytes > MAX_HEAD_BYTES) return { head: Buffer.concat(chunks), atEnd: false };
  }
  return { head: Buffer.concat(chunks), atEnd: true };
}

/** Cells of a column, '' in rows without one. A header that occurs twice has no cells. */
export function cellsUnder({ header, rows }: OwnerSample, name: string): string[] {
  const place = header.indexOf(name);
  return place === -1 || header.lastIndexOf(name) !== place ? [] : rows.map((cells) => cells[place] ?? '');
}
