import { parse } from 'csv-parse/sync';
import type { FullAddress } from '../fixtures/fixtures.js';

/** A file that the suite uploads. */
export interface CsvFile {
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** Rows that may match, and so may be charged for on confirm. */
  readonly matchableRows: number;
}

export const HEADER = ['Ref', 'Street', 'Town', 'State', 'Zip', 'Note'];

/** A cell as RFC 4180 requires it. */
export const cell = (text: string): string =>
  /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;

export const lineOf = (cells: readonly string[]): string => cells.map(cell).join(',');

/** A row under HEADER. */
export const row = (ref: string, { address, city, state, zip }: FullAddress, note = ''): string =>
  lineOf([ref, address, city, state, zip, note]);

/** A file of lines that each end with LF. */
export const csvFile = (lines: readonly string[], matchableRows: number): CsvFile => ({
  bytes: bytesOf(lines.map((line) => `${line}\n`).join('')),
  matchableRows,
});

export const bytesOf = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text);

/** Every record of a CSV, parsed by a library rather than our own reader. */
export const recordsOf = (bytes: Uint8Array): string[][] =>
  parse(Buffer.from(bytes), { bom: true, relax_column_count: true, skip_empty_lines: true });

/** Records as objects, by the names in the header. */
export function rowsByHeader(bytes: Uint8Array): Record<string, string>[] {
  const [header = [], ...records] = recordsOf(bytes);
  return records.map((cells) => Object.fromEntries(header.map((name, index) => [name, cells[index] ?? ''])));
}
