import { isUtf16, type Encoding, bytesPerUnit, copyUtf16, type Units } from '../text/encoding.js';

const MIN_BLOCK_BYTES = 64 * 1024;

/**
 * Holds pushed bytes that have not been read yet. Chunks are copied, so the caller may reuse its own; a full
 * block is replaced and never overwritten, because records handed out are views of it.
 */
export class UnitBuffer {
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
