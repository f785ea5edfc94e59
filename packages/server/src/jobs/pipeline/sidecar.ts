import type { MatchResult } from '../../owners/index.js';

/** Owner record id (6 bytes, 0 = no match), phones (1), emails (1). */
const ROW_BYTES = 8;
const ID_BYTES = 6;
const PHONES_AT = 6;
const EMAILS_AT = 7;
/** In the place of the phones of a row without a match. */
const BLANK = 1;

/** The counts of a part that a preview is made of. */
export interface SidecarSummary {
  rows: number;
  matchedRows: number;
  blankAddressCount: number;
  /** Count of the widest row. */
  phones: number;
  emails: number;
}

/**
 * What each row of a part matched, in the order of the rows: it holds the preview's promise until the enriched file is
 * made. Stored beside the upload as soon as it is full, so that matching goes on after a kill where it was.
 */
export class Sidecar {
  #rows = 0;

  private constructor(readonly bytes: Buffer) {}

  /** Bytes of `rows` rows. */
  static sizeOf(rows: number): number {
    return rows * ROW_BYTES;
  }

  static ofRows(rows: number): Sidecar {
    return new Sidecar(Buffer.alloc(Sidecar.sizeOf(rows)));
  }

  static stored(bytes: Buffer): Sidecar {
    const sidecar = new Sidecar(bytes);
    sidecar.#rows = bytes.length / ROW_BYTES;
    return sidecar;
  }

  /** Rows noted so far. */
  get rows(): number {
    return this.#rows;
  }

  get isFull(): boolean {
    return this.#rows * ROW_BYTES === this.bytes.length;
  }

  /**
   * Notes the next row.
   * @param result null for a row without an address, which is not looked up (reading 26)
   * @throws RangeError when it is full
   */
  add(result: MatchResult | null): void {
    if (result === null) this.#addRow(0, BLANK, 0);
    else if (result.matched) this.#addRow(result.ownerRecordId, result.phoneCount, result.emailCount);
    else this.#addRow(0, 0, 0);
  }

  #addRow(ownerRecordId: number, phones: number, emails: number): void {
    const at = this.#rows * ROW_BYTES;
    this.bytes.writeUIntBE(ownerRecordId, at, ID_BYTES);
    this.bytes.writeUInt8(phones, at + PHONES_AT);
    this.bytes.writeUInt8(emails, at + EMAILS_AT);
    this.#rows += 1;
  }

  /** The owner record that a row matched, or null. @throws RangeError for a row it does not have */
  ownerOf(row: number): number | null {
    const id = this.bytes.readUIntBE(row * ROW_BYTES, ID_BYTES);
    return id === 0 ? null : id;
  }

  summary(): SidecarSummary {
    const summary = { rows: this.#rows, matchedRows: 0, blankAddressCount: 0, phones: 0, emails: 0 };
    for (let row = 0; row < this.#rows; row += 1) {
      const phones = this.bytes.readUInt8(row * ROW_BYTES + PHONES_AT);
      if (this.ownerOf(row) === null) {
        if (phones === BLANK) summary.blankAddressCount += 1;
        continue;
      }
      summary.matchedRows += 1;
      summary.phones = Math.max(summary.phones, phones);
      summary.emails = Math.max(summary.emails, this.bytes.readUInt8(row * ROW_BYTES + EMAILS_AT));
    }
    return summary;
  }
}
