import { CsvInputError } from '../errors.js';
import { encodeText } from '../text/encode.js';
import {
  decodeLoosely,
  decodeRecord,
  isUtf16,
  mayHideInvalidBytes,
  type Encoding,
} from '../text/encoding.js';
import { bytesPerUnit } from '../text/units.js';
import { cellValue } from './cell-value.js';
import { findColumns } from './columns.js';
import { MAX_CELLS, MAX_RECORD_BYTES, type CsvHeader, type Dialect } from './dialect.js';
import { nulError, openCsv, tooManyCells, unclosedQuote } from './open.js';
import { Field, ScanError, Scanner } from './scanner.js';
import { UnitBuffer } from './unit-buffer.js';

/** A record after the header. */
export interface CsvRecord {
  /** Original bytes without the line end. A view: copy it to keep it for long. */
  readonly bytes: Uint8Array;
  /** Original bytes of the line end; empty after a last line that has none. */
  readonly lineEnd: Uint8Array;
  /** Nothing at all stands on this line: not a row, but kept where it stood. */
  readonly blank: boolean;
  /** 0 when blank. */
  readonly cellCount: number;
  /** Line on which it starts, counted from 1, line ends inside quotes included. */
  readonly line: number;
  /** Decoded cells of the mapped columns, in the order of the mapped headers; '' where the record is too short. */
  readonly values: string[];
}

export interface CsvReaderOptions {
  /** The headers whose cells are wanted, or a function that chooses them when the header is known. */
  readonly mappedHeaders: readonly string[] | ((header: readonly string[]) => readonly string[]);
  /** More rows (blank lines are none) than this are an error. No limit by default. */
  readonly maxRows?: number;
  /** Known from the user; found by default. */
  readonly delimiter?: string;
}

/**
 * Reads a CSV file of any size from chunks of any size. Memory does not grow with the file: what `push` returns is the
 * caller's, and so is the pace. Every method throws CsvInputError, after which the reader is of no more use.
 */
export class CsvReader {
  readonly #options: CsvReaderOptions;
  readonly #buffer = new UnitBuffer();
  #opened: OpenReader | undefined;
  #rows = 0;

  constructor(options: CsvReaderOptions) {
    this.#options = options;
  }

  /** Undefined until the header has been read. Its encoding is final after `end`: bytes that are not UTF-8 may come late. */
  get dialect(): Dialect | undefined {
    return this.#opened?.dialect;
  }

  /** Undefined until it has been read. */
  get header(): CsvHeader | undefined {
    return this.#opened?.header;
  }

  /** The chunk is copied, so its memory may be used again. */
  push(chunk: Uint8Array): CsvRecord[] {
    if (this.#buffer.append(chunk, this.#opened?.scanner.start ?? 0)) this.#opened?.scanner.moveToFront();
    // While the header is incomplete, only a line end can complete it.
    if (this.#opened === undefined && (chunk.includes(0x0a) || chunk.includes(0x0d))) this.#open(false);
    return this.#opened === undefined ? [] : this.#read(this.#opened, false);
  }

  /** Nothing follows. Returns the last record, where the file ends without a line end. */
  end(): CsvRecord[] {
    if (this.#opened === undefined) this.#open(true);
    if (this.#opened === undefined) throw new CsvInputError('empty', 'The file is empty.');
    const records = this.#read(this.#opened, true);
    if (this.#buffer.hasCutUnit) {
      throw new CsvInputError('broken_text', 'The file ends in the middle of a UTF-16 character.');
    }
    if (this.#rows === 0) throw new CsvInputError('no_rows', 'The file has a header but no rows.');
    return records;
  }

  #open(atEnd: boolean): void {
    const { mappedHeaders, delimiter } = this.#options;
    const wanted = typeof mappedHeaders === 'function' ? [] : mappedHeaders;
    const opened = openCsv(this.#buffer.bytes, wanted, atEnd, delimiter === undefined ? {} : { delimiter });
    if (opened === undefined) return;
    const { dialect, header, next } = opened;
    const names = typeof mappedHeaders === 'function' ? mappedHeaders(header.names) : mappedHeaders;
    const fields = findColumns(header.names, names);
    const columns = [...new Set(fields)].sort((a, b) => a - b);
    this.#buffer.encoding = dialect.encoding;
    this.#opened = {
      dialect,
      header,
      slots: fields.map((column) => columns.indexOf(column)),
      lineEnds: lineEndBytes(dialect),
      scanner: new Scanner({
        delimiter: dialect.delimiter.charCodeAt(0),
        columns: Int32Array.from(columns),
        maxRecordUnits: MAX_RECORD_BYTES / bytesPerUnit(dialect.encoding),
        ...next,
      }),
    };
  }

  #read(opened: OpenReader, atEnd: boolean): CsvRecord[] {
    const { scanner, lineEnds, slots } = opened;
    const from = scanner.start;
    const count = this.#scan(scanner, atEnd);
    const { encoding } = opened.dialect;
    const text = textOfUnits(this.#buffer.slice(from, scanner.start), encoding);
    const { maxRows = Infinity } = this.#options;
    const { spans, stride } = scanner;
    const records = new Array<CsvRecord>(count);
    for (let record = 0, at = 0; record < count; record++, at += stride) {
      const start = spans[at + Field.Start] ?? 0;
      const end = spans[at + Field.End] ?? 0;
      const line = spans[at + Field.Line] ?? 0;
      const cellCount = spans[at + Field.Cells] ?? 0;
      const blank = end === start;
      if (!blank && ++this.#rows > maxRows) throw tooManyRows(maxRows, line);
      if (cellCount > MAX_CELLS) throw tooManyCells(line);
      const bytes = this.#buffer.slice(start, end);
      const cell = text === undefined ? this.#decodeAlone(opened, bytes) : undefined;
      const values = new Array<string>(slots.length);
      for (let field = 0; field < slots.length; field++) {
        const place = at + Field.Columns + 2 * (slots[field] ?? 0);
        const cellStart = spans[place] ?? 0;
        const cellEnd = spans[place + 1] ?? 0;
        const written =
          cell?.(cellStart - start, cellEnd - start) ?? text?.slice(cellStart - from, cellEnd - from);
        values[field] = cellValue(written ?? '');
      }
      const lineEnd = lineEnds[spans[at + Field.LineEnd] ?? 0] ?? NO_BYTES;
      records[record] = { bytes, lineEnd, blank, cellCount, line, values };
    }
    return records;
  }

  #scan(scanner: Scanner, atEnd: boolean): number {
    try {
      return scanner.scan(this.#buffer.units, this.#buffer.length, atEnd);
    } catch (error) {
      if (!(error instanceof ScanError)) throw error;
      throw error.problem === 'unclosed_quote' ? unclosedQuote(error.line) : recordTooLong(error.line);
    }
  }

  /** Decodes a record apart from its neighbours, and learns from it that the file is not UTF-8. */
  #decodeAlone(opened: OpenReader, bytes: Uint8Array): CellText {
    const { dialect } = opened;
    const { text, encoding } = decodeRecord(bytes, dialect.encoding);
    if (encoding !== dialect.encoding && dialect.bomLength === 0) opened.dialect = { ...dialect, encoding };
    if (text.length * bytesPerUnit(encoding) === bytes.length) return (start, end) => text.slice(start, end);
    return (start, end) => decodeRecord(bytes.subarray(start, end), encoding).text;
  }
}

/** What is known once the header has been read. */
interface OpenReader {
  dialect: Dialect;
  readonly header: CsvHeader;
  /** For every mapped header, which of the scanner's columns it is; one column may serve several. */
  readonly slots: readonly number[];
  readonly lineEnds: readonly Uint8Array[];
  readonly scanner: Scanner;
}

/** Text of a cell, given where it stands in its record. */
type CellText = (start: number, end: number) => string;

/** The text when every code unit is one character of it, so that places in the units are places in the text. */
function textOfUnits(bytes: Uint8Array, encoding: Encoding): string | undefined {
  const text = decodeLoosely(bytes, encoding);
  if (text.includes('\0')) throw nulError();
  if (isUtf16(encoding)) return text;
  return text.length === bytes.length && !mayHideInvalidBytes(text) ? text : undefined;
}

const NO_BYTES = new Uint8Array(0);

/** The line ends of a file as bytes, in the order of `LineEnd`. */
function lineEndBytes({ encoding }: Dialect): Uint8Array[] {
  return ['', '\n', '\r', '\r\n'].map((text) => encodeText(text, encoding));
}

function recordTooLong(line: number): CsvInputError {
  const megabytes = MAX_RECORD_BYTES / 1024 / 1024;
  return new CsvInputError('record_too_long', `The record on line ${line} is longer than ${megabytes} MB.`, {
    line,
  });
}

function tooManyRows(maxRows: number, line: number): CsvInputError {
  const message = `The file has more than ${maxRows.toLocaleString('en-US')} rows; row ${(maxRows + 1).toLocaleString('en-US')} is on line ${line}.`;
  return new CsvInputError('too_many_rows', message, { line });
}
