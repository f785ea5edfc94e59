/** Bytes that were read and are not in a part yet, in one buffer that is used again and grows. */
export class Uncut {
  #bytes: Buffer;
  #used = 0;

  constructor(expectedBytes: number) {
    this.#bytes = Buffer.allocUnsafe(expectedBytes);
  }

  append(chunk: Uint8Array): void {
    if (this.#used + chunk.length > this.#bytes.length) {
      const larger = Buffer.allocUnsafe(2 * (this.#used + chunk.length));
      larger.set(this.#bytes.subarray(0, this.#used));
      this.#bytes = larger;
    }
    this.#bytes.set(chunk, this.#used);
    this.#used += chunk.length;
  }

  drop(count: number): void {
    this.#bytes.copyWithin(0, count, this.#used);
    this.#used -= count;
  }

  /** In memory of their own, because they go to another thread with it. */
  take(count: number): Uint8Array {
    const taken = new Uint8Array(this.#bytes.subarray(0, count));
    this.drop(count);
    return taken;
  }
}
