import { limits, type ColumnMapping } from '@skiptrace/contract';
import { CsvReader, type CsvHeader, type Dialect } from '@skiptrace/csv';
import type { FileStore } from '../../../platform/storage/index.js';
import { surveyName } from '../files.js';
import { readChecked, UnusableFileError, writeChecked } from './checked-files.js';
import { leadColumns, readRecords } from './lead-rows.js';

/** A range of a file, `start` to `end` in bytes, of whole records. */
export interface Part {
  start: number;
  end: number;
  /** Blank lines included. */
  records: number;
  rows: number;
}

/** Facts about a file that are needed before its parts can be read in any order. */
export interface Survey {
  /** Its encoding is known only at the end of the file. */
  dialect: Dialect;
  header: CsvHeader;
  parts: readonly Part[];
}

/** Rows per part: the most that a kill undoes for each process, and that a small job waits for behind a large one. */
export const PART_ROWS = 5_000;
/** Most records per part. Blank lines are records but not rows. */
const PART_RECORDS = 10 * PART_ROWS;

/** Each blank line takes eight bytes of a stored file (part-files.ts), and the limit on rows does not count them. */
const MAX_BLANK_LINES = 1_000_000;

/** Every row of the result has as many cells as the longest one, so that a small list could have a result of gigabytes. */
const MAX_EMPTY_CELLS = 50_000_000;

/**
 * Reads a file from end to end.
 * @throws CsvInputError, UnusableFileError if the file is unusable (reading 27), the reason of `signal`
 */
export async function surveyFile(
  source: AsyncIterable<Uint8Array>,
  columnMapping: ColumnMapping,
  signal: AbortSignal,
): Promise<Survey> {
  const { headers } = leadColumns(columnMapping);
  const reader = new CsvReader({ mappedHeaders: headers, maxRows: limits.rowsPerJob });
  const parts: Part[] = [];
  let part: Part | undefined;
  let blankLines = 0;
  let rows = 0;
  let cells = 0;
  let widest = 0;
  let widestLine = 0;
  for await (const records of readRecords(source, reader)) {
    signal.throwIfAborted();
    for (const record of records) {
      const isFull = part?.records === PART_RECORDS || (part?.rows === PART_ROWS && !record.blank);
      if (part === undefined || isFull) {
        const start: number = part?.end ?? headBytes(reader);
        parts.push((part = { start, end: start, records: 0, rows: 0 }));
      }
      part.end += record.size;
      part.records += 1;
      if (!record.blank) {
        part.rows += 1;
        rows += 1;
        cells += record.cellCount;
        if (record.cellCount > widest) [widest, widestLine] = [record.cellCount, record.line];
      } else if (++blankLines > MAX_BLANK_LINES) throw new UnusableFileError(TOO_MANY_BLANK_LINES);
    }
  }
  const { dialect, header } = reader;
  if (dialect === undefined || header === undefined) throw new Error('a file that was read has no header');
  if (header.names.length >= widest) [widest, widestLine] = [header.names.length, header.line];
  if (rows * widest - cells > MAX_EMPTY_CELLS) throw new UnusableFileError(tooRagged(widest, widestLine));
  return { dialect, header, parts };
}

const tooRagged = (cells: number, line: number): string =>
  `Line ${line} has ${cells.toLocaleString('en-US')} cells, and most rows have far fewer. ` +
  'In the result all rows are as long as the longest, so it would be mostly empty cells. Remove the surplus cells, then upload it again in a new job.';

const TOO_MANY_BLANK_LINES =
  `The file has more than ${MAX_BLANK_LINES.toLocaleString('en-US')} blank lines. ` +
  'Remove them, then upload it again in a new job.';

function headBytes({ header }: CsvReader): number {
  if (header === undefined) throw new Error('a record came before the header');
  return header.preamble.length + header.bytes.length + header.lineEnd.length;
}

/** A survey in JSON: bytes in base64. */
type Written = Omit<Survey, 'header'> & {
  header: Omit<CsvHeader, 'bytes' | 'lineEnd' | 'preamble'> &
    Record<'bytes' | 'lineEnd' | 'preamble', string>;
};

export async function storeSurvey(
  store: FileStore,
  jobId: string,
  { header, ...rest }: Survey,
): Promise<void> {
  const { bytes, lineEnd, preamble } = header;
  const written: Written = {
    ...rest,
    header: { ...header, bytes: base64(bytes), lineEnd: base64(lineEnd), preamble: base64(preamble) },
  };
  await writeChecked(store, surveyName(jobId), [Buffer.from(JSON.stringify(written))]);
}

/** Null if there is no survey. @throws DamagedFileError */
export async function storedSurvey(store: FileStore, jobId: string): Promise<Survey | null> {
  const content = await readChecked(store, surveyName(jobId));
  if (content === null) return null;
  const { header, ...rest } = JSON.parse(content.toString()) as Written;
  const { bytes, lineEnd, preamble } = header;
  return {
    ...rest,
    header: { ...header, bytes: bytesOf(bytes), lineEnd: bytesOf(lineEnd), preamble: bytesOf(preamble) },
  };
}

const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64');

const bytesOf = (text: string): Buffer => Buffer.from(text, 'base64');
