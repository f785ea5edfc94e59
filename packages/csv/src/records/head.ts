import { decodeRecord, type Encoding, bytesPerUnit, type Units } from '../text/encoding.js';
import { DELIMITERS, type CsvLimits } from './dialect.js';
import { cellValue } from './record.js';
import {
  ScanError,
  Scanner,
  type ScannerOptions,
  CELLS,
  COLUMNS,
  END,
  LINE,
  LINE_END,
  START,
} from './scanner.js';

/** The first bytes of a file, at most `limits.headBytes`, before its delimiter is known. */
export interface Head {
  readonly bytes: Uint8Array;
  readonly units: Units;
  readonly encoding: Encoding;
  /** True if the file ends with them. */
  readonly atEnd: boolean;
  readonly limits: CsvLimits;
}

export interface Place {
  /** Code unit. */
  readonly start: number;
  /** Counted from 1. */
  readonly line: number;
}

export interface HeadRecord extends Place {
  readonly end: number;
  /** One of the values in scanner.ts. */
  readonly lineEnd: number;
  readonly cells: readonly string[];
  readonly next: Place;
}

const NO_COLUMNS = new Int32Array(0);

/** The indexes of that many columns. */
export function columnsTo(count: number): Int32Array {
  const columns = new Int32Array(count);
  for (let column = 0; column < count; column++) columns[column] = column;
  return columns;
}

/**
 * The record at `place` with all its cells, or undefined if it continues after the head.
 * @throws ScanError if it is too long or a quote stays open
 */
const readRecord = (head: Head, place: Place, delimiter: string): HeadRecord | undefined =>
  recordsFrom(head, place, delimiter)();

/** Reads the records from `place` on, one per call, as `readRecord`. One scanner has room for every column, and serves them all. */
export function recordsFrom(head: Head, place: Place, delimiter: string): () => HeadRecord | undefined {
  const { headBytes, cells: maxCells } = head.limits;
  const maxRecordUnits = headBytes / bytesPerUnit(head.encoding) - place.start;
  const columns = columnsTo(maxCells + 1);
  const scanner = scannerAt(place, delimiter, { columns, maxRecordUnits });
  return () => {
    if (scanner.scan(head.units, head.units.length, head.atEnd, 1) === 0) return undefined;
    const { spans } = scanner;
    const at = (field: number): number => spans[field] ?? 0;
    const { encoding } = decodeRecord(sliceUnits(head, at(START), at(END)), head.encoding);
    const cells = Array.from({ length: Math.min(at(CELLS), maxCells + 1) }, (_, cell) => {
      const span = sliceUnits(head, at(COLUMNS + 2 * cell), at(COLUMNS + 2 * cell + 1));
      return cellValue(decodeRecord(span, encoding).text);
    });
    return {
      start: at(START),
      end: at(END),
      line: at(LINE),
      lineEnd: at(LINE_END),
      cells,
      next: { start: scanner.start, line: scanner.line },
    };
  };
}

/** Number of cells of each complete record from `place` on, 0 for a blank line; an empty list if a quote stays open. */
function cellCounts(head: Head, place: Place, delimiter: string, maxRecords: number): number[] {
  // The head may end within a record of any length.
  const scanner = scannerAt(place, delimiter, { columns: NO_COLUMNS, maxRecordUnits: Infinity });
  try {
    const records = scanner.scan(head.units, head.units.length, head.atEnd, maxRecords);
    return Array.from(
      { length: records },
      (_, record) => scanner.spans[record * scanner.stride + CELLS] ?? 0,
    );
  } catch (error) {
    if (error instanceof ScanError) return [];
    throw error;
  }
}

function scannerAt(
  place: Place,
  delimiter: string,
  limits: Pick<ScannerOptions, 'columns' | 'maxRecordUnits'>,
): Scanner {
  const { start, line } = place;
  return new Scanner({ delimiter: delimiter.charCodeAt(0), start, line, ...limits });
}

export function sliceUnits(head: Head, start: number, end: number): Uint8Array {
  const size = bytesPerUnit(head.encoding);
  return head.bytes.subarray(start * size, end * size);
}

interface DividedHeader {
  readonly delimiter: string;
  readonly record: HeadRecord;
}

/**
 * The header at `place`, divided by the first of comma, semicolon, tab and pipe with which `isWanted` accepts its names, else by the
 * one that divides the first records best. Undefined if the header continues after the head.
 * @throws ScanError if it cannot be read with any delimiter
 */
export function divideHeader(
  head: Head,
  place: Place,
  isWanted: (names: readonly string[]) => boolean,
  known: string | undefined,
): DividedHeader | undefined {
  const readable: DividedHeader[] = [];
  let problem: ScanError | undefined;
  for (const delimiter of known === undefined ? DELIMITERS : [known]) {
    let record: HeadRecord | undefined;
    try {
      record = readRecord(head, place, delimiter);
    } catch (error) {
      if (!(error instanceof ScanError)) throw error;
      problem ??= error;
      continue;
    }
    if (record === undefined) return undefined;
    if (isWanted(record.cells.map((name) => name.trim()))) return { delimiter, record };
    readable.push({ delimiter, record });
  }
  const best = bestDivision(head, readable);
  if (best === undefined) throw problem ?? new ScanError('unclosed_quote', place.line);
  return best;
}

/** Number of records after the header that the guess uses. */
const SAMPLE_RECORDS = 20;

function bestDivision(head: Head, readable: readonly DividedHeader[]): DividedHeader | undefined {
  // If no delimiter divides the header, the file has one column.
  let [best] = readable;
  let bestScore = 0;
  for (const division of readable) {
    const score = scoreOf(head, division);
    if (score > bestScore) {
      best = division;
      bestScore = score;
    }
  }
  return best;
}

/** Fewest columns of a table below a title; with fewer, its records may be lines of text. */
const COLUMNS_BELOW_TITLE = 3;

/** Share of the records below a title; the next lines may be a part of it. */
const MOST_RECORDS = 0.7;

function scoreOf(head: Head, { delimiter, record: { cells, next } }: DividedHeader): number {
  const counts = cellCounts(head, next, delimiter, SAMPLE_RECORDS).filter((count) => count > 0);
  const share = (columns: number): number =>
    counts.length === 0 ? 1 : counts.filter((count) => count === columns).length / counts.length;
  // Agreement of the records counts more than the number of columns, but not alone: records may be ragged.
  const asHeader = cells.length > 1 ? cells.length * (0.25 + 0.75 * share(cells.length)) : 0;
  const widest = Math.max(0, ...counts);
  const isTitle = delimiter !== ',' && cells.length < widest;
  return isTitle && widest >= COLUMNS_BELOW_TITLE && share(widest) >= MOST_RECORDS
    ? Math.max(asHeader, widest * share(widest))
    : asHeader;
}
