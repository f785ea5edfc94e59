import { CsvInputError } from '../errors.js';
import { decodeRecord, detectEncoding, bytesPerUnit, searchable, unitsOf } from '../text/encoding.js';
import { foreignFormat, FORMAT_NAMES, MAGIC_BYTES } from '../text/foreign-format.js';
import { hasColumns, LIST_LIMITS, type CsvHeader, type CsvLimits, type Dialect } from './dialect.js';
import { divideHeader, sliceUnits, type Head, type Place } from './head.js';
import { ScanError, CR_END, CRLF_END } from './scanner.js';

export interface OpenOptions {
  /** Delimiter named by the user. A `sep=` line in the file still wins. */
  readonly delimiter?: string;
  /**
   * Accepts the names of the header that is wanted: the first delimiter that divides the header into such names is the file's. Default:
   * all mapped headers are among them.
   */
  readonly isWanted?: (names: readonly string[]) => boolean;
  /** Default: `LIST_LIMITS`. */
  readonly limits?: CsvLimits;
}

export interface OpenedCsv {
  readonly dialect: Dialect;
  readonly header: CsvHeader;
  /** Place of the first record after the header. */
  readonly next: Place;
}

/**
 * Dialect of the file that begins with `head`; undefined if its header continues after `head`. `atEnd`:
 * `head` is the whole file. Without mapped headers the delimiter is the one that divides the first records
 * best. At most the first `limits.headBytes` are read.
 * @throws CsvInputError empty, not_text, header_too_long, too_many_cells, unclosed_quote
 */
export function detectDialect(
  head: Uint8Array,
  mappedHeaders: readonly string[],
  atEnd: boolean,
  options: OpenOptions = {},
): Dialect | undefined {
  return openCsv(head, mappedHeaders, atEnd, options)?.dialect;
}

/** Dialect and header of a file, as `detectDialect`. */
export function openCsv(
  head: Uint8Array,
  mappedHeaders: readonly string[],
  atEnd: boolean,
  options: OpenOptions = {},
): OpenedCsv | undefined {
  if (options.delimiter !== undefined && !DELIMITER.test(options.delimiter)) {
    throw new RangeError(
      `A delimiter is one ASCII character, not a letter, digit or quote: ${options.delimiter}`,
    );
  }
  if (head.length < MAGIC_BYTES && !atEnd) return undefined;
  refuseForeignFormat(head);
  const { limits = LIST_LIMITS } = options;
  const isWanted =
    options.isWanted ?? ((names) => mappedHeaders.length > 0 && hasColumns(names, mappedHeaders));
  const bytes = head.subarray(0, limits.headBytes);
  const { encoding, bomLength } = detectEncoding(bytes);
  const file: Head = {
    bytes,
    units: unitsOf(bytes, encoding),
    encoding,
    atEnd: atEnd && bytes.length === head.length,
    limits,
  };
  if (searchable(file.units).includes(0)) throw nulError();
  const isFull = bytes.length === limits.headBytes && !file.atEnd;
  try {
    const preamble = readPreamble(file, { start: bomLength / bytesPerUnit(encoding), line: 1 });
    if (preamble === undefined) {
      if (isFull) throw headerTooFar(limits);
      return undefined;
    }
    const divided = divideHeader(file, preamble.next, isWanted, preamble.delimiter ?? options.delimiter);
    if (divided === undefined) {
      if (isFull) throw headerTooLong(preamble.next.line, limits);
      return undefined;
    }
    const { delimiter, record } = divided;
    if (record.cells.length > limits.cells) throw tooManyCells(record.line, limits);
    return {
      dialect: {
        encoding,
        bomLength,
        delimiter,
        lineEnd: lineEndText(record.lineEnd),
        sepLine: preamble.delimiter !== undefined,
      },
      header: {
        names: record.cells.map((name) => name.trim()),
        bytes: sliceUnits(file, record.start, record.end),
        lineEnd: sliceUnits(file, record.end, record.next.start),
        preamble: sliceUnits(file, 0, record.start),
        line: record.line,
      },
      next: record.next,
    };
  } catch (error) {
    if (error instanceof ScanError) throw headerError(error, limits);
    throw error;
  }
}

/** Added lines end like the header; without a line end, the header is the whole file. */
const lineEndText = (lineEnd: number): Dialect['lineEnd'] =>
  lineEnd === CRLF_END ? '\r\n' : lineEnd === CR_END ? '\r' : '\n';

/** Delimiters are ASCII, so that they are one code unit in every encoding. */
const DELIMITER = /^[^\w"\r\n\0\x80-\uffff]$/;
const SEP_LINE = /^"?sep=([^\w"\r\n\0\x80-\uffff])"?$/i;
/** A `sep=` line is shorter than this. */
const SEP_LINE_UNITS = 16;

/** Skips blank lines and a `sep=` line. Undefined if the header continues after the head. */
function readPreamble(file: Head, from: Place): { next: Place; delimiter?: string } | undefined {
  let next = from;
  let delimiter: string | undefined;
  for (;;) {
    if (next.start >= file.units.length) {
      if (!file.atEnd) return undefined;
      throw new CsvInputError('empty', 'The file is empty.');
    }
    const line = firstLine(file, next);
    if (line === undefined) return undefined;
    const named = delimiter === undefined ? SEP_LINE.exec(line.text)?.[1] : undefined;
    if (line.text !== '' && named === undefined)
      return { next, ...(delimiter !== undefined && { delimiter }) };
    delimiter ??= named;
    next = line.next;
  }
}

function firstLine(file: Head, place: Place): { text: string; next: Place } | undefined {
  const { start } = place;
  const { units } = file;
  let end = start;
  while (end < units.length && units[end] !== 0x0a && units[end] !== 0x0d) end++;
  const crLf = units[end] === 0x0d && units[end + 1] === 0x0a;
  const next = end + (end === units.length ? 0 : crLf ? 2 : 1);
  // A CR at the end of the head may be the first half of a CRLF. A longer line is the header, wherever it ends.
  if (!file.atEnd && next >= units.length && end - start < SEP_LINE_UNITS) return undefined;
  const opening = sliceUnits(file, start, Math.min(end, start + SEP_LINE_UNITS));
  const text = opening.length === 0 ? '' : decodeRecord(opening, file.encoding).text;
  return { text, next: { start: next, line: place.line + 1 } };
}

function refuseForeignFormat(head: Uint8Array): void {
  const format = foreignFormat(head);
  if (format === undefined) return;
  throw new CsvInputError('not_text', `The file is not CSV text but ${FORMAT_NAMES[format]}.`, { format });
}

export function nulError(): CsvInputError {
  return new CsvInputError('not_text', 'The file is not CSV text: it holds NUL bytes.', { format: 'binary' });
}

export function tooManyCells(line: number, { cells }: CsvLimits): CsvInputError {
  const message = `The record on line ${line} has more than ${cells.toLocaleString('en-US')} cells.`;
  return new CsvInputError('too_many_cells', message, { line });
}

const headerError = ({ problem, line }: ScanError, limits: CsvLimits): CsvInputError =>
  problem === 'unclosed_quote' ? unclosedQuote(line) : headerTooLong(line, limits);

function headerTooLong(line: number, { headBytes }: CsvLimits): CsvInputError {
  const message = `The header on line ${line} does not end within the first ${headBytes / 1024} KB of the file.`;
  return new CsvInputError('header_too_long', message, { line });
}

function headerTooFar({ headBytes }: CsvLimits): CsvInputError {
  const message = `The file has no header: blank lines fill its first ${headBytes / 1024} KB.`;
  return new CsvInputError('header_too_long', message);
}

/** @param cutAtBytes the limit of a record, if it came before the end of the file */
export function unclosedQuote(line: number, cutAtBytes?: number): CsvInputError {
  const how = cutAtBytes === undefined ? 'never closed' : `not closed within ${cutAtBytes / 1024 / 1024} MB`;
  return new CsvInputError('unclosed_quote', `A quote that opens on line ${line} is ${how}.`, { line });
}
