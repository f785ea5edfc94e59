import { askingIn, type SetSql } from '../ask.js';
import { columnName } from '../columns.js';
import type { Insertion, SetCell } from '../database.js';

const sets: SetSql = {
  answer: (columns, from, place) => {
    const members = columns.map(([name, sql]) => `'${name}', ${sql}`);
    const row = `json_build_array(wanted.value, json_build_object(${members.join(', ')}))`;
    const each = `unnest($${place}::text[]) AS wanted (value)`;
    return `(SELECT COALESCE(json_agg(${row}), '[]') FROM ${each} JOIN ${from})`;
  },
  parameter: (keys) => [...new Set(keys)],
  // pg has parsed the JSON already.
  rows: (answer) => answer as [string, unknown][],
};

export const asking = askingIn(sets);

/** @param conflict an ON CONFLICT clause */
export function insertionInto<Row extends Readonly<Record<keyof Row, SetCell>>>(
  table: string,
  columns: readonly (keyof Row & string)[],
  conflict = '',
): Insertion<Row> {
  const names = columns.map(columnName);
  const list = names.join(', ');
  return {
    // The column types come from the table itself.
    sql: `INSERT INTO ${table} (${list}) SELECT ${list} FROM json_populate_recordset(NULL::${table}, ?) ${conflict}`,
    rows: (all) =>
      JSON.stringify(
        all.map((row) =>
          Object.fromEntries(columns.map((name, index) => [names[index] ?? name, row[name]] as const)),
        ),
      ),
  };
}
