/** Spreadsheets take a cell that begins with one of these for a formula (OWASP, CSV injection). */
const FORMULA_STARTS = new Set([...'=+-@\t\r'].map((start) => start.charCodeAt(0)));

/** The same text with a leading apostrophe where a spreadsheet would run it as a formula. */
export function safeCell(value: string): string {
  return isFormula(value) ? `'${value}` : value;
}

export const isFormula = (value: string): boolean => FORMULA_STARTS.has(value.charCodeAt(0));

/** A cell as it is written in a file: in quotes only where it must be (RFC 4180 §2.6). */
export function writtenCell(value: string, delimiter: string): string {
  const isPlain =
    !value.includes('"') && !value.includes(delimiter) && !value.includes('\n') && !value.includes('\r');
  return isPlain ? value : `"${value.replaceAll('"', '""')}"`;
}
