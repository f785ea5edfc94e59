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
