import { isSentinel, unwrapped, wholeNumber } from './sentinel.js';

/** Joins number, direction, name, suffix and direction, as far as they are there. `1380.0` is a number from a spreadsheet. */
export function joinStreet(parts: readonly string[]): string {
  return parts
    .map((part) => wholeNumber(unwrapped(part)) ?? unwrapped(part))
    .filter((part) => part !== '' && part !== '-')
    .join(' ')
    .replace(/\s+/g, ' ');
}

/** Words that a unit follows, or that are a unit (USPS Publication 28, appendix C2). */
const DESIGNATORS: ReadonlySet<string> = new Set(
  (
    'apt apartment bldg building bsmt basement dept department fl floor frnt front hngr hanger lbby lobby lot lowr lower ' +
    'ofc office ph penthouse pier rear rm room side slip spc space stop ste suite trlr trailer unit uppr upper'
  ).split(' '),
);

/** A street line with its unit: `# 4`, or unchanged if it has a designator (`Apt 4`). */
export function withUnit(line: string, unit: string): string {
  const street = line.trim();
  const written = wholeNumber(unwrapped(unit)) ?? unwrapped(unit);
  if (street === '' || isSentinel(written) || endsWithUnit(street, written)) return street;
  return `${street} ${designator(written) === undefined ? '# ' : ''}${written}`;
}

/** True for a word that is a unit by itself, or that is followed by one. */
export const isUnitWord = (word: string): boolean => designator(word.trim()) !== undefined;

/** `#` or a word such as `Apt` at the start. */
function designator(unit: string): string | undefined {
  const start = unit.startsWith('#') ? '#' : (/^[a-z]+/i.exec(unit)?.[0] ?? '');
  return start === '#' || DESIGNATORS.has(start.toLowerCase()) ? start : undefined;
}

/** True if the street already ends with the unit, as in exports that repeat it in a column of its own. */
function endsWithUnit(street: string, unit: string): boolean {
  const number = unit
    .slice(designator(unit)?.length ?? 0)
    .replace(/^[.\s]+/, '')
    .toLowerCase();
  const words = street
    .toLowerCase()
    .replaceAll('#', ' # ')
    .split(/[\s,.]+/);
  const before = words.at(-2) ?? '';
  if (number === '') return words.at(-1) === unit.toLowerCase();
  return words.at(-1) === number && (before === '#' || DESIGNATORS.has(before));
}
