import { CsvInputError } from '../errors.js';
import type { Encoding } from '../text/encoding.js';

/** The way a file is written. */
export interface Dialect {
  readonly encoding: Encoding;
  /** Bytes of the byte order mark: 0, 2 or 3. */
  readonly bomLength: number;
  /** One character. */
  readonly delimiter: string;
  /** The line end of the header. */
  readonly lineEnd: '\n' | '\r\n' | '\r';
  /** True if the first line is `sep=X`, which names the delimiter, as Excel writes and reads it. */
  readonly sepLine: boolean;
}

/** The first record of a file and the bytes before it. */
export interface CsvHeader {
  /** Names of the columns, trimmed. */
  readonly names: readonly string[];
  /** Original bytes of the header, without its line end. */
  readonly bytes: Uint8Array;
  readonly lineEnd: Uint8Array;
  /** Original bytes before the header: byte order mark, `sep=` line, blank lines. */
  readonly preamble: Uint8Array;
  /** Line on which it starts, counted from 1. */
  readonly line: number;
}

/** Delimiters in the order they are tried: the first with which all mapped headers are found wins. */
export const DELIMITERS: readonly string[] = [',', ';', '\t', '|'];

/** Excel's last column; a wider file is not a list of leads. */
export const MAX_CELLS = 16_384;

/**
 * Limit of a file's header, including blank lines before it; the widest known exports have headers of some 20 KB. Dialect
 * and header are found in these bytes alone, so they don't depend on how a file is cut into chunks.
 */
export const MAX_HEAD_BYTES = 256 * 1024;

/** A record longer than this is a quote that was never closed, not a lead. */
export const MAX_RECORD_BYTES = 1024 * 1024;

/** Sizes above which a file is refused. */
export interface CsvLimits {
  readonly headBytes: number;
  readonly recordBytes: number;
  readonly cells: number;
}

export const LIST_LIMITS: CsvLimits = {
  headBytes: MAX_HEAD_BYTES,
  recordBytes: MAX_RECORD_BYTES,
  cells: MAX_CELLS,
};

/** A result is its list with more cells: it must be readable also where the list is as large as a list may be. */
export const RESULT_LIMITS: CsvLimits = {
  headBytes: 4 * MAX_HEAD_BYTES,
  recordBytes: 4 * MAX_RECORD_BYTES,
  cells: 2 * MAX_CELLS,
};

/** Index of a mapped name in the header, or the reason why there is no index. */
type ColumnPlace = number | 'missing' | 'twice';

/** Names are compared trimmed and without BOM, first exactly, then without regard to case if that is unique. */
export function findColumn(header: readonly string[], name: string): ColumnPlace {
  // trim() takes U+FEFF as white space.
  const wanted = name.trim();
  if (wanted === '') return 'missing';
  const exact = unique(header, (cell) => cell.trim() === wanted);
  if (exact !== 'missing') return exact;
  const folded = wanted.toLowerCase();
  return unique(header, (cell) => cell.trim().toLowerCase() === folded);
}

function unique(header: readonly string[], fits: (cell: string) => boolean): ColumnPlace {
  const first = header.findIndex(fits);
  if (first === -1) return 'missing';
  return header.findLastIndex(fits) === first ? first : 'twice';
}

/** Whether every name is among the columns, even if it is not unique. */
export const hasColumns = (header: readonly string[], names: readonly string[]): boolean =>
  names.every((name) => findColumn(header, name) !== 'missing');

/**
 * The column of every mapped name, in the order of the names.
 * @throws CsvInputError missing_column, duplicate_column
 */
export function findColumns(header: readonly string[], names: readonly string[]): number[] {
  return names.map((name) => {
    const place = findColumn(header, name);
    if (place === 'missing') {
      throw new CsvInputError(
        'missing_column',
        `The file has no column "${printable(name)}". Its header is: ${listed(header)}.`,
        { column: name },
      );
    }
    if (place === 'twice') {
      throw new CsvInputError(
        'duplicate_column',
        `More than one column is named "${printable(name)}". Rename one of them.`,
        { column: name },
      );
    }
    return place;
  });
}

/** Number of names listed, enough for a person to find the one that was meant; the message must stay short. */
const LISTED_NAMES = 60;

const LISTED_CHARACTERS = 60;

function listed(header: readonly string[]): string {
  const names = header.slice(0, LISTED_NAMES).map(printable).join(', ');
  const more = header.length - LISTED_NAMES;
  return more > 0 ? `${names} and ${more} more` : names;
}

function printable(name: string): string {
  const plain = name.replace(/\p{C}+/gu, ' ').trim();
  return plain.length > LISTED_CHARACTERS ? `${plain.slice(0, LISTED_CHARACTERS)}…` : plain;
}
