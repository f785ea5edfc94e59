import { DIGEST_BYTES } from '../../owners/match/index.js';

/** Marks a row without a match. */
const NONE = Buffer.alloc(DIGEST_BYTES);

/** Which property each row of a part matched (`propertyDigest`), in the order of the rows. Kept where repeats are free. */
export class RowProperties {
  #rows = 0;

  private constructor(readonly bytes: Buffer) {}

  static sizeOf(rows: number): number {
    return rows * DIGEST_BYTES;
  }

  /** @param rows 0 to keep none */
  static ofRows(rows: number): RowProperties {
    return new RowProperties(Buffer.alloc(RowProperties.sizeOf(rows)));
  }

  static stored(bytes: Buffer): RowProperties {
    return new RowProperties(bytes);
  }

  /** Notes the property of the next row; undefined where it has no match. */
  add(digest: string | undefined): void {
    if (digest !== undefined) this.bytes.write(digest, this.#rows * DIGEST_BYTES, DIGEST_BYTES, 'base64url');
    this.#rows += 1;
  }

  /** The property of a row; null where it has no match, and where none are kept. */
  of(row: number): string | null {
    const digest = this.bytes.subarray(row * DIGEST_BYTES, (row + 1) * DIGEST_BYTES);
    return digest.length === 0 || digest.equals(NONE) ? null : digest.toString('base64url');
  }

  /** Each property once, in the order of the rows. */
  distinct(): string[] {
    const digests = new Set<string>();
    for (let at = 0; at < this.bytes.length; at += DIGEST_BYTES) {
      const digest = this.bytes.subarray(at, at + DIGEST_BYTES);
      if (!digest.equals(NONE)) digests.add(digest.toString('base64url'));
    }
    return [...digests];
  }
}
