/** 16 MB: with a million identities a new one is taken for known once in a million times, with ten million once in 200. */
const MIN_BITS = 2 ** 27;
/** 256 MB: 150,000,000 identities collide as ten million do in 16 MB. A place has 31 bits. */
const MAX_BITS = 2 ** 31;
/** A row of a file is hardly ever shorter. */
const BYTES_PER_IDENTITY = 128;
const BITS_PER_IDENTITY = 8;
const PROBES = 4;
const LOW = 2 ** 32;

/**
 * The identities of an import so far, as a Bloom filter: it may take a new one for known, never a known one for new.
 * Few files hold a person twice; this tells those records apart without keeping or sorting all identities.
 */
export class SeenIdentities {
  readonly #words: Uint32Array;
  readonly #lastBit: number;

  /** @param fileBytes from which the number of identities is guessed */
  constructor(fileBytes = 0) {
    const wanted = (fileBytes / BYTES_PER_IDENTITY) * BITS_PER_IDENTITY;
    let bits = MIN_BITS;
    while (bits < wanted && bits < MAX_BITS) bits *= 2;
    this.#words = new Uint32Array(bits / 32);
    this.#lastBit = bits - 1;
  }

  /** Notes it. @returns whether it may have been noted before */
  add(identity: number): boolean {
    const high = Math.floor(identity / LOW);
    // Odd, so that the probes of an identity are different bits.
    const step = Math.imul(high, 0x9e3779b1) | 1;
    let place = (identity % LOW) | 0;
    let seen = true;
    for (let probe = 0; probe < PROBES; probe++, place = (place + step) | 0) {
      const bit = place & this.#lastBit;
      const word = this.#words[bit >>> 5] ?? 0;
      const mask = 1 << (bit & 31);
      if ((word & mask) !== 0) continue;
      seen = false;
      this.#words[bit >>> 5] = word | mask;
    }
    return seen;
  }
}
