const TAB = 0x09;
const CARRIAGE_RETURN = 0x0d;
const PLUS = 0x2b;
const MINUS = 0x2d;
const EQUALS = 0x3d;
const AT = 0x40;

/** The same text with a leading apostrophe where a spreadsheet would run it as a formula. */
export function safeCell(value: string): string {
  return isFormula(value) ? `'${value}` : value;
}

export const isFormula = (value: string): boolean => startsFormula(value.charCodeAt(0));

/**
 * Spreadsheets take a cell that begins with one of these for a formula (OWASP, CSV injection).
 * @param unit a code unit
 */
export const startsFormula = (unit: number): boolean =>
  unit === EQUALS ||
  unit === PLUS ||
  unit === MINUS ||
  unit === AT ||
  unit === TAB ||
  unit === CARRIAGE_RETURN;

/** A cell as it is written in a file: in quotes only where it must be (RFC 4180 §2.6). */
export function writtenCell(value: string, delimiter: string): string {
  const isPlain =
    !value.includes('"') && !value.includes(delimiter) && !value.includes('\n') && !value.includes('\r');
  return isPlain ? value : `"${value.replaceAll('"', '""')}"`;
}
