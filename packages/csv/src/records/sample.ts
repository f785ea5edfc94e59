import { decodeRecord, bytesPerUnit, unitsOf } from '../text/encoding.js';
import { LIST_LIMITS, type CsvHeader, type Dialect } from './dialect.js';
import { recordsFrom, type Head, type Place } from './head.js';
import { openCsv, type OpenOptions } from './open.js';
import { ScanError } from './scanner.js';

/** The beginning of a file: enough to show a person the content of each column. */
export interface CsvSample {
  readonly dialect: Dialect;
  readonly header: CsvHeader;
  /** Cells of the first rows, blank lines left out. Rows may be longer or shorter than the header. */
  readonly rows: readonly (readonly string[])[];
  /** Start of each of these rows. */
  readonly places: readonly RowStart[];
  /** The first lines as they stand, including the header's, whether commas divide them or not. */
  readonly lines: readonly string[];
}

export interface FilePlace {
  /** From the beginning of the file. */
  readonly byte: number;
  /** Counted from 1. */
  readonly line: number;
}

export interface RowStart extends FilePlace {
  /** Place after the row. */
  readonly next: FilePlace;
}

export const SAMPLE_ROWS = 200;

/**
 * Dialect, header and first rows of the file that begins with `head`; undefined if its header continues after
 * `head`. `atEnd`: `head` is the whole file. `maxRows`: number of rows, SAMPLE_ROWS by default.
 * @throws CsvInputError as `openCsv`
 */
export function sampleCsv(
  head: Uint8Array,
  atEnd: boolean,
  options: OpenOptions & { readonly maxRows?: number } = {},
): CsvSample | undefined {
  const { maxRows = SAMPLE_ROWS, limits = LIST_LIMITS } = options;
  const opened = openCsv(head, [], atEnd, options);
  if (opened === undefined) return undefined;
  const { dialect, header } = opened;
  const bytes = head.subarray(0, limits.headBytes);
  const file: Head = {
    bytes,
    units: unitsOf(bytes, dialect.encoding),
    encoding: dialect.encoding,
    atEnd: atEnd && bytes.length === head.length,
    limits,
  };
  return {
    dialect,
    header,
    ...firstRows(file, opened.next, dialect.delimiter, maxRows),
    lines: firstLines(file, dialect.bomLength),
  };
}

function firstLines({ bytes, encoding, atEnd }: Head, bomLength: number): string[] {
  const { text } = decodeRecord(bytes.subarray(bomLength), encoding);
  const lines = text.split(/\r\n|\n|\r/);
  return (atEnd ? lines : lines.slice(0, -1)).slice(0, SAMPLE_ROWS);
}

/** Reads as far as possible: the reader of the whole file reports an open quote. */
function firstRows(
  file: Head,
  from: Place,
  delimiter: string,
  maxRows: number,
): Pick<CsvSample, 'rows' | 'places'> {
  const rows: string[][] = [];
  const places: RowStart[] = [];
  const placeOf = ({ start, line }: Place): FilePlace => ({
    byte: start * bytesPerUnit(file.encoding),
    line,
  });
  const read = recordsFrom(file, from, delimiter);
  try {
    while (rows.length < maxRows) {
      const record = read();
      if (record === undefined) break;
      if (record.cells.length > 0) {
        rows.push([...record.cells]);
        places.push({ ...placeOf(record), next: placeOf(record.next) });
      }
    }
  } catch (error) {
    if (!(error instanceof ScanError)) throw error;
  }
  return { rows, places };
}
