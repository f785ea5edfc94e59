const ZERO = 0x30;
const LAST_ASCII = 0x7f;

/**
 * Writes numbers and texts directly as bytes, because joining them into one long text first takes twice as long. Output that
 * doesn't fit is only counted, not written; see `hasRoom`.
 */
export class ByteWriter {
  #bytes: Buffer;
  /** Position of the next byte. */
  at = 0;

  constructor(capacity: number) {
    this.#bytes = Buffer.allocUnsafe(capacity);
  }

  /** The bytes written so far. */
  get bytes(): Buffer {
    return this.#bytes.subarray(0, this.at);
  }

  /** False if some of the output didn't fit. */
  get hasRoom(): boolean {
    return this.at <= this.#bytes.length;
  }

  /** Goes back to `at` and allocates twice the memory needed. */
  grow(at: number): void {
    const larger = Buffer.allocUnsafe(2 * this.at);
    larger.set(this.#bytes.subarray(0, at));
    this.#bytes = larger;
    this.at = at;
  }

  byte(byte: number): void {
    this.#bytes[this.at++] = byte;
  }

  /** A whole number in `width` digits. */
  number(value: number, width: number): void {
    // Eight digits at a time: those are small integers, which is fast.
    const high = Math.floor(value / EIGHT_DIGITS);
    const split = Math.max(0, width - 8);
    this.#digits(value - high * EIGHT_DIGITS, this.at + split, width - split);
    this.#digits(high, this.at, split);
    this.at += width;
  }

  utf8(text: string): void {
    const start = this.at;
    const bytes = this.#bytes;
    for (let index = 0; index < text.length; index++) {
      const code = text.charCodeAt(index);
      if (code > LAST_ASCII) {
        this.at = start + Buffer.byteLength(text);
        if (this.hasRoom) bytes.write(text, start);
        return;
      }
      bytes[start + index] = code;
    }
    this.at += text.length;
  }

  /** From the last to the first. */
  #digits(value: number, at: number, width: number): void {
    const bytes = this.#bytes;
    let rest = value | 0;
    for (let place = at + width - 1; place >= at; place--) {
      const tenth = (rest / 10) | 0;
      bytes[place] = ZERO + rest - tenth * 10;
      rest = tenth;
    }
  }
}

const EIGHT_DIGITS = 100_000_000;

/** Digits that a whole number takes. */
export function digitsOf(number: number): number {
  let digits = 1;
  for (let limit = 10; number >= limit; limit *= 10) digits++;
  return digits;
}
