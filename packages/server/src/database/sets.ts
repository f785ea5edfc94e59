import type { Write } from './procedure.js';

// A set as one parameter is SQLite's `json_each`; PostgreSQL's would be `jsonb_to_recordset`. It is here that they differ.

/** A FROM item with the values of a JSON array, one a row, in the column `value`. CROSS JOIN what it is to probe. */
export const EACH = 'json_each(?)';

export const asSet = (values: Iterable<string | number>): string => JSON.stringify([...new Set(values)]);

/** What a cell of a set may hold. */
export type SetCell = string | number | null;

/**
 * One statement that inserts rows; none for no rows.
 * @param conflict an ON CONFLICT clause
 */
export function insertion<Row extends object>(
  table: string,
  columns: readonly (keyof Row & string)[],
  rows: readonly (Row & Record<keyof Row, SetCell>)[],
  conflict = '',
): Write[] {
  if (rows.length === 0) return [];
  const cells = columns.map((_, index) => `value ->> ${index}`).join(', ');
  const names = columns.map((name) => `"${name}"`).join(', ');
  return [
    {
      // WHERE true: without it SQLite reads the conflict clause as a join condition.
      sql: `INSERT INTO ${table} (${names}) SELECT ${cells} FROM ${EACH} WHERE true ${conflict}`,
      value: JSON.stringify(rows.map((row) => columns.map((name) => row[name]))),
    },
  ];
}
