import { findColumn } from '@skiptrace/csv';
import type { ImportOptions } from './import-owners.js';
import type { Warning } from './owner-file.js';
import { tableIn } from './owner-sample.js';
import { isRejectsFile } from './rejects.js';

type Columns = Record<string, readonly string[]>;

interface ColumnsOfSource {
  /** Choice of columns for this file. */
  overrides: NonNullable<ImportOptions['overrides']>;
  /** Choice for the next file of the source, as it is stored; null for none. */
  chosen: string | null;
  notes: Warning[];
}

/**
 * Adds the columns that the operator chose at the last import of the source, where the file has them. Columns that it doesn't have
 * stay chosen for later files. The few columns of corrected rows are named by the command that a report prints: no choice.
 * @param path of a CSV
 * @param before the choice as the last import of the source has it
 * @throws CsvInputError
 */
export async function columnsOfSource(
  path: string,
  source: string,
  before: string | null,
  { overrides = {}, columnsAsBefore = false, headerRow, mapping }: ImportOptions,
): Promise<ColumnsOfSource> {
  const given = Object.fromEntries(
    Object.entries(overrides).map(([field, names]) => [field, [names].flat()]),
  );
  if (mapping !== undefined) return { overrides, chosen: before, notes: [] };
  if (!columnsAsBefore) return { overrides, chosen: stored(given), notes: [] };
  const { header } = await tableIn(path, headerRow);
  const isGiven = new Set(
    Object.values(given)
      .flat()
      .filter((name) => name !== ''),
  );
  const known = Object.entries(before === null ? {} : (JSON.parse(before) as Columns)).flatMap(
    ([field, names]) => {
      const left = field in given ? [] : names.filter((name) => !isGiven.has(name));
      return left.length === 0 ? [] : [{ field, names: left }];
    },
  );
  const isThere = (name: string): boolean => name === '' || typeof findColumn(header, name) === 'number';
  const taken = picked(known, isThere);
  return {
    overrides: { ...columnsIn(taken), ...given },
    chosen: isRejectsFile(header) ? before : stored({ ...columnsIn(known), ...given }),
    notes: notesOn(
      source,
      taken,
      picked(known, (name) => !isThere(name)),
    ),
  };
}

interface FieldColumns {
  field: string;
  names: readonly string[];
}

const columnsIn = (fields: readonly FieldColumns[]): Columns =>
  Object.fromEntries(fields.map(({ field, names }) => [field, names]));

const picked = (fields: readonly FieldColumns[], isWanted: (name: string) => boolean): FieldColumns[] =>
  fields.flatMap(({ field, names }) => {
    const wanted = names.filter(isWanted);
    return wanted.length === 0 ? [] : [{ field, names: wanted }];
  });

const stored = (columns: Columns): string | null =>
  Object.keys(columns).length === 0 ? null : JSON.stringify(columns);

function notesOn(source: string, taken: readonly FieldColumns[], gone: readonly FieldColumns[]): Warning[] {
  const told = (fields: readonly FieldColumns[]): string =>
    fields
      .map(({ field, names }) => {
        const shown = names.filter((name) => name !== '').map((name) => `"${name}"`);
        return `${field} from ${shown.length === 0 ? 'no column' : shown.join(' and ')}`;
      })
      .join(', ');
  const choice = { onCommandLine: '--map chooses another column.' };
  return [
    ...(taken.length === 0
      ? []
      : [{ text: `Read as at the last import of "${source}": ${told(taken)}.`, ...choice }]),
    ...(gone.length === 0
      ? []
      : [
          {
            text: `The last import of "${source}" had columns that this file doesn't have: ${told(gone)}.`,
            ...choice,
          },
        ]),
  ];
}
