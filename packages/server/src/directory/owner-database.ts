import type { Clock } from '../platform/clock.js';
import type { Import } from './entities.js';
import { givenUp } from './errors.js';

/** Runs a statement and returns its rows. SQLite numbers parameters by first appearance, so $1, $2 and so on come in order. */
export type Query = <Row extends object>(sql: string, parameters?: unknown[]) => Promise<Row[]>;

/** A transaction of the owner directory. */
export interface OwnerTx {
  readonly query: Query;
  insert(rows: ImportedRows): Promise<void>;
}

export type Cell = string | number | null;

/** How an engine takes rows: as arrays in JSON, or as lines of CSV. */
export type RowFormat = 'json' | 'csv';

/** Hardly any text has this character, so hardly any has to be copied to double it. */
export const QUOTE = '\u0002';

const csvCell = (cell: Cell): Cell =>
  typeof cell === 'string' ? `${QUOTE}${cell.replaceAll(QUOTE, QUOTE + QUOTE)}${QUOTE}` : (cell ?? '');

export const rowText = (format: RowFormat, cells: readonly Cell[]): string =>
  format === 'json' ? JSON.stringify(cells) : cells.map(csvCell).join(',');

/** Rows of an import, many at a time. */
export interface ImportedRows {
  table: string;
  importSequence: number;
  /** Id of the first row, in the column behind the import's; ids go up by one. Null for rows without an id. */
  firstId: number | null;
  /** The other columns, each with the type of its cells. */
  columns: Readonly<Record<string, 'BIGINT' | 'TEXT'>>;
  /** Each as `rowText` has it. */
  rows: readonly string[];
}

/** Columns of such rows. */
export const columnsOf = ({ firstId, columns }: ImportedRows): string =>
  ['import_sequence', ...(firstId === null ? [] : ['id']), ...Object.keys(columns)].join(', ');

/** SQL that the engines write differently. */
export interface OwnerDialect {
  /** A FROM item `wanted` with the members of a JSON array in its column `value`. */
  each(json: string): string;
  /** Condition on a row of `each`: it is the first member. */
  readonly isFirst: string;
  /** JOIN that looks up the few rows on its left in the table on its right, by an index. */
  readonly lookUp: string;
  /** Condition on a column: it is one of the numbers in the parameter at `place`, as `numbers` makes it. */
  isIn(column: string, place: number): string;
  numbers(all: Iterable<number>): string;
  /** One text for all rows: a line for each, with tabs between these cells. */
  lines(...cells: string[]): string;
  /** Statement before deletions of what must not stay in the file. */
  readonly beforeErasing: string | null;
}

/** The database of an owner directory. */
export interface OwnerDatabase {
  readonly clock: Clock;
  readonly dialect: OwnerDialect;
  readonly rowFormat: RowFormat;
  /** Tables of the records and keys of small imports: parts of `owner_records` and `owner_keys`, or these themselves. */
  readonly shared: ImportTables;
  /** Reads committed data. */
  readonly read: Query;
  write<T>(work: (tx: OwnerTx) => Promise<T>): Promise<T>;
  /** Writes data that stays invisible until a later write, which brings both to the disk. */
  writeUnseen<T>(work: (tx: OwnerTx) => Promise<T>): Promise<T>;
  /** A change of which imports are visible; one after the other, so that editions rise in the order of the commits. */
  writeVisible<T>(work: (tx: OwnerTx) => Promise<T>): Promise<T>;
  /** Reserves ids of shared records. No id is ever given twice. @returns the first */
  nextRecordId(tx: OwnerTx, count: number): Promise<number>;
  /** Tables with the rows of this import only; null if it shares tables with small imports. */
  ownTables(import_: Pick<Import, 'firstRecordId'>): ImportTables | null;
  /** Removes one of an import's own tables, with all that is in it. */
  drop(table: string): Promise<void>;
}

/** Names of tables. */
export interface ImportTables {
  records: string;
  keys: string;
}

/**
 * Writes for a loading import, with a heartbeat.
 * @param loading null if no heartbeat is needed
 * @throws OwnerImportError given_up
 */
export function writeLoading<T>(
  database: OwnerDatabase,
  loading: Import | null,
  work: (tx: OwnerTx) => Promise<T>,
): Promise<T> {
  if (loading === null) return database.write(work);
  return database.writeUnseen(async (tx) => {
    await touch(tx, loading, database.clock.now());
    return work(tx);
  });
}

/** @throws OwnerImportError given_up */
export async function touch(tx: OwnerTx, { sequence }: Import, now: number): Promise<void> {
  const touched = await tx.query(
    "UPDATE imports SET touched_at = $1 WHERE sequence = $2 AND state = 'loading' RETURNING sequence",
    [now, sequence],
  );
  if (touched.length === 0) throw givenUp();
}

/** Retires imports that are being loaded. */
export const BURY = "UPDATE imports SET state = 'retired', retired_at = 0 WHERE state = 'loading'";
