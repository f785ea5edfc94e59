import { encodeText } from '../text/encode.js';
import type { Encoding } from '../text/encoding.js';

const UTF_8 = new TextEncoder();
const MIN_BYTES = 64 * 1024;

/** Collects bytes and text in the encoding of a file. */
export class ByteWriter {
  #bytes = new Uint8Array(MIN_BYTES);
  #used = 0;

  constructor(readonly encoding: Encoding) {}

  bytes(bytes: Uint8Array): void {
    this.#reserve(bytes.length);
    this.#bytes.set(bytes, this.#used);
    this.#used += bytes.length;
  }

  text(text: string): void {
    if (this.encoding !== 'utf-8') {
      this.bytes(encodeText(text, this.encoding));
      return;
    }
    // A UTF-16 code unit never needs more than three bytes.
    this.#reserve(text.length * 3);
    this.#used += UTF_8.encodeInto(text, this.#bytes.subarray(this.#used)).written;
  }

  /** What was written since the last time; the caller's own. */
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
