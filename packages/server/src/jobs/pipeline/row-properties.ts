import { DIGEST_BYTES } from '../../owners/match/index.js';

/** Digests per row: of the record's spelling, and of the lead's if it differs (`propertyOf`). */
const DIGESTS = 2;
const ROW_BYTES = DIGESTS * DIGEST_BYTES;
/** Stands for a missing digest. */
const NONE = Buffer.alloc(DIGEST_BYTES);

/** The property that each row of a part matched (`propertyOf`), in the order of the rows. */
export class RowProperties {
  #rows = 0;

  private constructor(readonly bytes: Buffer) {}

  static sizeOf(rows: number): number {
    return rows * ROW_BYTES;
  }

  /** @param rows 0 to record nothing */
  static ofRows(rows: number): RowProperties {
    return new RowProperties(Buffer.alloc(RowProperties.sizeOf(rows)));
  }

  static stored(bytes: Buffer): RowProperties {
    return new RowProperties(bytes);
  }

  /** Adds the property of the next row; empty if it has no match. */
  add(digests: readonly string[]): void {
    writeRow(this.bytes, this.#rows, digests);
    this.#rows += 1;
  }

  /** The property of a row; empty if the row has no match, or nothing was recorded. */
  of(row: number): string[] {
    return propertiesIn(this.bytes.subarray(row * ROW_BYTES, (row + 1) * ROW_BYTES))[0] ?? [];
  }
}

/** Encodes properties as bytes: one or more rows per property, which share the first digest or hash. */
export function bytesOfProperties(properties: readonly (readonly string[])[]): Buffer {
  const rows = properties.flatMap(([first, ...others]) =>
    first === undefined ? [] : others.length === 0 ? [[first]] : others.map((other) => [first, other]),
  );
  const bytes = Buffer.alloc(RowProperties.sizeOf(rows.length));
  for (const [row, digests] of rows.entries()) writeRow(bytes, row, digests);
  return bytes;
}

/**
 * Decodes the properties from such bytes, or from the bytes of `RowProperties`: rows without a match are
 * skipped.
 */
export function propertiesIn(bytes: Buffer): string[][] {
  const properties: string[][] = [];
  for (let row = 0; row < bytes.length; row += ROW_BYTES) {
    const first = digestAt(bytes, row);
    if (first === null) continue;
    const other = digestAt(bytes, row + DIGEST_BYTES);
    const last = properties.at(-1);
    if (last?.[0] !== first) properties.push(other === null ? [first] : [first, other]);
    else if (other !== null) last.push(other);
  }
  return properties;
}

function writeRow(bytes: Buffer, row: number, digests: readonly string[]): void {
  for (const [index, digest] of digests.slice(0, DIGESTS).entries())
    bytes.write(digest, row * ROW_BYTES + index * DIGEST_BYTES, DIGEST_BYTES, 'base64url');
}

const digestAt = (bytes: Buffer, at: number): string | null =>
  NONE.compare(bytes, at, at + DIGEST_BYTES) === 0
    ? null
    : bytes.toString('base64url', at, at + DIGEST_BYTES);
