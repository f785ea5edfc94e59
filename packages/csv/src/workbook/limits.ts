/** Limits of a workbook, so that a small file cannot unpack without bounds. These limits alone bound memory. */

const MEBIBYTE = 1024 * 1024;

/** Parts in the archive. Each sheet, picture and comment is one. */
export const MAX_PARTS = 10_000;
/** Most bytes of the archive's directory, the list of its parts. */
export const MAX_DIRECTORY_BYTES = 16 * MEBIBYTE;

/** Unpacked bytes of a part. The sheet is streamed; the others are kept in memory, at least in part. */
export const MAX_PART_BYTES = {
  sheet: 2048 * MEBIBYTE,
  strings: 512 * MEBIBYTE,
  other: 16 * MEBIBYTE,
} as const;
export type PartKind = keyof typeof MAX_PART_BYTES;

/** Most bytes unpacked from one. Lists unpack to 5 to 50 times their size; the format allows 1,032 times. */
export const MAX_RATIO = 250;
/** Parts up to this size are accepted at any ratio. */
export const UNSUSPECTED_BYTES = 16 * MEBIBYTE;

/** Characters of a tag, a text or a comment, which must be complete before it can be read. */
export const MAX_TOKEN = MEBIBYTE;
/** Elements within elements. A sheet has some five levels. */
export const MAX_DEPTH = 64;

/** Excel's own limits. */
export const MAX_ROWS = 1_048_576;
export const MAX_COLUMNS = 16_384;
export const MAX_CELL_CHARACTERS = 32_767;
export const MAX_STYLES = 65_490;

/** Limit of a CSV reader for one record. */
export const MAX_ROW_CHARACTERS = MEBIBYTE;

export const MAX_SHEETS = 1_000;

/** Distinct texts of all sheets, which are kept in memory while the rows are read. */
export const MAX_STRINGS = 4_000_000;
export const MAX_STRINGS_CHARACTERS = 64 * MEBIBYTE;

/** Characters of the CSV file that is written: cells may refer to one long text repeatedly. */
export const MAX_CSV_CHARACTERS = 1024 * MEBIBYTE;

/** A workbook exceeds one of these limits. The message is the end of a sentence about it. */
export class WorkbookTooLarge extends Error {
  override readonly name = 'WorkbookTooLarge';
}

export function requireAtMost(limit: number, value: number, what: string): void {
  if (value > limit) throw new WorkbookTooLarge(`it has more than ${limit.toLocaleString('en-US')} ${what}`);
}
