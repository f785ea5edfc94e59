import type { Tx } from '../../../platform/database/index.js';
import { itemAt } from '../../../platform/lib/item-at.js';
import { BATCH, type Cells, type MovedTable, type TableSource } from './tables.js';

/** Runs statements in one transaction. */
type Runner = Pick<Tx, 'query'>;

export const tablesOf = (database: Runner): TableSource => ({
  columns: async ({ name }) => {
    const found = await database.query<{ name: string }[]>(
      `SELECT attname AS name FROM pg_attribute
        WHERE attrelid = $1::regclass AND attnum > 0 AND NOT attisdropped ORDER BY attname COLLATE "C"`,
      [name],
    );
    return found.map(({ name }) => name);
  },
  rows: (table, columns) => rowsOf(database, table, columns),
});

/** Adds rows to a table. */
export async function addRows(
  tx: Runner,
  { name }: Pick<MovedTable, 'name'>,
  columns: readonly string[],
  rows: readonly Cells[],
): Promise<void> {
  const list = columns.join(', ');
  const objects = rows.map((row) => Object.fromEntries(columns.map((column, index) => [column, row[index]])));
  await tx.query(
    `INSERT INTO ${name} (${list}) SELECT ${list} FROM json_populate_recordset(NULL::${name}, $1)`,
    [JSON.stringify(objects)],
  );
}

/** Sets the sequence of a column, so that its next number is larger than `last`. */
export async function continueNumbers(
  tx: Runner,
  table: string,
  column: string,
  last: number,
): Promise<void> {
  await tx.query('SELECT setval(pg_get_serial_sequence($1, $2), GREATEST($3::bigint, 1))', [
    table,
    column,
    last,
  ]);
}

export async function isEmpty(database: Runner, table: string): Promise<boolean> {
  const found = await database.query<{ found: boolean }[]>(`SELECT EXISTS (SELECT 1 FROM ${table}) AS found`);
  return !itemAt(found, 0).found;
}

async function* rowsOf(
  database: Runner,
  table: MovedTable,
  columns: readonly string[],
): AsyncGenerator<readonly Cells[]> {
  const { name, key } = table;
  const types = await database.query<{ name: string; type: string }[]>(
    'SELECT attname AS name, format_type(atttypid, NULL) AS type FROM pg_attribute WHERE attrelid = $1::regclass',
    [name],
  );
  const typeOf = (column: string) => types.find((one) => one.name === column)?.type;
  // Byte by byte, as SQLite orders, whatever the language of the database is.
  const order = key
    .map((column) => (typeOf(column) === 'text' ? `${column} COLLATE "C"` : column))
    .join(', ');
  // A cursor sorts once. No index has this order, so each page of a query would sort the whole table.
  const cursor = `${name}_in_order`;
  await database.query(
    `DECLARE ${cursor} NO SCROLL CURSOR FOR SELECT ${columns.join(', ')} FROM ${name} ORDER BY ${order}`,
  );
  for (;;) {
    const found = await database.query<Record<string, unknown>[]>(`FETCH ${BATCH} FROM ${cursor}`);
    if (found.length === 0) break;
    yield found.map((row) => columns.map((column) => cellOf(row[column])));
  }
  await database.query(`CLOSE ${cursor}`);
}

function cellOf(value: unknown): string | number | null {
  if (typeof value === 'boolean') return value ? 1 : 0;
  if (typeof value === 'string' || typeof value === 'number' || value === null) return value;
  if (value instanceof Uint8Array) return `\\x${Buffer.from(value).toString('hex')}`;
  throw new Error(`a cell of the type ${typeof value} can't be compared`);
}
