/** 16 MB, whatever the size of the file. A million identities collide once in a million, ten million once in 200. */
const BITS = 2 ** 27;
const PROBES = 4;
const LOW = 2 ** 32;

/**
 * The identities of an import so far, as a Bloom filter: it may take a new one for known, never a known one for new.
 * Few files hold a person twice; this tells those records apart without keeping or sorting all identities.
 */
export class SeenIdentities {
  readonly #words = new Uint32Array(BITS / 32);

  /** Notes it. @returns whether it may have been noted before */
  add(identity: number): boolean {
    const high = Math.floor(identity / LOW);
    // Odd, so that the probes of an identity are different bits.
    const step = Math.imul(high, 0x9e3779b1) | 1;
    let place = (identity % LOW) | 0;
    let seen = true;
    for (let probe = 0; probe < PROBES; probe++, place = (place + step) | 0) {
      const bit = place & (BITS - 1);
      const word = this.#words[bit >>> 5] ?? 0;
      const mask = 1 << (bit & 31);
      if ((word & mask) !== 0) continue;
      seen = false;
      this.#words[bit >>> 5] = word | mask;
    }
    return seen;
  }
}
