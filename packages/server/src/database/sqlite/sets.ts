import { columnName } from '../naming.js';
import type { Write } from './procedure.js';

// A set as one parameter is SQLite's `json_each`; PostgreSQL's would be `jsonb_to_recordset`. It is here that they differ.

/** A FROM item with the values of a JSON array, one a row, in the column `value`. CROSS JOIN what it is to probe. */
export const EACH = 'json_each(?)';

export const asSet = (values: Iterable<string | number>): string => JSON.stringify([...new Set(values)]);

/** What a cell of a set may hold. */
export type SetCell = string | number | null;

/**
 * How rows are inserted by one statement; by none when there are no rows.
 * @param conflict an ON CONFLICT clause
 */
export function insertionInto<Row extends Readonly<Record<keyof Row, SetCell>>>(
  table: string,
  columns: readonly (keyof Row & string)[],
  conflict = '',
): (rows: readonly Row[]) => Write[] {
  const cells = columns.map((_, index) => `value ->> ${index}`).join(', ');
  const names = columns.map(columnName).join(', ');
  // WHERE true: without it SQLite reads the conflict clause as a join condition.
  const sql = `INSERT INTO ${table} (${names}) SELECT ${cells} FROM ${EACH} WHERE true ${conflict}`;
  return (rows) =>
    rows.length === 0
      ? []
      : [{ sql, value: JSON.stringify(rows.map((row) => columns.map((name) => row[name]))) }];
}
