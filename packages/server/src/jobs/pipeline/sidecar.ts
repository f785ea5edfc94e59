import type { CsvRecord } from '@skiptrace/csv';

/** Whom a row matched. */
export interface RowMatch {
  ownerRecordId: number;
  phoneCount: number;
  emailCount: number;
}

/** What became of a row: its match, `missed`, or `blank` when it has no address and was not looked up (reading 26). */
export type RowOutcome = RowMatch | 'missed' | 'blank';

/** A record as it stands in the file, and whom it matched. */
export interface NotedRecord {
  /** Null for a record without a match, and for a blank line. */
  ownerRecordId: number | null;
  /** Bytes, line end included. */
  size: number;
  lineEndSize: number;
  /** 0 for a blank line. */
  cellCount: number;
}

/** Owner record id (6 bytes, 0 = no match), phones (1), emails (1), size (4), size of the line end (1), cells (3). */
const RECORD_BYTES = 16;
const ID_BYTES = 6;
const PHONES_AT = 6;
const EMAILS_AT = 7;
const SIZE_AT = 8;
const LINE_END_AT = 12;
const CELLS_AT = 13;
const CELLS_BYTES = 3;
/** In the place of the phones of a row without a match. */
const BLANK = 1;

/** The counts of a part that a preview is made of. */
export interface SidecarSummary {
  rows: number;
  matchedRows: number;
  blankAddressCount: number;
  /** Of the widest row. */
  phones: number;
  emails: number;
}

/**
 * What each record of a part matched, in their order: it holds the preview's promise until the enriched file is made.
 * It knows where the records end as well, so that nobody has to look for their ends again. Stored beside the upload as
 * soon as it is full, so that matching goes on after a kill where it was.
 */
export class Sidecar {
  /** Records noted so far. */
  #records = 0;

  private constructor(readonly bytes: Buffer) {}

  static ofRecords(records: number): Sidecar {
    return new Sidecar(Buffer.alloc(records * RECORD_BYTES));
  }

  static stored(bytes: Buffer): Sidecar {
    const sidecar = new Sidecar(bytes);
    sidecar.#records = bytes.length / RECORD_BYTES;
    return sidecar;
  }

  get isFull(): boolean {
    return this.#records * RECORD_BYTES === this.bytes.length;
  }

  /** Notes the next record; a blank line has no outcome. @throws RangeError when it is full */
  add({ size, lineEnd, cellCount }: CsvRecord, outcome: RowOutcome | null): void {
    const { bytes } = this;
    const at = this.#records * RECORD_BYTES;
    const match = typeof outcome === 'string' ? null : outcome;
    bytes.writeUIntBE(match?.ownerRecordId ?? 0, at, ID_BYTES);
    bytes.writeUInt8(match?.phoneCount ?? (outcome === 'blank' ? BLANK : 0), at + PHONES_AT);
    bytes.writeUInt8(match?.emailCount ?? 0, at + EMAILS_AT);
    bytes.writeUInt32BE(size, at + SIZE_AT);
    bytes.writeUInt8(lineEnd.length, at + LINE_END_AT);
    bytes.writeUIntBE(cellCount, at + CELLS_AT, CELLS_BYTES);
    this.#records += 1;
  }

  /** The records from `start` up to `end`, or fewer where there are no more. */
  records(start: number, end: number): NotedRecord[] {
    const count = Math.max(0, Math.min(end, this.#records) - start);
    return Array.from({ length: count }, (_, offset) => this.#recordAt((start + offset) * RECORD_BYTES));
  }

  summary(): SidecarSummary {
    const summary = { rows: 0, matchedRows: 0, blankAddressCount: 0, phones: 0, emails: 0 };
    for (let record = 0; record < this.#records; record++) {
      const at = record * RECORD_BYTES;
      const { ownerRecordId, cellCount } = this.#recordAt(at);
      const phones = this.bytes.readUInt8(at + PHONES_AT);
      if (cellCount > 0) summary.rows += 1;
      if (ownerRecordId === null) {
        if (phones === BLANK) summary.blankAddressCount += 1;
        continue;
      }
      summary.matchedRows += 1;
      summary.phones = Math.max(summary.phones, phones);
      summary.emails = Math.max(summary.emails, this.bytes.readUInt8(at + EMAILS_AT));
    }
    return summary;
  }

  #recordAt(at: number): NotedRecord {
    const id = this.bytes.readUIntBE(at, ID_BYTES);
    return {
      ownerRecordId: id === 0 ? null : id,
      size: this.bytes.readUInt32BE(at + SIZE_AT),
      lineEndSize: this.bytes.readUInt8(at + LINE_END_AT),
      cellCount: this.bytes.readUIntBE(at + CELLS_AT, CELLS_BYTES),
    };
  }
}
