import type { Clock } from '../platform/clock.js';
import type { Import } from './entities.js';
import { givenUp } from './errors.js';

/** Runs a statement and returns its rows. SQLite numbers parameters by first appearance, so $1, $2 and so on come in order. */
export type Query = <Row extends object>(sql: string, parameters?: unknown[]) => Promise<Row[]>;

/** A transaction of the owner directory. */
export interface OwnerTx {
  readonly query: Query;
}

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
export interface OwnerDatabase<Tx extends OwnerTx = OwnerTx> {
  readonly clock: Clock;
  readonly dialect: OwnerDialect;
  /** Tables of the records and keys of small imports: parts of `owner_records` and `owner_keys`, or these themselves. */
  readonly shared: ImportTables;
  /** Reads committed data. */
  readonly read: Query;
  write<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  /** Writes data that stays invisible until a later write, which brings both to the disk. */
  writeUnseen<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  /** A change of which imports are visible; one after the other, so that editions rise in the order of the commits. */
  writeVisible<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  /** Reserves ids of shared records. No id is ever given twice. @returns the first */
  nextRecordId(tx: Tx, count: number): Promise<number>;
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
export function writeLoading<Tx extends OwnerTx, T>(
  database: OwnerDatabase<Tx>,
  loading: Import | null,
  work: (tx: Tx) => Promise<T>,
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
