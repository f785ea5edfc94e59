import { DELIMITERS } from '../records/dialect.js';
import { encodeText, type Encoding } from '../text/encoding.js';

/**
 * Characters at the start of a cell that make spreadsheets take it for a formula (OWASP, CSV injection);
 * Excel also takes the full-width ones.
 */
const SIGNS = '=+\\-@\uff1d\uff0b\uff0d\uff20';

/**
 * Beginning of a cell inside ours, for a spreadsheet: it splits the file by the delimiter of its locale, not
 * the file's, and then takes a quote inside a cell for text.
 */
const INNER_START = `[${DELIMITERS.join('')}\r\n]"*`;

const LEADING_SIGN = new RegExp(`^[${SIGNS}\t\r]`);

const INNER_SIGN = new RegExp(`(${INNER_START})(?=[${SIGNS}])`, 'g');

const GUARD = new RegExp(`^'(?=[${SIGNS}\t\r])|(${INNER_START})'(?=[${SIGNS}])`, 'g');

/** Adds an apostrophe before everything a spreadsheet would run as a formula. */
export function safeCell(value: string): string {
  const inside = value.replace(INNER_SIGN, "$1'");
  return LEADING_SIGN.test(inside) ? `'${inside}` : inside;
}

/** The value of a cell that `safeCell` made. */
export const unguardedCell = (cell: string): string => cell.replace(GUARD, '$1');

/** A cell as it is written in a file: in quotes only where it must be (RFC 4180 §2.6). */
export function writtenCell(value: string, delimiter: string): string {
  const isPlain =
    !value.includes('"') && !value.includes(delimiter) && !value.includes('\n') && !value.includes('\r');
  return isPlain ? value : `"${value.replaceAll('"', '""')}"`;
}

/**
 * Table by byte: 1 for each ASCII character that needs neither quotes nor a guard anywhere in a cell. A cell
 * with only these is written as it is, which takes one look at each byte.
 */
export function plainBytes(delimiter: string): Uint8Array {
  const special = `"${delimiter}${DELIMITERS.join('')}`;
  return Uint8Array.from({ length: 0x80 }, (_, unit) =>
    unit >= 0x20 && !special.includes(String.fromCharCode(unit)) ? 1 : 0,
  );
}

/** The same table as `plainBytes`, for the first byte of a cell. */
export const plainFirstBytes = (delimiter: string): Uint8Array =>
  plainBytes(delimiter).map((isPlain, unit) => (LEADING_SIGN.test(String.fromCharCode(unit)) ? 0 : isPlain));

/** A line of a CSV file with commas (RFC 4180 §2). */
export const csvLine = (cells: readonly string[], lineEnd = '\r\n'): string =>
  `${cells.map((cell) => writtenCell(cell, ',')).join(',')}${lineEnd}`;

const UTF_8 = new TextEncoder();
const MIN_BYTES = 64 * 1024;

/** Up to this many bytes, such as a line end, are copied one by one: that is faster than a call of `set`. */
const FEW_BYTES = 4;
/** All of ASCII. */
const ASCII = new Uint8Array(0x80).fill(1);

/** Collects bytes and text in the encoding of a file. */
export class ByteWriter {
  #bytes = new Uint8Array(MIN_BYTES);
  #used = 0;
  /** True if every ASCII character is the same one byte in this encoding. */
  readonly #extendsAscii: boolean;

  constructor(readonly encoding: Encoding) {
    this.#extendsAscii = encoding === 'utf-8' || encoding === 'windows-1252';
  }

  bytes(bytes: Uint8Array): void {
    this.#reserve(bytes.length);
    if (bytes.length > FEW_BYTES) this.#bytes.set(bytes, this.#used);
    else for (let at = 0; at < bytes.length; at++) this.#bytes[this.#used + at] = bytes[at] ?? 0;
    this.#used += bytes.length;
  }

  text(text: string): void {
    if (this.plain(text, ASCII)) return;
    if (this.encoding !== 'utf-8') {
      this.bytes(encodeText(text, this.encoding));
      return;
    }
    // A UTF-16 code unit never needs more than three bytes.
    this.#reserve(text.length * 3);
    this.#used += UTF_8.encodeInto(text, this.#bytes.subarray(this.#used)).written;
  }

  /** Writes an ASCII character (a code unit) `times` times. */
  repeat(unit: number, times: number): void {
    if (!this.#extendsAscii) {
      this.text(String.fromCharCode(unit).repeat(times));
      return;
    }
    this.#reserve(times);
    const bytes = this.#bytes;
    for (const end = this.#used + times; this.#used < end; this.#used++) bytes[this.#used] = unit;
  }

  /**
   * Writes a text of `plain` ASCII characters, which is nearly all text, looking at each character once.
   * @returns false, and writes nothing, for every other text
   */
  plain(text: string, plain: Uint8Array): boolean {
    if (!this.#extendsAscii) return false;
    this.#reserve(text.length);
    const bytes = this.#bytes;
    let end = this.#used;
    for (let at = 0; at < text.length; at++) {
      const unit = text.charCodeAt(at);
      if (plain[unit] !== 1) return false;
      bytes[end++] = unit;
    }
    this.#used = end;
    return true;
  }

  /**
   * Writes `delimiter` (a code unit) and `plain` ASCII copied from other bytes.
   * @returns false, and writes nothing, if the bytes hold anything else, or if ASCII has other bytes in this
   * encoding
   */
  asciiCell(source: Uint8Array, start: number, end: number, delimiter: number, plain: Uint8Array): boolean {
    if (!this.#extendsAscii) return false;
    this.#reserve(end - start + 1);
    const bytes = this.#bytes;
    let to = this.#used;
    bytes[to++] = delimiter;
    for (let at = start; at < end; at++) {
      const unit = source[at] ?? 0;
      if (plain[unit] !== 1) return false;
      bytes[to++] = unit;
    }
    this.#used = to;
    return true;
  }

  /** Returns the bytes written since the last call; the caller owns them. */
  take(): Uint8Array {
    const taken = this.#bytes.slice(0, this.#used);
    this.#used = 0;
    return taken;
  }

  #reserve(count: number): void {
    if (this.#used + count <= this.#bytes.length) return;
    const larger = new Uint8Array(2 * (this.#used + count));
    larger.set(this.#bytes.subarray(0, this.#used));
    this.#bytes = larger;
  }
}
