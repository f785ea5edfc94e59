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

/** Placeholders that people and programs write for an empty cell. */
const SENTINELS: ReadonlySet<string> = new Set([
  '',
  'n/a',
  '#n/a',
  'na',
  'null',
  'none',
  'nan',
  'unknown',
  'tbd',
  '0',
  '-',
  '--',
  'vacant land',
  'no situs address',
  'dnc excluded',
]);

const LONGEST = Math.max(...Array.from(SENTINELS, (sentinel) => sentinel.length));
/** By character code: true for letters and digits that begin no placeholder. This decides nearly every cell. */
const BEGINS_NONE = Array.from({ length: 128 }, (_, code) => {
  const first = String.fromCharCode(code).toLowerCase();
  return /[a-z0-9]/.test(first) && !Array.from(SENTINELS).some((sentinel) => sentinel.startsWith(first));
});
const REPEATED_SPACE = /\s\s|[^\S ]/;

/** True for a cell that means "empty". An address cell like that is still looked up, in vain (reading 26). */
export function isSentinel(value: string): boolean {
  if (BEGINS_NONE[value.charCodeAt(0)] === true) return false;
  const plain = unwrapped(value);
  const spaced = REPEATED_SPACE.test(plain) ? plain.replace(/\s+/g, ' ') : plain;
  return spaced.length <= LONGEST && SENTINELS.has(spaced.toLowerCase());
}
