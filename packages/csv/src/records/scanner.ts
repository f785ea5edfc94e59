import type { Units } from '../text/units.js';

/**
 * Finds records in code units: quotes, delimiters, line ends, and nothing of text. It can stop anywhere and go on
 * when more units are there, so a chunk border never shows.
 *
 * The grammar: a quote opens only at the start of a cell; inside quotes a doubled quote is a quote and everything else
 * is text; whatever follows the closing quote is text up to the delimiter. LF, CRLF and CR end a record.
 */
export const enum Field {
  Start,
  End,
  LineEnd,
  Cells,
  Line,
  /** From here on: start and end of each wanted column. */
  Columns,
}

export const enum LineEnd {
  None,
  Lf,
  Cr,
  CrLf,
}

const QUOTE = 0x22;
const LF = 0x0a;
const CR = 0x0d;

const enum Mode {
  CellStart,
  Plain,
  Quoted,
}

export type ScanProblem = 'unclosed_quote' | 'record_too_long';

export class ScanError extends Error {
  constructor(
    readonly problem: ScanProblem,
    readonly line: number,
  ) {
    super(problem);
  }
}

export interface ScannerOptions {
  /** Code unit of the delimiter. */
  readonly delimiter: number;
  /** Indexes of the columns whose place is wanted, ascending, each once. */
  readonly columns: Int32Array;
  readonly maxRecordUnits: number;
  /** Where in the first units the first record begins, and the number of its line. */
  readonly start: number;
  readonly line: number;
}

/** What finds records in code units. */
export interface RecordScanner {
  /** Numbers per record in `spans`. */
  readonly stride: number;
  /** What the last `scan` found, `stride` numbers a record, laid out as `Field`; places count from the first unit. */
  readonly spans: Int32Array;
  /** Where the record begins that is not complete yet. */
  readonly start: number;
  /** The line on which that record begins. */
  readonly line: number;
  /** The unfinished record now begins at unit 0, because its units were moved there. */
  moveToFront(): void;
  /**
   * Reads on in `units`, up to `length`, and returns how many records are complete.
   * `atEnd`: nothing follows, so what is left is the last record.
   * @throws ScanError when the record at hand is too long, or a quote is still open at the end
   */
  scan(units: Units, length: number, atEnd: boolean): number;
}

export class Scanner implements RecordScanner {
  readonly stride: number;
  spans: Int32Array;
  start: number;

  readonly #delimiter: number;
  /** Units above it are text, wherever they stand outside quotes. */
  readonly #lastSpecial: number;
  readonly #columns: Int32Array;
  readonly #maxRecordUnits: number;
  /** Places of the wanted columns of the unfinished record, counted from its start. */
  readonly #places: Int32Array;
  #position: number;
  #mode = Mode.CellStart;
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
    this.stride = Field.Columns + options.columns.length * 2;
    this.spans = new Int32Array(this.stride);
    this.start = this.#position = options.start;
    this.#line = this.#recordLine = options.line;
  }

  get line(): number {
    return this.#recordLine;
  }

  moveToFront(): void {
    this.#position -= this.start;
    this.start = 0;
  }

  /** As promised, of at most `maxRecords`. */
  scan(units: Units, length: number, atEnd: boolean, maxRecords = Infinity): number {
    let records = 0;
    while (records < maxRecords && this.#next(units, length, atEnd, records)) records++;
    return records;
  }

  /**
   * Reads on in the record at hand and notes it as number `record` when it is complete. A call for each of them: V8
   * compiles a loop over all of them for the moment it is in, and throws that away at the loop's end, each time.
   */
  #next(units: Units, length: number, atEnd: boolean, record: number): boolean {
    const start = this.start;
    const stop = Math.min(length, start + this.#maxRecordUnits);
    const delimiter = this.#delimiter;
    const lastSpecial = this.#lastSpecial;
    const columns = this.#columns;
    const places = this.#places;
    let position = this.#position;
    let mode = this.#mode;
    let cell = this.#cell;
    let cellStart = this.#cellStart;
    let wanted = this.#wanted;
    let wantedColumn = columns[wanted];

    reading: while (position < stop) {
      if (mode === Mode.CellStart) {
        cellStart = position - start;
        mode = Mode.Plain;
        if (units[position] === QUOTE) {
          mode = Mode.Quoted;
          this.#quoteLine = this.#line;
          position++;
        }
      }

      if (mode === Mode.Quoted) {
        for (; ; position++) {
          if (position >= stop) break reading;
          const unit = units[position] ?? 0;
          if (unit > QUOTE) continue;
          if (unit === QUOTE) {
            // The last unit so far may be the first half of a doubled quote.
            if (position + 1 >= length && !atEnd) break reading;
            if (position + 1 >= length || units[position + 1] !== QUOTE) break;
            position++;
          } else if (unit === LF) {
            if (units[position - 1] !== CR) this.#line++;
          } else if (unit === CR) this.#line++;
        }
        position++;
        mode = Mode.Plain;
      }

      let unit = 0;
      for (; position < stop; position++) {
        unit = units[position] ?? 0;
        if (unit > lastSpecial) continue;
        if (unit === delimiter || unit === LF || unit === CR) break;
      }
      if (position >= stop) break;
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
        mode = Mode.CellStart;
        // A delimiter at the very end is followed by one more, empty cell.
        cellStart = position - start;
        continue;
      }

      let lineEnd = LineEnd.Lf;
      let next = position + 1;
      if (unit === CR) {
        lineEnd = LineEnd.Cr;
        if (next < length && units[next] === LF) {
          lineEnd = LineEnd.CrLf;
          next++;
        }
      }
      this.#emit(record, position, lineEnd, cell, wanted);
      this.#recordLine = ++this.#line;
      this.#begin(next);
      return true;
    }

    if (position - start >= this.#maxRecordUnits) {
      if (mode === Mode.Quoted) throw new ScanError('unclosed_quote', this.#quoteLine);
      throw new ScanError('record_too_long', this.#recordLine);
    }
    if (atEnd && position >= length && length > start) {
      if (mode === Mode.Quoted) throw new ScanError('unclosed_quote', this.#quoteLine);
      if (cell === wantedColumn) {
        places[2 * wanted] = cellStart;
        places[2 * wanted + 1] = length - start;
        wanted++;
      }
      this.#emit(record, length, LineEnd.None, cell + 1, wanted);
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
    this.#mode = Mode.CellStart;
    this.#cell = this.#cellStart = this.#wanted = 0;
  }

  #emit(record: number, end: number, lineEnd: LineEnd, cells: number, wanted: number): void {
    const at = record * this.stride;
    if (at + this.stride > this.spans.length) {
      const larger = new Int32Array(this.spans.length * 2);
      larger.set(this.spans);
      this.spans = larger;
    }
    const { spans, start } = this;
    spans[at + Field.Start] = start;
    spans[at + Field.End] = end;
    spans[at + Field.LineEnd] = lineEnd;
    spans[at + Field.Cells] = end === start ? 0 : cells;
    spans[at + Field.Line] = this.#recordLine;
    const places = this.#places;
    for (let place = 0; place < places.length; place++) {
      // A short record has no such cell: an empty place.
      spans[at + Field.Columns + place] = place < 2 * wanted ? start + (places[place] ?? 0) : start;
    }
  }
}
