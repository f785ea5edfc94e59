import {
  CsvInputError,
  CsvReader,
  MAX_HEAD_BYTES,
  sampleCsv,
  type CsvHeader,
  type Dialect,
} from '@skiptrace/csv';
import { chunksOf } from '../../file-chunks.js';

/** Enough rows to see how a file is written. */
const MAX_ROWS = 1_000;
/** The reader gives rows only after the longest possible header. */
const MAX_BYTES = 1024 * 1024;

/** The first rows of a file, whole. */
export interface OwnerSample {
  header: readonly string[];
  rows: readonly (readonly string[])[];
}

/** Headers that appear twice have no cells here. What is wrong with the file is for its reader to say: here it has no rows. */
export async function sampleOf(path: string): Promise<OwnerSample> {
  let header: readonly string[] = [];
  const rows: (readonly string[])[] = [];
  const reader = new CsvReader({
    mappedHeaders: (names) => {
      const folded = names.map((name) => name.trim().toLowerCase());
      header = names
        .map((name) => name.trim())
        .filter(
          (name, at) =>
            name !== '' && folded.indexOf(folded[at] ?? '') === folded.lastIndexOf(folded[at] ?? ''),
        );
      return header;
    },
  });
  const take = (records: ReturnType<CsvReader['push']>): void => {
    for (const { blank, values } of records) if (!blank && rows.length < MAX_ROWS) rows.push(values);
  };
  try {
    let bytes = 0;
    for await (const chunk of chunksOf(path)) {
      take(reader.push(chunk));
      bytes += chunk.length;
      if (rows.length >= MAX_ROWS || bytes >= MAX_BYTES) return { header, rows };
    }
    take(reader.end());
  } catch (error) {
    if (!(error instanceof CsvInputError)) throw error;
  }
  return { header, rows };
}

/** A file without a header: its columns are called by their numbers. */
export interface NumberedFile {
  opened: { dialect: Dialect; header: CsvHeader };
  sample: OwnerSample;
}

/** @throws CsvInputError where the file cannot be read */
export async function numberedFile(path: string): Promise<NumberedFile> {
  const { head, atEnd } = await headOf(path);
  const found = sampleCsv(head, atEnd);
  if (found === undefined) throw new CsvInputError('header_too_long', 'The first row never ends.');
  const { dialect, header, rows } = found;
  const all = [header.names, ...rows];
  const width = Math.max(...all.map((cells) => cells.length));
  const names = Array.from({ length: width }, (_, at) => String(at + 1));
  const none = new Uint8Array(0);
  return {
    opened: { dialect, header: { ...header, names, bytes: none, lineEnd: none } },
    sample: { header: names, rows: all },
  };
}

/** The longest possible header, or all of a small file. */
export async function headOf(path: string): Promise<{ head: Uint8Array; atEnd: boolean }> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of chunksOf(path)) {
    chunks.push(Buffer.from(chunk));
    bytes += chunk.length;
    if (bytes > MAX_HEAD_BYTES) return { head: Buffer.concat(chunks), atEnd: false };
  }
  return { head: Buffer.concat(chunks), atEnd: true };
}

/** The cells of a column, '' where a row has none. */
export function cellsUnder({ header, rows }: OwnerSample, name: string): string[] {
  const place = header.indexOf(name);
  return place === -1 ? [] : rows.map((cells) => cells[place] ?? '');
}
