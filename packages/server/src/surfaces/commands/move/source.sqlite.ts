import { openFile, type OpenFile } from '../../../platform/database/sqlite/index.js';
import { BATCH, inBatches, type Cells, type MovedTable, type TableSource } from './tables.js';

/** A database file of a data directory, locked against writers until it is closed. */
export interface HeldFile extends TableSource {
  /** Rows of a statement with one parameter or none. */
  query<Row>(sql: string, parameters?: readonly unknown[]): Promise<Row[]>;
  /** The largest id that a table ever gave out (AUTOINCREMENT), deleted rows included; 0 before the first. */
  lastNumber(table: string): Promise<number>;
  close(): Promise<void>;
}

/** Opens a file and keeps the write lock: readers go on, and what a forgotten server would write is refused. */
export async function holdFile(path: string): Promise<HeldFile> {
  const file = await openFile(path, { mode: 'write' });
  try {
    await file.exec('BEGIN IMMEDIATE');
  } catch (error) {
    await file.close();
    throw error;
  }
  return {
    columns: async ({ name }) => {
      const found = await file.query<{ name: string }[]>(
        'SELECT name FROM pragma_table_info(?) ORDER BY name',
        [name],
      );
      return found.map(({ name }) => name);
    },
    rows: (table, columns) => rowsOf(file, table, columns),
    query: (sql, parameters) => file.query(sql, parameters),
    lastNumber: async (table) => {
      const [found] = await file.query<{ seq: number }[]>('SELECT seq FROM sqlite_sequence WHERE name = ?', [
        table,
      ]);
      return found?.seq ?? 0;
    },
    close: async () => {
      await file.exec('ROLLBACK');
      await file.close();
    },
  };
}

async function* rowsOf(
  file: OpenFile,
  table: MovedTable,
  columns: readonly string[],
): AsyncGenerator<readonly Cells[]> {
  const { name, key } = table;
  const order = key.join(', ');
  const behind = `(${order}) > (${key.map(() => '?').join(', ')})`;
  const select = (where: string) =>
    `SELECT ${columns.join(', ')} FROM ${name} ${where} ORDER BY ${order} LIMIT ${BATCH}`;
  const batches = inBatches(table, (after) =>
    file.query(select(after === null ? '' : `WHERE ${behind}`), after ?? []),
  );
  for await (const found of batches) yield found.map((row) => columns.map((column) => cellOf(row[column])));
}

/** As PostgreSQL will hold it, which has no character 0 in texts. */
function cellOf(value: unknown): string | number | null {
  if (typeof value === 'string') return value.replaceAll('\0', '\ufffd');
  if (typeof value === 'number' || value === null) return value;
  if (value instanceof Uint8Array) return `\\x${Buffer.from(value).toString('hex')}`;
  throw new Error(`a cell of the type ${typeof value} can't be moved`);
}
