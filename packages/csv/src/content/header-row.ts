import { splitOneLine } from '../helpers/one-line.js';
import { mapHeaders } from '../headers/map-headers.js';
import { meaningOf } from '../headers/synonyms.js';
import type { CsvSample } from '../records/sample.js';
import { unwrapped } from '../values/written.js';
import { contentOf, isOneLine, isStreet } from './column-content.js';

/** Row 1 holds an address or the like instead of names. A single name that is known makes it a header. */
export function isDataRow(cells: readonly string[]): boolean {
  const plain = cells.map(unwrapped);
  if (plain.some((cell) => cell !== '' && meaningOf(cell) !== undefined)) return false;
  if (plain.some(isStreet)) return true;
  const contents = plain.map((cell) => contentOf([cell]));
  return contents.includes('stateZip') || (contents.includes('zip') && contents.includes('state'));
}

/** How the text of a file is to be taken. */
export type FileShape =
  /** With a header, as a CSV file should be. */
  | 'table'
  /** A CSV file whose row 1 is data. */
  | 'no-header'
  /** A table below rows of a title. */
  | 'below-title'
  /** One address a line, with commas that divide nothing. */
  | 'list'
  /** The same below a line with a name. */
  | 'titled-list';

/** A share of the lines: a list may hold a note or a mailbox. */
const MOST = 0.8;

/**
 * What kind of file this is, from its first lines as they stand and its first records. `state`: the state of every row,
 * where a person gave it. In doubt a file is a table.
 */
export function shapeOf(
  { header, dialect, rows }: CsvSample,
  lines: readonly string[],
  { noHeader = false, state = '' }: { readonly noHeader?: boolean; readonly state?: string } = {},
): FileShape {
  const filled = lines.map((line) => line.trim()).filter((line) => line !== '');
  const [first = '', ...others] = filled;
  const isData = noHeader || isDataRow(header.names);
  const holdsList = (some: readonly string[]): boolean =>
    some.length > 0 &&
    some.filter((line) => isListLine(line, state)).length >= MOST * some.length &&
    !some.some((line) => line.includes('"') || line.includes('\t'));
  if (dialect.sepLine) return isData ? 'no-header' : 'table';
  if (!noHeader && headerBelowTitle({ header, rows }) !== undefined) return 'below-title';
  if (isData) {
    const widths = new Set([header.names.length, ...rows.map((row) => row.length)]);
    // People put a blank behind a comma, programs do not. A person's next line may have one comma more.
    const isByProgram = widths.size === 1 && !filled.some((line) => line.includes(', '));
    const isColumns = isByProgram && isWhole([header.names, ...rows]);
    const isList = dialect.delimiter === ',' && !isColumns && holdsList(filled);
    return isList ? 'list' : 'no-header';
  }
  // Below one name, commas that make cells of their own divide nothing.
  const isTitled = header.names.length === 1 && !first.includes(',') && rows.some((row) => row.length > 1);
  return isTitled && holdsList(others) ? 'titled-list' : 'table';
}

/** Rows of a title, blank ones left out. */
const MAX_TITLE_ROWS = 10;
/** A title may have a date beside it. */
const MAX_TITLE_CELLS = 2;

/**
 * Which of the first rows is the header of a table below a title, such as a program or a person puts above an export: the first
 * that tells by itself where the addresses are, where nothing above it looks like more than a title. Undefined where none is.
 */
export function headerBelowTitle({ header, rows }: Pick<CsvSample, 'header' | 'rows'>): number | undefined {
  const isTitle = (cells: readonly string[]): boolean =>
    cells.filter((cell) => cell.trim() !== '').length <= MAX_TITLE_CELLS &&
    !cells.some((cell) => cell.trim() !== '' && meaningOf(cell) !== undefined);
  if (!isTitle(header.names) || isDataRow(header.names)) return undefined;
  for (const [at, cells] of rows.slice(0, MAX_TITLE_ROWS).entries()) {
    if (isTitle(cells)) continue;
    const isHeader = mapHeaders(cells, { samples: rows.slice(at + 1) }).errors.length === 0;
    return isHeader ? at : undefined;
  }
  return undefined;
}

/** Street, city, state and ZIP in columns of their own, and nothing beside them that may be a unit. */
function isWhole(rows: readonly (readonly string[])[]): boolean {
  const width = rows[0]?.length ?? 0;
  const contents = Array.from({ length: width }, (_, at) => contentOf(rows.map((row) => row[at] ?? '')));
  const [street, city, ...place] = contents;
  return (
    street === 'street' &&
    city === 'words' &&
    (['state', 'stateZip', 'state zip'].includes(place.join(' ')) || place.length === 0)
  );
}

function isListLine(line: string, state: string): boolean {
  const plain = unwrapped(line);
  return isOneLine(plain) || (state !== '' && isStreet(plain) && splitOneLine(plain, state).city !== '');
}
