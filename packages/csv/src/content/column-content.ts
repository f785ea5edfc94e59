import { splitOneLine } from '../values/one-line.js';
import { isSentinel, unwrapped } from '../values/sentinel.js';
import { stateCode, stateOfZip } from '../values/state.js';

/** Content of a column, as far as its cells alone reveal it. */
export type ColumnContent =
  'oneLine' | 'street' | 'zip' | 'state' | 'stateZip' | 'unit' | 'words' | 'other' | 'empty';

/** Share of the filled cells: the rest may be mistyped, foreign or blank. */
const MOST = 0.7;
/** Streets without a suffix (`500 Broadway`) or a number (`Oak St`) are common; a list where all are like that is not. */
const SOME = 0.3;

/** The contents of a column. They never decide alone: they name columns of files without a header, and offer choices. */
export function contentOf(cells: readonly string[]): ColumnContent {
  const filled = cells.filter((cell) => !isSentinel(cell)).map(unwrapped);
  if (filled.length === 0) return 'empty';
  const most = (test: (cell: string) => boolean): boolean =>
    filled.filter(test).length >= MOST * filled.length;
  const some = (test: (cell: string) => boolean): boolean =>
    filled.filter(test).length >= SOME * filled.length;
  if (most((cell) => isStreet(cell) || endsWithSuffix(cell)) && some(isStreet) && some(hasSuffix)) {
    return most(isOneLine) ? 'oneLine' : 'street';
  }
  if (most(isOneLine)) return 'oneLine';
  if (most(isZip)) return 'zip';
  if (most((cell) => !/\d/.test(cell) && stateCode(cell) !== null)) return 'state';
  if (most(isStateZip)) return 'stateZip';
  if (most((cell) => UNIT.test(cell))) return 'unit';
  return most((cell) => WORDS.test(cell)) ? 'words' : 'other';
}

/** A whole address in one cell: enough to find the property. */
export function isOneLine(cell: string): boolean {
  if (!isStreet(cell)) return false;
  const { city, state, zip } = splitOneLine(cell);
  return (city !== '' && (state !== '' || zip !== '')) || (state !== '' && zip !== '');
}

/**
 * True for a street line, `12 Oak St`, `12-B Oak`, `N52W16590 Oak Dr`, and for mail forms, which stand in the same columns.
 */
export function isStreet(cell: string): boolean {
  return STREET.test(cell) && !UNIT_ONLY.test(cell);
}

function isZip(cell: string): boolean {
  const [, zip = ''] = /^(\d{5})(?:-?\d{4})?$/.exec(cell) ?? [];
  // Spreadsheets drop the first zero.
  return zip === '' ? /^\d{4}$/.test(cell) : stateOfZip(zip) !== null;
}

function isStateZip(cell: string): boolean {
  const [, state = '', zip = ''] =
    /^([A-Za-z](?:[A-Za-z .]*[A-Za-z.])?)[ ,]+(\d{5}(?:-?\d{4})?)$/.exec(cell) ?? [];
  return stateCode(state) !== null && isZip(zip);
}

const STREET =
  /^(?:\d+[A-Za-z]?(?:[-/]\d*[A-Za-z]?)?(?: \d\/\d)?|[NSEW]\d+[NSEW]\d+)\s+#?[\p{L}\d][\p{L}\d.'-]*(?=[\s,]|$)|^p\.?\s?o\.?\s?box\b/iu;
const UNIT_ONLY = /^\d+\s+(?:bed|bath|bd|ba|br|sq|sqft|acres?|years?|units?)\b/i;
const UNIT =
  /^(?:#|apt|unit|ste|suite|lot|spc|space|trlr|bldg|fl|floor|rm|room|ph)\b\.?\s*(?:#\s*)?[\w-]*$|^#\s*[\w-]+$/i;
const WORDS = /^\p{L}[\p{L} .'’-]*$/u;

export const SUFFIXES: ReadonlySet<string> = new Set(
  (
    'aly alley ave av avenue blvd boulevard br branch brg bridge cir circle cv cove cres crescent ct court crk creek dr drive est ' +
    'expy expressway ext fwy freeway grv grove hts heights hwy highway holw hollow is isle jct knl knoll lndg landing ln lane loop ' +
    'mnr manor mdw meadows pass path pike pt point pkwy parkway pl place plz plaza rdg ridge rd road row rte route run sq square ' +
    'st street ter terrace trl trail vw view vlg village walk way xing crossing box broadway fm county cr sr'
  ).split(' '),
);

const endsWithSuffix = (cell: string): boolean =>
  SUFFIXES.has(/(?<![a-z])[a-z]+$/.exec(cell.toLowerCase())?.[0] ?? '');

function hasSuffix(cell: string): boolean {
  return cell
    .toLowerCase()
    .split(/[\s,.]+/)
    .slice(1)
    .some((word) => SUFFIXES.has(word));
}
