/** Reads bytes from a source in sizes that the caller chooses. */
export class ByteSource {
  readonly #chunks: AsyncIterator<Uint8Array>;
  #chunk: Uint8Array = new Uint8Array(0);

  constructor(source: AsyncIterable<Uint8Array>) {
    this.#chunks = source[Symbol.asyncIterator]();
  }

  /** The next `size` bytes. @throws Error when the source ends early, and any error of the source */
  async take(size: number): Promise<Uint8Array> {
    const pieces: Uint8Array[] = [];
    let missing = size;
    while (missing > this.#chunk.length) {
      pieces.push(this.#chunk);
      missing -= this.#chunk.length;
      const next = await this.#chunks.next();
      if (next.done === true) throw new Error('a source has fewer bytes than were expected');
      this.#chunk = next.value;
    }
    pieces.push(this.#chunk.subarray(0, missing));
    this.#chunk = this.#chunk.subarray(missing);
    return Buffer.concat(pieces, size);
  }
}
