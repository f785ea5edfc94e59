import { findColumn, type HeaderMapping, type MapOptions } from '@skiptrace/csv';
import type { Warning } from './owner-file.js';
import { tableIn } from './owner-sample.js';
import { isRejectsFile } from './rejects.js';

/** Headers by field. An empty header chooses no column. */
type Columns = Record<string, readonly string[]>;

type Overrides = NonNullable<MapOptions['overrides']>;

/** The part of `ImportOptions` that is about columns. */
interface ColumnOptions {
  overrides?: Overrides;
  columnsAsBefore?: boolean;
  headerRow?: number;
  mapping?: HeaderMapping;
}

interface ColumnsOfSource {
  /** Choice of columns for this file. */
  overrides: Overrides;
  /** Choice for the next file of the source, as it is stored; null for none. */
  chosen: string | null;
  notes: Warning[];
}

/**
 * Adds the columns that the operator chose at the last import of the source, where the file has them. Columns that it doesn't have
 * stay chosen for later files. A file of rejected rows changes no choice: the command that the import's report prints for it names
 * every column.
 * @param path of a CSV
 * @param before the choice as the last import of the source has it
 * @throws CsvInputError
 */
export async function columnsOfSource(
  path: string,
  source: string,
  before: string | null,
  { overrides = {}, columnsAsBefore = false, headerRow, mapping }: ColumnOptions,
): Promise<ColumnsOfSource> {
  const given = Object.fromEntries(
    Object.entries(overrides).map(([field, names]) => [field, [names].flat()]),
  );
  const isTaken = new Set(Object.values(given).flat());
  const known = part(
    before === null ? {} : (JSON.parse(before) as Columns),
    (name, field) => !(field in given) && (name === '' || !isTaken.has(name)),
  );
  const all = { ...known, ...given };
  const chosen = Object.keys(all).length === 0 ? null : JSON.stringify(all);
  if (mapping !== undefined) return { overrides, chosen: before, notes: [] };
  if (!columnsAsBefore) return { overrides, chosen, notes: [] };
  const { header } = await tableIn(path, headerRow);
  const isThere = (name: string): boolean => name === '' || typeof findColumn(header, name) === 'number';
  const there = part(known, isThere);
  const [taken, gone] = [there, part(known, (name) => !isThere(name))].map(shown);
  return {
    overrides: { ...there, ...given },
    chosen: isRejectsFile(header) ? before : chosen,
    notes: [
      ...(taken === '' ? [] : [`Read as at the last import of "${source}": ${taken}.`]),
      ...(gone === ''
        ? []
        : [`The last import of "${source}" had columns that this file doesn't have: ${gone}.`]),
    ].map((text) => ({ text, onCommandLine: '--map chooses another column.' })),
  };
}

const part = (columns: Columns, isWanted: (name: string, field: string) => boolean): Columns =>
  Object.fromEntries(
    Object.entries(columns)
      .map(([field, names]) => [field, names.filter((name) => isWanted(name, field))] as const)
      .filter(([, names]) => names.length > 0),
  );

/** `city from "Town", phone from "Cell" and "Home"`, or nothing. */
const shown = (columns: Columns): string =>
  Object.entries(columns)
    .map(([field, [first = '', ...others]]) => {
      const names = first === '' ? 'no column' : [first, ...others].map((name) => `"${name}"`).join(' and ');
      return `${field} from ${names}`;
    })
    .join(', ');
