import { askingIn, type SetSql } from '../ask.js';
import { columnName } from '../columns.js';
import { withRows, type Insertion, type SetCell, type SettledTables, type Tx } from '../database.js';

/**
 * A FROM item with the values of a JSON array, one per row, in the column `value`. Use CROSS JOIN with the table in which they are
 * looked up.
 */
export const EACH = 'json_each(?)';

const asSet = (values: Iterable<string | number>): string => JSON.stringify([...new Set(values)]);

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

/** Reads the state of `tables` for a transaction. */
export const readIn = <Scope, State>(
  tx: Tx,
  tables: SettledTables<Scope, State, never>,
  scope: Scope,
): Promise<State> => tables.read(asking(tx), scope);

/** Runs the statements that have rows to write, in order. */
export async function writeIn<Changes>(
  tx: Tx,
  tables: Pick<SettledTables<never, unknown, Changes>, 'statements' | 'rows'>,
  changes: Changes,
): Promise<void> {
  for (const { sql, rows } of withRows(tables.statements, tables.rows(changes))) await tx.query(sql, [rows]);
}
