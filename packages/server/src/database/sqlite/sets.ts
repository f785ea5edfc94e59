import { columnName } from '../naming.js';

/** A FROM item with the values of a JSON array, one a row, in the column `value`. CROSS JOIN what it is to probe. */
export const EACH = 'json_each(?)';

export const asSet = (values: Iterable<string | number>): string => JSON.stringify([...new Set(values)]);

/** What a cell of a set may hold. */
export type SetCell = string | number | null;

/** A statement that inserts the rows of a JSON array, and how that is made of objects. */
export interface Insertion<Row> {
  readonly sql: string;
  rows(all: readonly Row[]): string;
}

/** @param conflict an ON CONFLICT clause */
export function insertionInto<Row extends Readonly<Record<keyof Row, SetCell>>>(
  table: string,
  columns: readonly (keyof Row & string)[],
  conflict = '',
): Insertion<Row> {
  const cells = columns.map((_, index) => `value ->> ${index}`).join(', ');
  const names = columns.map(columnName).join(', ');
  return {
    // WHERE true: without it SQLite reads the conflict clause as a join condition.
    sql: `INSERT INTO ${table} (${names}) SELECT ${cells} FROM ${EACH} WHERE true ${conflict}`,
    rows: (all) => JSON.stringify(all.map((row) => columns.map((name) => row[name]))),
  };
}
