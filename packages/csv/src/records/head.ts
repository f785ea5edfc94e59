import { decodeRecord, type Encoding, bytesPerUnit, type Units } from '../text/encoding.js';
import { MAX_CELLS, MAX_HEAD_BYTES } from './dialect.js';
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

/** The first bytes of a file, at most MAX_HEAD_BYTES, before its delimiter is known. */
export interface Head {
  readonly bytes: Uint8Array;
  readonly units: Units;
  readonly encoding: Encoding;
  /** True if the file ends with them. */
  readonly atEnd: boolean;
}

export interface Place {
  /** Code unit. */
  readonly start: number;
  /** Counted from 1. */
  readonly line: number;
}

export interface HeadRecord extends Place {
  readonly end: number;
  /** One of the values in spans.ts. */
  readonly lineEnd: number;
  readonly cells: readonly string[];
  readonly next: Place;
}

const NO_COLUMNS = new Int32Array(0);
const EVERY_COLUMN = Int32Array.from({ length: MAX_CELLS + 1 }, (_, column) => column);

/**
 * The record at `place` with all its cells, or undefined if it continues after the head.
 * @throws ScanError if it is too long or a quote stays open
 */
export const readRecord = (head: Head, place: Place, delimiter: string): HeadRecord | undefined =>
  recordsFrom(head, place, delimiter)();

/** Reads the records from `place` on, one per call, as `readRecord`. One scanner has room for every column, and serves them all. */
export function recordsFrom(head: Head, place: Place, delimiter: string): () => HeadRecord | undefined {
  const maxRecordUnits = MAX_HEAD_BYTES / bytesPerUnit(head.encoding) - place.start;
  const scanner = scannerAt(place, delimiter, { columns: EVERY_COLUMN, maxRecordUnits });
  return () => {
    if (scanner.scan(head.units, head.units.length, head.atEnd, 1) === 0) return undefined;
    const { spans } = scanner;
    const at = (field: number): number => spans[field] ?? 0;
    const { encoding } = decodeRecord(sliceUnits(head, at(START), at(END)), head.encoding);
    const cells = Array.from({ length: Math.min(at(CELLS), MAX_CELLS + 1) }, (_, cell) => {
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
export function cellCounts(head: Head, place: Place, delimiter: string, maxRecords: number): number[] {
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
