/** Spreadsheets take a cell that begins so for a formula (OWASP, CSV injection). */
const FORMULA_START = /^[=+\-@\t\r]/;

/** The same text with a leading apostrophe where a spreadsheet would run it as a formula. */
export function safeCell(value: string): string {
  return FORMULA_START.test(value) ? `'${value}` : value;
}

/** A cell as it is written in a file: in quotes only where it must be (RFC 4180 §2.6). */
export function writtenCell(value: string, delimiter: string): string {
  if (!/["\r\n]/.test(value) && !value.includes(delimiter)) return value;
  return `"${value.replaceAll('"', '""')}"`;
}
