import { isStreet } from '../content/column-content.js';
import { shareOf } from '../content/street-parts.js';
import type { ColumnCells } from './by-cells.js';
import { STREET_PARTS } from './fields.js';
import type { MappingWarning } from './mapping.js';
import type { Property } from './property.js';
import { meaningOf } from './synonyms.js';

export type SplitStreet = Readonly<Partial<Record<(typeof STREET_PARTS)[number], string>>>;

/** Maximum distance in columns from the street's name to its number, direction and suffix. */
const NEAR = 4;
/** A list may hold a few streets without a number. */
const MOST_OF_THEM = 0.7;

/**
 * The columns around a street's name that look like the other parts of its line, as a proposal for a person:
 * a number before it, directions on both sides, a suffix after it.
 * @param known column now taken for the street; if it has no content that shows, the first column with street
 * names is used
 */
export function splitStreet(
  known: readonly string[],
  header: readonly string[],
  cells: ReadonlyMap<string, ColumnCells>,
): SplitStreet {
  const street =
    known.find((name) => cells.get(name)?.part === 'name' || meaningOf(name)?.field === 'streetName') ??
    known[0] ??
    header.find((name) => meaningOf(name)?.field === 'streetName');
  const at = street === undefined ? -1 : header.indexOf(street);
  if (street === undefined || at === -1) return {};
  const before = header.slice(Math.max(0, at - NEAR), at).reverse();
  const behind = header.slice(at + 1, at + 1 + NEAR);
  const is = (name: string, field: string, part: string): boolean =>
    name !== '' && (meaningOf(name)?.field === field || (cells.get(name)?.part === part && !isTaken(name)));
  // A column with a recognized header is never taken for a street part because of its cells.
  const isTaken = (name: string): boolean => {
    const field = meaningOf(name)?.field;
    return (
      field !== undefined && field !== 'ambiguous' && !(STREET_PARTS as readonly string[]).includes(field)
    );
  };
  const found = {
    houseNumber: before.find((name) => is(name, 'houseNumber', 'number')),
    preDirection: before.find((name) => is(name, 'preDirection', 'direction')),
    streetName: street,
    streetSuffix: behind.find((name) => is(name, 'streetSuffix', 'suffix')),
    postDirection: behind.find((name) => is(name, 'postDirection', 'direction')),
  };
  return Object.fromEntries(Object.entries(found).filter(([, name]) => name !== undefined));
}

/** Warns if most streets have no house number, and names the column that may have it: without the number nothing matches. */
export function houseNumberWarnings(
  { sources: { address } }: Property,
  header: readonly string[],
  cells: ReadonlyMap<string, ColumnCells>,
): MappingWarning[] {
  const [street, another] = address.columns;
  if (address.kind !== 'column' || street === undefined || another !== undefined) return [];
  const filled = cells.get(street.header)?.filled ?? [];
  const without = filled.filter((cell) => !isStreet(cell)).length;
  if (filled.length === 0 || shareOf(filled)(isStreet) > 1 - MOST_OF_THEM || filled.every(isOther)) return [];
  const { houseNumber } = splitStreet([street.header], header, cells);
  // Empty cells are not counted, so these need not be the first rows of the file.
  const cellsSeen = `${without.toLocaleString('en-US')} of the first ${filled.length.toLocaleString('en-US')} streets in "${street.header}"`;
  const message =
    `${filled.length === 1 ? `The first street in "${street.header}" has` : `${cellsSeen} have`} no house number, and nothing matches without one.` +
    (houseNumber === undefined ? '' : ` "${houseNumber}" may hold it.`);
  return [
    {
      code: 'no_house_number',
      message,
      headers: [street.header, ...(houseNumber === undefined ? [] : [houseNumber])],
    },
  ];
}

/** True for test data and similar cells, which cannot be judged. */
const isOther = (cell: string): boolean => !/\p{L}{3}/u.test(cell);
