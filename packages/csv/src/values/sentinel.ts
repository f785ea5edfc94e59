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
  return withoutFormula(plain)
    .replace(/^['\u2018\u2019]/, '')
    .trim();
}

/** A text without the formula that keeps spreadsheets from changing it: `="07030"` is `07030`. */
export function withoutFormula(text: string): string {
  const [, quoted] = /^\s*=\s*"((?:[^"]|"")*)"\s*$/.exec(text) ?? [];
  return quoted === undefined ? text : quoted.replaceAll('""', '"');
}

/**
 * Digits of a whole number as a spreadsheet shows it: `95834.0`, `12,450`, `9.5834E+04`. Undefined for
 * other text, or if digits were rounded away: `9.58E+04` may have been any of a hundred ZIPs.
 */
export function wholeNumber(value: string): string | undefined {
  const [decimal, digits = decimal] = /^(\d+)\.0+$|^\d{1,3}(?:,\d{3})+(?:\.0+)?$/.exec(value) ?? [];
  if (digits !== undefined) return digits.replace(/,|\.0+$/g, '');
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
  'n.a.',
  'null',
  '<null>',
  '(null)',
  '[null]',
  '#null!',
  '\\n',
  'undefined',
  'none',
  '<none>',
  '(none)',
  '(blank)',
  'not available',
  '#ref!',
  '#value!',
  '#name?',
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
