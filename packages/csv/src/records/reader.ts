import { CsvInputError } from '../errors.js';
import {
  encodeText,
  decodeRecord,
  isUtf16,
  bytesPerUnit,
  searchable,
  unitsOf,
  type Encoding,
  copyUtf16,
  type Units,
  isUtf8,
} from '../text/encoding.js';
import { findColumns, LIST_LIMITS, type CsvHeader, type CsvLimits, type Dialect } from './dialect.js';
import { nulError, openCsv, tooManyCells, unclosedQuote, type OpenedCsv, type OpenOptions } from './open.js';
import { ScannedRecord, ScannedText, type CsvRecord, type Scanned } from './record.js';
import { ScanError, Scanner } from './scanner.js';

export interface CsvReaderOptions extends OpenOptions {
  /** The headers of the cells to read, or a function that chooses them when the header is known. */
  readonly mappedHeaders: readonly string[] | ((header: readonly string[]) => readonly string[]);
  /** True if the first mapped header is the first column that was added to the file: the cells before it may have another encoding. */
  readonly addedFirst?: boolean;
  /** More rows than this are an error; blank lines do not count. No limit by default. */
  readonly maxRows?: number;
  /**
   * Dialect and header from an earlier reader of the whole file: pushed bytes then begin with any record after the header. Lines
   * are counted from there, or from `line`.
   */
  readonly opened?: { readonly dialect: Dialect; readonly header: CsvHeader; readonly line?: number };
}

/**
 * Reads a CSV file of any size from chunks of any size. Memory does not grow with the file, and back-pressure is the caller's:
 * `push` returns its records. Every method throws CsvInputError; after that, discard the reader.
 */
export class CsvReader {
  readonly #options: CsvReaderOptions;
  readonly #limits: CsvLimits;
  readonly #buffer = new UnitBuffer();
  #opened: OpenReader | undefined;
  #rows = 0;

  constructor(options: CsvReaderOptions) {
    this.#options = options;
    this.#limits = options.limits ?? LIST_LIMITS;
    const { opened } = options;
    if (opened !== undefined) this.#begin({ ...opened, next: { start: 0, line: opened.line ?? 1 } });
  }

  /**
   * Undefined until the header has been read, which is after `limits.headBytes` or at the end. Its encoding is
   * final after `end`: bytes that are not UTF-8 may come late.
   */
  get dialect(): Dialect | undefined {
    return this.#opened?.dialect;
  }

  /** Undefined until it has been read. */
  get header(): CsvHeader | undefined {
    return this.#opened?.header;
  }

  /** Reads the next chunk. It is copied, so its memory may be reused. */
  push(chunk: Uint8Array): CsvRecord[] {
    if (this.#buffer.append(chunk, this.#opened?.scanner.start ?? 0)) this.#opened?.scanner.moveToFront();
    // The header is searched once, in all the bytes it may take: trying at every chunk would read the first
    // bytes repeatedly.
    if (this.#opened === undefined && this.#buffer.bytes.length > this.#limits.headBytes) this.#open(false);
    return this.#opened === undefined ? [] : this.#read(this.#opened, false);
  }

  /** Ends the file. Returns the last record if it has no line end. */
  end(): CsvRecord[] {
    if (this.#opened === undefined) this.#open(true);
    if (this.#opened === undefined) throw new CsvInputError('empty', 'The file is empty.');
    const records = this.#read(this.#opened, true);
    if (this.#buffer.hasCutUnit) {
      throw new CsvInputError('broken_text', 'The file ends in the middle of a UTF-16 character.');
    }
    if (this.#rows === 0 && this.#options.opened === undefined)
      throw new CsvInputError('no_rows', 'The file has a header but no rows.');
    return records;
  }

  #open(atEnd: boolean): void {
    const { mappedHeaders } = this.#options;
    const wanted = typeof mappedHeaders === 'function' ? [] : mappedHeaders;
    const opened = openCsv(this.#buffer.bytes, wanted, atEnd, this.#options);
    if (opened !== undefined) this.#begin(opened);
  }

  #begin({ dialect, header, next }: OpenedCsv): void {
    const { mappedHeaders } = this.#options;
    const names = typeof mappedHeaders === 'function' ? mappedHeaders(header.names) : mappedHeaders;
    const fields = findColumns(header.names, names);
    const columns = [...new Set(fields)].sort((a, b) => a - b);
    const slots = fields.map((column) => columns.indexOf(column));
    this.#buffer.encoding = dialect.encoding;
    this.#opened = {
      dialect,
      header,
      slots,
      addedSlot: this.#options.addedFirst === true ? slots[0] : undefined,
      lineEnds: lineEndBytes(dialect),
      scanner: new Scanner({
        ...scannerOptions(dialect, this.#limits),
        columns: Int32Array.from(columns),
        ...next,
      }),
    };
  }

  #read(opened: OpenReader, atEnd: boolean): CsvRecord[] {
    const { scanner, lineEnds, slots, addedSlot } = opened;
    const from = scanner.start;
    const count = this.#scan(scanner, atEnd);
    const { encoding } = opened.dialect;
    const bytes = this.#buffer.slice(from, scanner.start);
    if (searchable(unitsOf(bytes, encoding)).includes(0)) throw nulError();
    const isSuspect = !isUtf16(encoding) && !isUtf8(bytes);
    const { maxRows = Infinity } = this.#options;
    const { stride } = scanner;
    const spans = scanner.spans.slice(0, count * stride);
    const unitBytes = bytesPerUnit(encoding);
    const scanned: Scanned = {
      bytes,
      encoding,
      unitBytes,
      isSuspect,
      from,
      spans,
      slots,
      addedSlot,
      lineEnds,
    };
    const text = new ScannedText(scanned);
    const records = new Array<CsvRecord>(count);
    for (let record = 0, at = 0; record < count; record++, at += stride) {
      const found = new ScannedRecord(scanned, text, at);
      if (!found.blank && ++this.#rows > maxRows) throw tooManyRows(maxRows, found.line);
      if (found.cellCount > this.#limits.cells) throw tooManyCells(found.line, this.#limits);
      if (isSuspect) learnEncoding(opened, found.bytes);
      records[record] = found;
    }
    return records;
  }

  #scan(scanner: Scanner, atEnd: boolean): number {
    try {
      return scanner.scan(this.#buffer.units, this.#buffer.length, atEnd);
    } catch (error) {
      if (!(error instanceof ScanError)) throw error;
      const { recordBytes } = this.#limits;
      throw error.problem === 'unclosed_quote'
        ? unclosedQuote(error.line, error.isCut ? recordBytes : undefined)
        : recordTooLong(error.line, recordBytes);
    }
  }
}

const scannerOptions = ({ delimiter, encoding }: Dialect, { recordBytes }: CsvLimits) => ({
  delimiter: delimiter.charCodeAt(0),
  maxRecordUnits: recordBytes / bytesPerUnit(encoding),
});

/** State after the header has been read. */
interface OpenReader {
  dialect: Dialect;
  readonly header: CsvHeader;
  /** Index among the scanner's columns for every mapped header; one column may serve several headers. */
  readonly slots: readonly number[];
  readonly addedSlot: number | undefined;
  readonly lineEnds: readonly Uint8Array[];
  readonly scanner: Scanner;
}

/** Sets the file's encoding: one record that is not UTF-8 is enough. */
function learnEncoding(opened: OpenReader, bytes: Uint8Array): void {
  const { dialect } = opened;
  const { encoding } = decodeRecord(bytes, dialect.encoding);
  if (encoding !== dialect.encoding && dialect.bomLength === 0) opened.dialect = { ...dialect, encoding };
}

/** The line ends of a file as bytes, in the order of scanner.ts. */
function lineEndBytes({ encoding }: Dialect): Uint8Array[] {
  return ['', '\n', '\r', '\r\n'].map((text) => encodeText(text, encoding));
}

function recordTooLong(line: number, recordBytes: number): CsvInputError {
  const megabytes = recordBytes / 1024 / 1024;
  return new CsvInputError('record_too_long', `The record on line ${line} is longer than ${megabytes} MB.`, {
    line,
  });
}

function tooManyRows(maxRows: number, line: number): CsvInputError {
  const message = `The file has more than ${maxRows.toLocaleString('en-US')} rows; row ${(maxRows + 1).toLocaleString('en-US')} is on line ${line}.`;
  return new CsvInputError('too_many_rows', message, { line });
}

const MIN_BLOCK_BYTES = 64 * 1024;

/**
 * Holds pushed bytes that have not been read yet. Chunks are copied, so the caller may reuse its own; a full
 * block is replaced and never overwritten, because records handed out are views of it.
 */
class UnitBuffer {
  #bytes = new Uint8Array(0);
  #used = 0;
  #encoding: Encoding = 'utf-8';
  #units: Units = this.#bytes;
  #unitsFilled = 0;

  /** All bytes held, from the start of the block. */
  get bytes(): Uint8Array {
    return this.#bytes.subarray(0, this.#used);
  }

  /** The block as code units; only the first `length` of them are filled. */
  get units(): Units {
    return this.#units;
  }

  get length(): number {
    return isUtf16(this.#encoding) ? this.#used >> 1 : this.#used;
  }

  /** True if half a code unit is at the end. */
  get hasCutUnit(): boolean {
    return isUtf16(this.#encoding) && this.#used % 2 === 1;
  }

  /** Appends a chunk. Returns true if the bytes before unit `keepFrom` had to be dropped to make room. */
  append(chunk: Uint8Array, keepFrom: number): boolean {
    if (this.#used + chunk.length <= this.#bytes.length) {
      this.#bytes.set(chunk, this.#used);
      this.#used += chunk.length;
      this.#fillUnits();
      return false;
    }
    const kept = this.#bytes.subarray(keepFrom * bytesPerUnit(this.#encoding), this.#used);
    const bytes = new Uint8Array(Math.max(MIN_BLOCK_BYTES, 2 * (kept.length + chunk.length)));
    bytes.set(kept);
    bytes.set(chunk, kept.length);
    this.#bytes = bytes;
    this.#used = kept.length + chunk.length;
    this.#layOut();
    return true;
  }

  set encoding(encoding: Encoding) {
    this.#encoding = encoding;
    this.#layOut();
  }

  slice(start: number, end: number): Uint8Array {
    const size = bytesPerUnit(this.#encoding);
    return this.#bytes.subarray(start * size, end * size);
  }

  #layOut(): void {
    this.#units = isUtf16(this.#encoding) ? new Uint16Array(this.#bytes.length >> 1) : this.#bytes;
    this.#unitsFilled = 0;
    this.#fillUnits();
  }

  #fillUnits(): void {
    if (this.#units instanceof Uint16Array) {
      copyUtf16(this.bytes, this.#units, this.#unitsFilled, this.#encoding);
      this.#unitsFilled = this.#used >> 1;
    }
  }
}
