import type { EntityManager } from 'typeorm';

// A set as one parameter is SQLite's `json_each`; PostgreSQL's would be `jsonb_to_recordset`. It is here that they differ.

/** A FROM item with the values of a JSON array, one a row, in the column `value`. CROSS JOIN what it is to probe. */
export const EACH = 'json_each(?)';

export const asSet = (values: Iterable<string | number>): string => JSON.stringify([...new Set(values)]);

/** What a cell of a set may hold. */
export type SetCell = string | number | null;

/**
 * Inserts rows with one statement.
 * @param conflict an ON CONFLICT clause
 */
export async function insertSet<Row extends object>(
  tx: EntityManager,
  table: string,
  columns: readonly (keyof Row & string)[],
  rows: readonly (Row & Record<keyof Row, SetCell>)[],
  conflict = '',
): Promise<void> {
  if (rows.length === 0) return;
  const cells = columns.map((_, index) => `value ->> ${index}`).join(', ');
  const names = columns.map((name) => `"${name}"`).join(', ');
  await tx.query(
    // WHERE true: without it SQLite reads the conflict clause as a join condition.
    `INSERT INTO ${table} (${names}) SELECT ${cells} FROM json_each(?) WHERE true ${conflict}`,
    [JSON.stringify(rows.map((row) => columns.map((name) => row[name])))],
  );
}
