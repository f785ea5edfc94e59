import { isSentinel, unwrapped, wholeNumber } from '../values/sentinel.js';
import { isStreet, SUFFIXES } from './column-content.js';

/** Part of a street line, split over several columns, that a column holds. */
export type StreetPartContent = 'number' | 'direction' | 'suffix' | 'name';

/** Share of the filled cells. */
const NEARLY_ALL = 0.9;
const MOST = 0.8;
/** Share of a street name column's cells that may begin with a number: a list has a few whole lines among the names. */
const FEW = 0.3;

/**
 * Part of a street line that the cells of a column hold; undefined where they don't show it. `number` and
 * `name` are weak: years and places look like them, so a header or a neighboring column has to agree.
 */
export function streetPartOf(cells: readonly string[]): StreetPartContent | undefined {
  const filled = filledOf(cells);
  if (filled.length === 0) return undefined;
  const share = shareOf(filled);
  if (share(isDirection) >= NEARLY_ALL) return 'direction';
  if (share(isHouseNumber) >= NEARLY_ALL && !isCounter(filled)) return 'number';
  if (share(isSuffix) >= MOST) return 'suffix';
  return share(isName) >= MOST && share(isStreet) <= FEW ? 'name' : undefined;
}

/** The filled cells, without wrapping from spreadsheets. */
export const filledOf = (cells: readonly string[]): readonly string[] =>
  cells.filter((cell) => !isSentinel(cell)).map(unwrapped);

/** Returns the share of the cells that pass a test. */
export const shareOf =
  (filled: readonly string[]) =>
  (test: (cell: string) => boolean): number =>
    filled.filter(test).length / filled.length;

const DIRECTIONS: ReadonlySet<string> = new Set(
  'n s e w ne nw se sw no so north south east west northeast northwest southeast southwest'.split(' '),
);

const isDirection = (cell: string): boolean => DIRECTIONS.has(cell.toLowerCase().replaceAll('.', ''));

/** `12`, `12B`, `12-14`, `137-33`, `12 1/2`, and `1380.0` from a spreadsheet. */
const HOUSE_NUMBER = /^\d{1,6}(?:[a-z]|-\d{1,4}[a-z]?| \d\/\d)?$/i;

const isHouseNumber = (cell: string): boolean => HOUSE_NUMBER.test(wholeNumber(cell) ?? cell);

/** True for row numbers counted from one on, which spreadsheets and exports put in the first column. */
function isCounter(filled: readonly string[]): boolean {
  const steps = filled.slice(1).filter((cell, at) => Number(cell) === Number(filled[at]) + 1);
  return filled.length > 2 && steps.length >= NEARLY_ALL * (filled.length - 1);
}

/** Suffixes that are too common as other words to tell a street line by them (USPS Publication 28, appendix C1). */
const FURTHER_SUFFIXES: ReadonlySet<string> = new Set(
  (
    'anx arc bch bnd byp byu cswy cor crse ctr cyn dl dv estates fld flds fls frst gdn gdns gln grn hbr hl hls lk lks mall ml mls mtn ' +
    'orch oval park pne pnes psge riv rnch rpds rst shr shrs skwy spg spgs spur sta strm smt trce un vis vl vly via row trl bnd lp'
  ).split(' '),
);

function isSuffix(cell: string): boolean {
  const word = cell.toLowerCase().replaceAll('.', '');
  return SUFFIXES.has(word) || FURTHER_SUFFIXES.has(word);
}

const isName = (cell: string): boolean => /\p{L}/u.test(cell) && !/[@:]/.test(cell) && cell.length <= 60;
