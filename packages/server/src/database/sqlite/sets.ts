import { askingIn, type SetSql } from '../ask.js';
import { columnName } from '../columns.js';

/**
 * A FROM item with the values of a JSON array, one per row, in the column `value`. Use CROSS JOIN with the table in which they are
 * looked up.
 */
export const EACH = 'json_each(?)';

const asSet = (values: Iterable<string | number>): string => JSON.stringify([...new Set(values)]);

/** Types of a cell in a set. */
export type SetCell = string | number | null;

/** A statement that inserts the rows of a JSON array, and the function that builds the array from objects. */
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

const sets: SetSql = {
  answer: (columns, from) => {
    const members = columns.map(([name, sql]) => `'${name}', ${sql}`);
    const row = `json_array(wanted.value, json_object(${members.join(', ')}))`;
    // CROSS JOIN: the few keys are looked up in the large table, never the other way around.
    return `(SELECT json_group_array(${row}) FROM ${EACH} AS wanted CROSS JOIN ${from})`;
  },
  parameter: asSet,
  rows: (answer) => JSON.parse(String(answer)) as [string, unknown][],
};

export const asking = askingIn(sets);
