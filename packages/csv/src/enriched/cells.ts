import { DELIMITERS } from '../records/dialect.js';

/** Spreadsheets take a cell that begins with one of these for a formula (OWASP, CSV injection); Excel also when it is full-width. */
const SIGNS = '=+\\-@\uff1d\uff0b\uff0d\uff20';
/**
 * Where a spreadsheet may start a cell inside ours: it splits the file by the delimiter of its locale, not the file's, and then
 * takes a quote inside a cell for text.
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
 * By byte, 1 for each ASCII character that needs neither quotes nor a guard wherever in a cell it stands. A cell of them
 * alone is written as it is, and told from others at one look at each byte.
 */
export function plainBytes(delimiter: string): Uint8Array {
  const special = `"${delimiter}${DELIMITERS.join('')}`;
  return Uint8Array.from({ length: 0x80 }, (_, unit) =>
    unit >= 0x20 && !special.includes(String.fromCharCode(unit)) ? 1 : 0,
  );
}

/** As `plainBytes`, for the first byte of a cell. */
export const plainFirstBytes = (delimiter: string): Uint8Array =>
  plainBytes(delimiter).map((isPlain, unit) => (LEADING_SIGN.test(String.fromCharCode(unit)) ? 0 : isPlain));
