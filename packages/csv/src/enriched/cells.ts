import { DELIMITERS } from '../records/dialect.js';

/**
 * Characters at the start of a cell that make spreadsheets take it for a formula (OWASP, CSV injection);
 * Excel also takes the full-width ones.
 */
const SIGNS = '=+\\-@\uff1d\uff0b\uff0d\uff20';
/**
 * Beginning of a cell inside ours, for a spreadsheet: it splits the file by the delimiter of its locale, not
 * the file's, and then takes a quote inside a cell for text.
 */
const INNER_START = `[${DELIMITERS.join('')}\r\n]"*`;

const LEADING_SIGN = new RegExp(`^[${SIGNS}\t\r]`);
const INNER_SIGN = new RegExp(`(${INNER_START})(?=[${SIGNS}])`, 'g');
const GUARD = new RegExp(`^'(?=[${SIGNS}\t\r])|(${INNER_START})'(?=[${SIGNS}])`, 'g');

/** Adds an apostrophe before everything a spreadsheet would run as a formula. */
export function safeCell(value: string): string {
  const inside = value.replace(INNER_SIGN, "$1'");
  return LEADING_SIGN.test(inside) ? `'${inside}` : inside;
}

/** The value of a cell that `safeCell` made. */
export const unguardedCell = (cell: string): string => cell.replace(GUARD, '$1');

/** A cell as it is written in a file: in quotes only where it must be (RFC 4180 §2.6). */
export function writtenCell(value: string, delimiter: string): string {
  const isPlain =
    !value.includes('"') && !value.includes(delimiter) && !value.includes('\n') && !value.includes('\r');
  return isPlain ? value : `"${value.replaceAll('"', '""')}"`;
}

/**
 * Table by byte: 1 for each ASCII character that needs neither quotes nor a guard anywhere in a cell. A cell
 * with only these is written as it is, which takes one look at each byte.
 */
export function plainBytes(delimiter: string): Uint8Array {
  const special = `"${delimiter}${DELIMITERS.join('')}`;
  return Uint8Array.from({ length: 0x80 }, (_, unit) =>
    unit >= 0x20 && !special.includes(String.fromCharCode(unit)) ? 1 : 0,
  );
}

/** The same table as `plainBytes`, for the first byte of a cell. */
export const plainFirstBytes = (delimiter: string): Uint8Array =>
  plainBytes(delimiter).map((isPlain, unit) => (LEADING_SIGN.test(String.fromCharCode(unit)) ? 0 : isPlain));
