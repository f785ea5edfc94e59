import type { Units } from '../text/encoding.js';

// Constants, not an enum: an enum is an object at run time, and its lookups took a third of the time of
// reading a file.

/** Layout of a record in `Scanner.spans`, in this order; then start and end of each wanted column. */
export const START = 0;

export const END = 1;

/** One of the values below. */
export const LINE_END = 2;

export const CELLS = 3;

export const LINE = 4;

export const COLUMNS = 5;

const NO_LINE_END = 0;

const LF_END = 1;

export const CR_END = 2;

export const CRLF_END = 3;

const QUOTE = 0x22;
const LF = 0x0a;
const CR = 0x0d;

/** Aligned units of one byte are read four at a time, as one 32-bit number. */
const WORD = 4;
const WITHIN_WORD = WORD - 1;
const NO_WORDS = new Int32Array(0);
/** `pastText` takes all units below this for special: LF and CR are, and the others are rare. */
const FIRST_TEXT = CR + 1;

/** States: before the first unit of a cell, outside quotes, inside them. */
const CELL_START = 0;
const PLAIN = 1;
const QUOTED = 2;
type Mode = typeof CELL_START | typeof PLAIN | typeof QUOTED;

export type ScanProblem = 'unclosed_quote' | 'record_too_long';

export class ScanError extends Error {
  constructor(
    readonly problem: ScanProblem,
    readonly line: number,
    /** True if the limit of a record was reached, so that later units were not read. */
    readonly isCut = false,
  ) {
    super(problem);
  }
}

export interface ScannerOptions {
  /** Code unit of the delimiter. */
  readonly delimiter: number;
  /** Indexes of the wanted columns, ascending, each once. */
  readonly columns: Int32Array;
  readonly maxRecordUnits: number;
  /** Index of the first record's first unit, and its line number. */
  readonly start: number;
  readonly line: number;
}

/**
 * Finds records in code units: quotes, delimiters, line ends, without decoding text. It can stop anywhere and
 * continue when more units are there, so chunk borders have no effect.
 *
 * The grammar: a quote opens only at the start of a cell; inside quotes a doubled quote is a quote and
 * everything else is text; everything after the closing quote is text up to the delimiter. LF, CRLF and CR
 * end a record.
 */
export class Scanner {
  /** Numbers per record in `spans`. */
  readonly stride: number;
  /** Result of the last `scan`: `stride` numbers a record, in the layout of the offsets above; places count from the first unit. */
  spans: Int32Array;
  /** Index where the incomplete record begins. */
  start: number;

  readonly #delimiter: number;
  /** The highest special unit: all above it are text, anywhere outside quotes. */
  readonly #lastSpecial: number;
  readonly #columns: Int32Array;
  readonly #maxRecordUnits: number;
  /** Places of the wanted columns of the incomplete record, counted from its start. */
  readonly #places: Int32Array;
  #position: number;
  #mode: Mode = CELL_START;
  #cell = 0;
  #cellStart = 0;
  #wanted = 0;
  #line: number;
  #recordLine: number;
  #quoteLine = 0;

  constructor(options: ScannerOptions) {
    this.#delimiter = options.delimiter;
    this.#lastSpecial = Math.max(options.delimiter, CR);
    this.#columns = options.columns;
    this.#maxRecordUnits = options.maxRecordUnits;
    this.#places = new Int32Array(options.columns.length * 2);
    this.stride = COLUMNS + options.columns.length * 2;
    this.spans = new Int32Array(this.stride);
    this.start = this.#position = options.start;
    this.#line = this.#recordLine = options.line;
  }

  /** Line on which the incomplete record begins. */
  get line(): number {
    return this.#recordLine;
  }

  /** Moves the start of that record to unit 0, because its units were moved there. */
  moveToFront(): void {
    this.#position -= this.start;
    this.start = 0;
  }

  /**
   * Reads on in `units`, up to `length`, and returns the number of complete records, at most `maxRecords`.
   * `atEnd`: no more units come, so the rest is the last record.
   * @throws ScanError if the current record is too long, or a quote is still open at the end
   */
  scan(units: Units, length: number, atEnd: boolean, maxRecords = Infinity): number {
    const words = wordsOf(units);
    let records = 0;
    while (records < maxRecords && this.#next(units, words, length, atEnd, records)) records++;
    return records;
  }

  /**
   * Continues the current record and stores it as number `record` when it is complete. One call per record: V8 compiles a
   * loop over all of them with on-stack replacement, and throws that code away at the end of each loop.
   */
  #next(units: Units, words: Int32Array, length: number, atEnd: boolean, record: number): boolean {
    // `| 0` throughout changes no value: without it V8 would take places for floating-point numbers and divide them as such.
    const start = this.start | 0;
    const stop = Math.min(length, start + this.#maxRecordUnits) | 0;
    const delimiter = this.#delimiter;
    const lastSpecial = this.#lastSpecial;
    const delimiters = repeated(delimiter);
    const lastWord = (Math.min(stop, words.length * WORD) - WORD) | 0;
    const columns = this.#columns;
    const places = this.#places;
    let position = this.#position | 0;
    let mode = this.#mode;
    let cell = this.#cell;
    let cellStart = this.#cellStart;
    let wanted = this.#wanted;
    let wantedColumn = columns[wanted];

    reading: while (position < stop) {
      if (mode === CELL_START) {
        cellStart = position - start;
        mode = PLAIN;
        if (units[position] === QUOTE) {
          mode = QUOTED;
          this.#quoteLine = this.#line;
          position++;
        }
      }

      if (mode === QUOTED) {
        for (; ; position++) {
          if ((position & WITHIN_WORD) === 0) position = pastText(words, position, lastWord, QUOTES) | 0;
          if (position >= stop) break reading;
          const unit = units[position] ?? 0;
          if (unit > QUOTE) continue;
          if (unit === QUOTE) {
            // The last unit may be the first half of a doubled quote.
            if (position + 1 >= length && !atEnd) break reading;
            if (position + 1 >= length || units[position + 1] !== QUOTE) break;
            position++;
          } else if (unit === LF) {
            if (units[position - 1] !== CR) this.#line++;
          } else if (unit === CR) this.#line++;
        }
        position++;
        mode = PLAIN;
      }

      let unit = 0;
      for (; ; position++) {
        if ((position & WITHIN_WORD) === 0) position = pastText(words, position, lastWord, delimiters) | 0;
        if (position >= stop) break reading;
        unit = units[position] ?? 0;
        if (unit > lastSpecial) continue;
        if (unit === delimiter || unit === LF || unit === CR) break;
      }
      // The LF of a CRLF may be in the next chunk.
      if (unit === CR && position + 1 >= length && !atEnd) break;

      if (cell === wantedColumn) {
        places[2 * wanted] = cellStart;
        places[2 * wanted + 1] = position - start;
        wantedColumn = columns[++wanted];
      }
      cell++;
      if (unit === delimiter) {
        position++;
        mode = CELL_START;
        // A delimiter at the very end is followed by one more, empty cell.
        cellStart = position - start;
        continue;
      }

      let lineEnd = LF_END;
      let next = position + 1;
      if (unit === CR) {
        lineEnd = CR_END;
        if (next < length && units[next] === LF) {
          lineEnd = CRLF_END;
          next++;
        }
      }
      this.#emit(record, position, lineEnd, cell, wanted);
      this.#recordLine = ++this.#line;
      this.#begin(next);
      return true;
    }

    if (position - start >= this.#maxRecordUnits) {
      if (mode === QUOTED) throw new ScanError('unclosed_quote', this.#quoteLine, true);
      throw new ScanError('record_too_long', this.#recordLine);
    }
    if (atEnd && position >= length && length > start) {
      if (mode === QUOTED) throw new ScanError('unclosed_quote', this.#quoteLine);
      if (cell === wantedColumn) {
        places[2 * wanted] = cellStart;
        places[2 * wanted + 1] = length - start;
        wanted++;
      }
      this.#emit(record, length, NO_LINE_END, cell + 1, wanted);
      this.#begin(length);
      return true;
    }

    this.#position = position;
    this.#mode = mode;
    this.#cell = cell;
    this.#cellStart = cellStart;
    this.#wanted = wanted;
    return false;
  }

  /** The next record starts at `position`. */
  #begin(position: number): void {
    this.start = this.#position = position;
    this.#mode = CELL_START;
    this.#cell = this.#cellStart = this.#wanted = 0;
  }

  #emit(record: number, end: number, lineEnd: number, cells: number, wanted: number): void {
    const at = record * this.stride;
    if (at + this.stride > this.spans.length) {
      const larger = new Int32Array(this.spans.length * 2);
      larger.set(this.spans);
      this.spans = larger;
    }
    const { spans, start } = this;
    spans[at + START] = start;
    spans[at + END] = end;
    spans[at + LINE_END] = lineEnd;
    spans[at + CELLS] = end === start ? 0 : cells;
    spans[at + LINE] = this.#recordLine;
    const places = this.#places;
    const found = 2 * wanted;
    for (let place = 0; place < found; place++) spans[at + COLUMNS + place] = start + (places[place] ?? 0);
    // A short record lacks the other cells: empty places. There may be thousands, if all possible columns are wanted.
    if (found < places.length) spans.fill(start, at + COLUMNS + found, at + this.stride);
  }
}

/** The units as 32-bit numbers; empty if they have two bytes each, or are not aligned. */
const wordsOf = (units: Units): Int32Array =>
  units instanceof Uint8Array && units.byteOffset % WORD === 0
    ? new Int32Array(units.buffer, units.byteOffset, Math.floor(units.length / WORD))
    : NO_WORDS;

/** A unit of one byte, four times. */
const repeated = (unit: number): number => unit * 0x01010101;

const QUOTES = repeated(QUOTE);
const TEXTS = repeated(FIRST_TEXT);
const HIGH_BITS = repeated(0x80) | 0;

/**
 * Skips, from a position that is a multiple of four, all words without a line end or a byte of `special`.
 * @param last the last position at which a word begins
 */
function pastText(words: Int32Array, position: number, last: number, special: number): number {
  for (; position <= last; position += WORD) {
    const word = words[position >> 2] ?? 0;
    const different = word ^ special;
    // A byte below n gets its high bit set by `byte - n` and didn't have it before; a byte equal to `special`
    // became 0, which is below 1.
    const found = ((word - TEXTS) & ~word) | ((different - 0x01010101) & ~different);
    if ((found & HIGH_BITS) !== 0) break;
  }
  return position;
}
