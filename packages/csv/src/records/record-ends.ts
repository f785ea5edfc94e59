import { searchable, type Units } from '../text/units.js';
import { ScanError, type RecordScanner, type ScannerOptions } from './scanner.js';
import {
  CELLS,
  COLUMNS,
  CRLF_END,
  CR_END,
  END,
  LF_END,
  LINE,
  LINE_END,
  NO_LINE_END,
  START,
} from './spans.js';

const QUOTE = 0x22;
const LF = 0x0a;
const CR = 0x0d;

/** Room for so many records at first. */
const RECORDS = 1024;

/**
 * Finds records as `Scanner` does, by the same grammar, but not their cells: each counts as one if it is not blank. It
 * leaps from one quote or line end to the next, so most units are only looked at by the system's own search.
 */
export class RecordEnds implements RecordScanner {
  readonly stride = COLUMNS;
  spans = new Int32Array(RECORDS * COLUMNS);
  start: number;

  readonly #delimiter: number;
  readonly #maxRecordUnits: number;
  #position: number;
  /** The first unit inside the quotes that are open, or null. */
  #quoted: number | null = null;
  #line: number;
  #recordLine: number;

  constructor(options: Omit<ScannerOptions, 'columns'>) {
    this.#delimiter = options.delimiter;
    this.#maxRecordUnits = options.maxRecordUnits;
    this.start = this.#position = options.start;
    this.#line = this.#recordLine = options.line;
  }

  get line(): number {
    return this.#recordLine;
  }

  moveToFront(): void {
    this.#position -= this.start;
    if (this.#quoted !== null) this.#quoted -= this.start;
    this.start = 0;
  }

  scan(units: Units, length: number, atEnd: boolean): number {
    const searched = searchable(units);
    const quote = new Occurrences(searched, QUOTE, length);
    const lf = new Occurrences(searched, LF, length);
    const cr = new Occurrences(searched, CR, length);
    const lineEndFrom = (position: number) => Math.min(lf.from(position), cr.from(position));
    let records = 0;
    for (;;) {
      const stop = Math.min(length, this.start + this.#maxRecordUnits);
      if (this.#position >= stop) break;
      if (this.#quoted !== null) {
        const at = quote.from(this.#position);
        this.#position = Math.min(at, stop);
        if (at >= stop) break;
        // The last unit so far may be the first half of a doubled quote.
        if (at + 1 >= length && !atEnd) break;
        if (at + 1 < length && units[at + 1] === QUOTE) {
          this.#position = at + 2;
          continue;
        }
        for (let from = this.#quoted; (from = lineEndFrom(from)) < at; this.#line++) {
          from += units[from] === CR && units[from + 1] === LF ? 2 : 1;
        }
        this.#quoted = null;
        this.#position = at + 1;
        continue;
      }

      const end = lineEndFrom(this.#position);
      const opening = this.#openingQuote(units, quote, Math.min(end, stop));
      if (opening !== null) {
        this.#quoted = this.#position = opening + 1;
        continue;
      }
      this.#position = Math.min(end, stop);
      if (end >= stop) break;
      // The LF of a CRLF may be in the next chunk.
      if (units[end] === CR && end + 1 >= length && !atEnd) break;
      const isCrLf = units[end] === CR && end + 1 < length && units[end + 1] === LF;
      this.#emit(records++, end, isCrLf ? CRLF_END : units[end] === CR ? CR_END : LF_END);
      this.#recordLine = ++this.#line;
      this.start = this.#position = end + (isCrLf ? 2 : 1);
    }

    if (this.#position - this.start >= this.#maxRecordUnits) {
      throw new ScanError(this.#quoted === null ? 'record_too_long' : 'unclosed_quote', this.#line);
    }
    if (atEnd && this.#position >= length && length > this.start) {
      if (this.#quoted !== null) throw new ScanError('unclosed_quote', this.#line);
      this.#emit(records++, length, NO_LINE_END);
      this.start = this.#position = length;
    }
    return records;
  }

  /** The first quote before `end` that stands at the start of a cell. */
  #openingQuote(units: Units, quote: Occurrences, end: number): number | null {
    let at = quote.from(this.#position);
    while (at < end) {
      if (at === this.start || units[at - 1] === this.#delimiter) return at;
      at = quote.from(at + 1);
    }
    return null;
  }

  #emit(record: number, end: number, lineEnd: number): void {
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
    spans[at + CELLS] = end === start ? 0 : 1;
    spans[at + LINE] = this.#recordLine;
  }
}

/** Where a unit stands in others, asked for in ascending order. */
class Occurrences {
  #next = -1;

  constructor(
    private readonly units: Units,
    private readonly unit: number,
    /** The answer where there is none any more. */
    private readonly length: number,
  ) {}

  /** The first at or after `position`. */
  from(position: number): number {
    if (this.#next >= position) return this.#next;
    const found = this.units.indexOf(this.unit, position);
    this.#next = found === -1 || found > this.length ? this.length : found;
    return this.#next;
  }
}
