import type { EntityManager } from 'typeorm';
import type { Ask } from './ask.js';

/** The manager of a transaction. Do not use it after the work it was passed to. */
export type Tx = EntityManager;

/** A write: all of it commits, or none of it. It awaits nothing but statements on `tx`. */
export type Work<T> = (tx: Tx) => Promise<T>;

/** The part of a database that domains use. */
export interface Database {
  /** Reads committed data. Never write through it. */
  readonly read: EntityManager;

  /** Resolves after the commit. Works that arrive together may share a commit; a work that throws fails alone. */
  write<T>(work: Work<T>): Promise<T>;

  /**
   * A write for one account: works and settlements of the same account run one after the other, across all servers, so the
   * account's data can't change between a work's reads and its commit. Other data may change.
   */
  writeFor<T>(accountId: string, work: Work<T>): Promise<T>;

  close(): Promise<void>;
}

/** Result of a pure decision. */
export interface Decided<T, Changes> {
  value: T;
  changes: Changes;
}

/**
 * The money path: reads the data named by `scope`, calls `decide` with it, writes the changes and resolves after the
 * commit. It behaves as if there were no other writer: if another write comes first, `decide` is called again with newer
 * state, so it must be pure. If it throws, the error is passed on and nothing is written.
 * @throws AccountsBlockedError if another server holds accounts of the scope: settle the others without them
 */
export type Settle<Scope, State, Changes> = <T>(
  scope: Scope,
  decide: (state: State) => Decided<T, Changes>,
) => Promise<T>;

/**
 * An engine's statements to read and write one domain's data, as part of a settlement or inside a
 * transaction.
 */
export interface SettledTables<Scope, State, Changes> {
  read(ask: Ask, scope: Scope): Promise<State>;
  /** Fixed statements, run in this order; each has one `?`, a JSON array of rows. */
  readonly statements: readonly string[];
  /** The rows of each statement; NO_ROWS if it has no rows to write. */
  rows(changes: Changes): readonly string[];
}

/** A statement that inserts the rows of a JSON array, and the function that builds the array from objects. */
export interface Insertion<Row> {
  readonly sql: string;
  rows(all: readonly Row[]): string;
}

/** Types of a cell in a set. An object is stored as its JSON text. */
export type SetCell = string | number | null | Readonly<Record<string, unknown>>;

/** An empty set: the JSON array of a statement with nothing to write. */
export const NO_ROWS = '[]';

/** The statements that have rows to write, in order. */
export const withRows = (
  statements: readonly string[],
  rows: readonly string[],
): { sql: string; rows: string }[] => {
  if (rows.length !== statements.length)
    throw new Error(`${statements.length} statements got ${rows.length} sets of rows`);
  return statements.flatMap((sql, index) => {
    const set = rows[index];
    return set === undefined || set === NO_ROWS ? [] : [{ sql, rows: set }];
  });
};

/** The database does not answer, or not in time. Nothing was written. */
export class DatabaseUnavailableError extends Error {
  readonly code = 'database_unavailable';
  readonly retryAfterSeconds = 1;

  constructor(options?: ErrorOptions) {
    super("This server can't reach its database. Nothing was done or charged. Try again.", options);
  }
}

/** The connection was lost during a commit, and it could not be determined whether it succeeded. */
export class CommitUnknownError extends Error {
  readonly code = 'commit_unknown';

  constructor(options?: ErrorOptions) {
    super(
      'The database was lost while this was being written, so it may have happened and may have been charged. ' +
        'Repeat the request with the same Idempotency-Key: it then answers what happened and is charged once.',
      options,
    );
  }
}

/** Another server holds the locks of some accounts and hangs. Nothing was done. */
export class AccountsBlockedError extends Error {
  readonly code = 'accounts_blocked';

  /**
   * @param freed by account: resolves when the account can be retried; rejects with the error for its waiters
   */
  constructor(readonly freed: ReadonlyMap<string, Promise<void>>) {
    super(`${freed.size} accounts are locked by another server that does not go on`);
  }
}
