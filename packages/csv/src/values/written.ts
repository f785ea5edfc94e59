/** Pattern of most cells: printable ASCII, single spaces inside, without wrapping from spreadsheets. */
const PLAIN = /^[!-&(-<>-~][!-~]*(?: [!-~]+)*$/;

/** A cell without wrapping from spreadsheets: `="07030"`, a leading apostrophe, unusual spaces and dashes. */
export function unwrapped(value: string): string {
  if (PLAIN.test(value)) return value;
  const plain = value
    .normalize('NFKC')
    .replace(/[\u200b-\u200d\u2060\ufeff]/g, '')
    .replace(/[\u2010-\u2015\u2212]/g, '-')
    .trim();
  const formula = /^=\s*"([^"]*)"$/.exec(plain);
  return (formula?.[1] ?? plain).replace(/^['\u2018\u2019]/, '').trim();
}

/**
 * Digits of a whole number that a spreadsheet changed to a decimal: `95834.0`, `9.5834E+04`. Undefined for
 * other text, or if digits were rounded away: `9.58E+04` may have been any of a hundred ZIPs.
 */
export function wholeNumber(value: string): string | undefined {
  const decimal = /^(\d+)\.0+$/.exec(value);
  if (decimal !== null) return decimal[1];
  const [, first, decimals = '', exponent] = /^(\d)(?:\.(\d{1,15}))?e\+?(\d{1,2})$/i.exec(value) ?? [];
  if (first === undefined || decimals.length < Number(exponent)) return undefined;
  const fraction = decimals.slice(Number(exponent));
  return /^0*$/.test(fraction) ? first + decimals.slice(0, Number(exponent)) : undefined;
}
