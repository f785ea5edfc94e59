import type { ResultSummary } from '@skiptrace/contract';
import type { MatchResult } from '../../../directory/index.js';
import { readContents } from '../../../directory/match/index.js';
import { missCode, missReasonOf, NO_MISSES, type MissCounts, type MissReason } from '../miss-reasons.js';

/**
 * Owner record id (6 bytes, 0 = no match), phones (1), emails (1). The upper bits of both counts hold their kinds
 * (`contentsOf`). A row without a match has the code of its reason (`missCode`) in
 * the place of its emails.
 */
const ROW_BYTES = 8;
const ID_BYTES = 6;
const PHONES_AT = 6;
const EMAILS_AT = 7;
const COUNT_BITS = 5;
const COUNT_MASK = 2 ** COUNT_BITS - 1;
/** Bits of the contents that are stored in the byte of phones. */
const WITH_PHONES_BITS = 3;
const WITH_PHONES_MASK = 2 ** WITH_PHONES_BITS - 1;
/** Value of the byte of phones for a row without a match. */
const BLANK = 1;

export const NO_CONTENTS: Readonly<ResultSummary> = {
  phoneRows: 0,
  callableRows: 0,
  mobileRows: 0,
  landlineRows: 0,
  dncOnlyRows: 0,
  notCheckedRows: 0,
  emailRows: 0,
  mailingRows: 0,
  absenteeRows: 0,
};

/**
 * Least number of matched owners, each counted once, from which on a preview summarizes what is on file: a smaller number would
 * give too much away for free.
 */
export const SUMMARIZED_OWNERS = 20;

/** Counts of a part for the preview. */
export interface SidecarSummary {
  rows: number;
  matchedRows: number;
  blankAddressCount: number;
  /** Count of the widest row. */
  phones: number;
  emails: number;
  /** Absent if the contents of a match are unknown. */
  contents?: ResultSummary;
  /** Rows without a match by reason. */
  misses: MissCounts;
  /** Record ids of different owners, at most as many as a preview needs before it shows the contents. */
  owners?: number[];
}

/**
 * The match of each row of a part, in order: keeps the preview's promise until the enriched file is written. Stored beside the
 * upload as soon as it is full, so that matching resumes from there after a kill.
 */
export class Sidecar {
  #rows = 0;

  private constructor(readonly bytes: Buffer) {}

  /** Bytes that `rows` rows take. */
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

  /** Rows added so far. */
  get rows(): number {
    return this.#rows;
  }

  get isFull(): boolean {
    return this.#rows * ROW_BYTES === this.bytes.length;
  }

  /**
   * Adds the next row.
   * @param result null for a row without an address, which is not looked up (reading 26)
   * @throws RangeError when it is full
   */
  add(result: MatchResult | null): void {
    if (result === null) return this.#addRow(0, BLANK, 0);
    if (!result.matched) return this.#addRow(0, 0, missCode(result.reason));
    const { ownerRecordId, phoneCount, emailCount, contents } = result;
    this.#addRow(
      ownerRecordId,
      phoneCount | ((contents & WITH_PHONES_MASK) << COUNT_BITS),
      emailCount | ((contents >> WITH_PHONES_BITS) << COUNT_BITS),
    );
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

  /** Why a row found no owner; null for a match, and for a row without an address. @throws RangeError for a row it does not have */
  missOf(row: number): MissReason | null {
    const isMiss = this.ownerOf(row) === null && this.bytes.readUInt8(row * ROW_BYTES + PHONES_AT) !== BLANK;
    return isMiss ? missReasonOf(this.bytes.readUInt8(row * ROW_BYTES + EMAILS_AT)) : null;
  }

  summary(): SidecarSummary {
    const summary = { rows: this.#rows, matchedRows: 0, blankAddressCount: 0, phones: 0, emails: 0 };
    let contents: ResultSummary | null = { ...NO_CONTENTS };
    const owners = new Set<number>();
    const misses = { ...NO_MISSES };
    for (let row = 0; row < this.#rows; row += 1) {
      const withPhones = this.bytes.readUInt8(row * ROW_BYTES + PHONES_AT);
      const owner = this.ownerOf(row);
      if (owner === null) {
        const reason = this.missOf(row);
        if (reason === null) summary.blankAddressCount += 1;
        else if (reason !== 'notOnFile') misses[reason] += 1;
        continue;
      }
      const withEmails = this.bytes.readUInt8(row * ROW_BYTES + EMAILS_AT);
      const phones = withPhones & COUNT_MASK;
      const emails = withEmails & COUNT_MASK;
      summary.matchedRows += 1;
      summary.phones = Math.max(summary.phones, phones);
      summary.emails = Math.max(summary.emails, emails);
      if (owners.size < SUMMARIZED_OWNERS) owners.add(owner);
      const kinds = (withPhones >> COUNT_BITS) | ((withEmails >> COUNT_BITS) << WITH_PHONES_BITS);
      contents = contents && withRow(contents, phones > 0, emails > 0, kinds);
    }
    return { ...summary, misses, ...(contents !== null && { contents, owners: [...owners] }) };
  }
}

/** Counts one more row. @returns null if its contents are unknown */
function withRow(
  counts: ResultSummary,
  hasPhone: boolean,
  hasEmail: boolean,
  kinds: number,
): ResultSummary | null {
  const contents = readContents(kinds);
  if (contents === null) return null;
  const { callableMobile, callableLandline, notChecked, mailing, absentee } = contents;
  const isCallable = callableMobile || callableLandline;
  if (hasPhone) counts.phoneRows += 1;
  if (isCallable) counts.callableRows += 1;
  if (callableMobile) counts.mobileRows += 1;
  if (callableLandline) counts.landlineRows += 1;
  if (hasPhone && notChecked) counts.notCheckedRows += 1;
  if (hasPhone && !isCallable && !notChecked) counts.dncOnlyRows += 1;
  if (hasEmail) counts.emailRows += 1;
  if (mailing) counts.mailingRows += 1;
  if (absentee) counts.absenteeRows += 1;
  return counts;
}
