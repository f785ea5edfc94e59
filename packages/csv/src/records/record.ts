import { decodeLoosely, decodeRecord, type Encoding } from '../text/encoding.js';
import { withoutFormula } from '../values/sentinel.js';
import { CELLS, COLUMNS, END, LINE, LINE_END, START } from './scanner.js';

const QUOTE = 0x22;
const EQUALS = 0x3d;

/** A record after the header. Its bytes and cells are taken from the file's bytes on demand. */
export interface CsvRecord {
  /** Original bytes without the line end. A view: copy it to keep it for long. */
  readonly bytes: Uint8Array;
  /** Original bytes of the line end; empty after a last line without one. */
  readonly lineEnd: Uint8Array;
  /** Length in bytes, including the line end. */
  readonly size: number;
  /** True for an empty line: not a row, but kept in its place. */
  readonly blank: boolean;
  /** 0 when blank. */
  readonly cellCount: number;
  /** Line on which it starts, counted from 1, line ends inside quotes included. */
  readonly line: number;
  /** Decoded cells of the mapped columns, in the order of the mapped headers; '' where the record is too short. */
  readonly values: string[];
}

/**
 * The value of a written cell: without outer quotes, doubled quotes made single, text after the closing quote kept; and without the
 * formula that keeps spreadsheets from changing it, `="07030"`.
 */
export function cellValue(written: string): string {
  const first = written.charCodeAt(0);
  const value = first === QUOTE ? unquoted(written) : written;
  return first === EQUALS || (first === QUOTE && value.charCodeAt(0) === EQUALS)
    ? withoutFormula(value)
    : value;
}

function unquoted(written: string): string {
  const last = written.length - 1;
  const second = written.indexOf('"', 1);
  if (second === last) return written.slice(1, last);
  let close = second;
  while (close !== -1 && written.charCodeAt(close + 1) === QUOTE) close = written.indexOf('"', close + 2);
  if (close === -1) return written.slice(1).replaceAll('""', '"');
  return written.slice(1, close).replaceAll('""', '"') + written.slice(close + 1);
}

/** Data shared by the records of one push. */
export interface Scanned {
  /** Bytes of all records, line ends included. */
  readonly bytes: Uint8Array;
  readonly encoding: Encoding;
  readonly unitBytes: number;
  /** True if some bytes are not in the encoding of the file: each record is then decoded by itself. */
  readonly isSuspect: boolean;
  /** Index of the first unit of `bytes` in the reader's buffer. Indexes in `spans` count from the buffer's start. */
  readonly from: number;
  /** Layout of scanner.ts, one record after the other. */
  readonly spans: Int32Array;
  /** Index among the scanner's columns for every mapped header. */
  readonly slots: readonly number[];
  /** Index among the scanner's columns of the first added one; see `CsvReaderOptions.addedFirst`. */
  readonly addedSlot: number | undefined;
  /** Bytes of each line end, in the order of scanner.ts. */
  readonly lineEnds: readonly Uint8Array[];
}

/** Text of all records, decoded on first use: splitting into records alone needs no text. */
export class ScannedText {
  /** Null before the first use. */
  #text: string | null | undefined = null;

  constructor(private readonly scanned: Scanned) {}

  /** Undefined unless every code unit is one character, so that places in the units are places in the text. */
  get whole(): string | undefined {
    if (this.#text !== null) return this.#text;
    const { bytes, encoding, unitBytes, isSuspect } = this.scanned;
    const text = isSuspect ? '' : decodeLoosely(bytes, encoding);
    return (this.#text = text.length * unitBytes === bytes.length ? text : undefined);
  }
}

/** A record as the scanner found it. */
export class ScannedRecord implements CsvRecord {
  readonly blank: boolean;
  readonly cellCount: number;
  readonly line: number;

  /** @param at index in `spans` where the record's numbers begin */
  constructor(
    private readonly scanned: Scanned,
    private readonly decoded: ScannedText,
    private readonly at: number,
  ) {
    const { spans } = scanned;
    this.blank = spans[at + START] === spans[at + END];
    this.cellCount = spans[at + CELLS] ?? 0;
    this.line = spans[at + LINE] ?? 0;
  }

  get bytes(): Uint8Array {
    const { scanned, at } = this;
    const { bytes, spans, from, unitBytes } = scanned;
    const start = (spans[at + START] ?? 0) - from;
    const end = (spans[at + END] ?? 0) - from;
    return bytes.subarray(start * unitBytes, end * unitBytes);
  }

  get lineEnd(): Uint8Array {
    const { lineEnds, spans } = this.scanned;
    return lineEnds[spans[this.at + LINE_END] ?? 0] ?? NO_BYTES;
  }

  get size(): number {
    const { spans, unitBytes } = this.scanned;
    const units = (spans[this.at + END] ?? 0) - (spans[this.at + START] ?? 0);
    return units * unitBytes + this.lineEnd.length;
  }

  get values(): string[] {
    const { scanned, at } = this;
    const { spans, from, slots } = scanned;
    const text = this.decoded.whole;
    const alone = text === undefined ? this.#decodedAlone() : undefined;
    const values = new Array<string>(slots.length);
    for (let field = 0; field < slots.length; field++) {
      const place = at + COLUMNS + 2 * (slots[field] ?? 0);
      const start = (spans[place] ?? 0) - from;
      const end = (spans[place + 1] ?? 0) - from;
      values[field] = cellValue(text?.slice(start, end) ?? alone?.(start, end) ?? '');
    }
    return values;
  }

  /** Decodes the record by itself, because characters take a varying number of bytes. */
  #decodedAlone(): (start: number, end: number) => string {
    const { spans, from, addedSlot } = this.scanned;
    const { bytes } = this;
    const first = (spans[this.at + START] ?? 0) - from;
    const added = addedSlot === undefined ? 0 : (spans[this.at + COLUMNS + 2 * addedSlot] ?? 0) - from;
    if (added <= first || this.scanned.unitBytes > 1) return this.#decodedPart(bytes, first);
    const own = this.#decodedPart(bytes.subarray(0, added - first), first);
    const rest = this.#decodedPart(bytes.subarray(added - first), added);
    return (start, end) => (start < added ? own(start, end) : rest(start, end));
  }

  /** @param first place of the part */
  #decodedPart(bytes: Uint8Array, first: number): (start: number, end: number) => string {
    const { unitBytes, encoding: ofFile } = this.scanned;
    const { text, encoding } = decodeRecord(bytes, ofFile);
    if (text.length * unitBytes === bytes.length)
      return (start, end) => text.slice(start - first, end - first);
    return (start, end) => decodeRecord(bytes.subarray(start - first, end - first), encoding).text;
  }
}

const NO_BYTES = new Uint8Array(0);
