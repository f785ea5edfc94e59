import { contentOf, isOneLine, isStreet, type ColumnContent } from '../content.js';
import { CsvInputError } from '../errors.js';
import type { CsvSample } from '../records/sample.js';
import { splitOneLine } from '../values/address-lines.js';
import { unwrapped } from '../values/sentinel.js';
import { mapHeaders } from './map-headers.js';
import { meaningOf } from './synonyms.js';

type Row = readonly string[];

/** True if row 1 holds an address or similar data instead of names. One known name makes it a header. */
export function isDataRow(cells: Row): boolean {
  const plain = cells.map(unwrapped);
  if (plain.some((cell) => cell !== '' && meaningOf(cell) !== undefined)) return false;
  if (plain.some(isStreet)) return true;
  const contents = plain.map((cell) => contentOf([cell]));
  return contents.includes('stateZip') || (contents.includes('zip') && contents.includes('state'));
}

/** How to interpret the text of a file. */
export type FileShape =
  /** With a header, as a CSV file should be. */
  | 'table'
  /** A CSV file with data in row 1. */
  | 'no-header'
  /** A table below rows of a title. */
  | 'below-title'
  /** One address a line, with commas that separate no columns. */
  | 'list'
  /** A list below a line with a name. */
  | 'titled-list';

export interface ShapeOptions {
  /** The user says that row 1 is data. */
  readonly noHeader?: boolean;
  /** The user's choice of the row with the column names, counted as a spreadsheet does. */
  readonly headerRow?: number | undefined;
  /** State of every row, if the user gave it. */
  readonly state?: string;
}

/** Share of the lines: a list may hold a note or a mailbox. */
const MOST = 0.8;

/** Shape of a file, from its first lines as they stand and its first records. In doubt a file is a table. */
export function shapeOf(sample: CsvSample, options: ShapeOptions = {}): FileShape {
  const { header, dialect, rows, lines } = sample;
  const { noHeader = false, headerRow, state = '' } = options;
  const filled = lines.map((line) => line.trim()).filter((line) => line !== '');
  const [first = '', ...others] = filled;
  const isData = noHeader || (headerRow === undefined && isDataRow(header.names));
  const holdsList = (some: readonly string[]): boolean =>
    some.length > 0 &&
    some.filter((line) => isListLine(line, state)).length >= MOST * some.length &&
    !some.some((line) => line.includes('"') || line.includes('\t'));
  if (dialect.sepLine) return isData ? 'no-header' : 'table';
  if (!noHeader && headerAt(sample, headerRow) > 0) return 'below-title';
  if (isData) {
    const widths = new Set([header.names.length, ...rows.map((row) => row.length)]);
    // People put a space after a comma, programs do not. A line that a person typed may have one comma more.
    const isByProgram = widths.size === 1 && !filled.some((line) => line.includes(', '));
    const isColumns = isByProgram && isWhole([header.names, ...rows]);
    const isList = dialect.delimiter === ',' && !isColumns && holdsList(filled);
    return isList ? 'list' : 'no-header';
  }
  // Below a single name, commas in the rows separate no columns.
  const isTitled = header.names.length === 1 && !first.includes(',') && rows.some((row) => row.length > 1);
  return isTitled && holdsList(others) ? 'titled-list' : 'table';
}

/** Most rows of a title, not counting blank ones. */
const MAX_TITLE_ROWS = 15;
/** Number of rows that show the width of the table. */
const LOOKED_AT = 30;

/**
 * Index of the row with the column names among the first rows; 0 is the first row that is not blank. Programs
 * and people put a title above a table, which is narrower and not about its columns.
 * @param headerRow the user's choice, counted as a spreadsheet does
 * @throws CsvInputError no_header_row
 */
export function headerAt(
  { header, rows, places }: Pick<CsvSample, 'header' | 'rows' | 'places'>,
  headerRow?: number,
): number {
  const all = [header.names, ...rows];
  if (headerRow !== undefined) {
    const at = [header, ...places].findIndex(({ line }) => line === headerRow);
    if (at === -1)
      throw new CsvInputError(
        'no_header_row',
        `Row ${headerRow} is blank, or too far down to be the header.`,
      );
    return at;
  }
  if (isDataRow(header.names)) return 0;
  const widest = Math.max(...all.slice(0, LOOKED_AT).map(filledCells));
  const byWidth = all.findIndex((row) => 2 * filledCells(row) > widest);
  if (byWidth > 0 && byWidth <= MAX_TITLE_ROWS && isLabels(all[byWidth] ?? [], all.slice(byWidth + 1)))
    return byWidth;
  // A title may be as wide as the table. Then only known names tell them apart.
  if (byWidth !== 0 || header.names.some(isKnownName)) return 0;
  for (const [above, row] of rows.slice(0, MAX_TITLE_ROWS).entries()) {
    if (!row.some(isKnownName)) continue;
    const isHeader = mapHeaders(row, { samples: rows.slice(above + 1) }).errors.length === 0;
    return isHeader && isLabels(row, rows.slice(above + 1)) ? above + 1 : 0;
  }
  return 0;
}

const isKnownName = (cell: string): boolean => cell.trim() !== '' && meaningOf(cell) !== undefined;

const filledCells = (row: Row): number => row.filter((cell) => cell.trim() !== '').length;

/** The name of a column is short. */
const MAX_NAME = 60;
const NUMERIC = /^[\d.,:/$%() -]+$/;
/** Contents that a column's name never looks like. */
const TYPED: ReadonlySet<ColumnContent> = new Set(['state', 'zip', 'stateZip', 'street', 'oneLine']);

/** True for short, different cells that are not numbers and look unlike the rows below. */
function isLabels(row: Row, below: readonly Row[]): boolean {
  const labels = row.map(unwrapped).filter((cell) => cell !== '');
  const isMost = (count: number): boolean => count >= MOST * labels.length;
  if (labels.some((label) => label.length > MAX_NAME) || isDataRow(row)) return false;
  if (!isMost(labels.filter((label) => !NUMERIC.test(label)).length)) return false;
  if (!isMost(new Set(labels.map((label) => label.toLowerCase())).size)) return false;
  return !row.some((cell, at) => {
    const content = contentOf([cell]);
    return TYPED.has(content) && content === contentOf(below.map((cells) => cells[at] ?? ''));
  });
}

/** True for street, city, state and ZIP in columns of their own, without a column that may hold a unit. */
function isWhole(rows: readonly Row[]): boolean {
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
