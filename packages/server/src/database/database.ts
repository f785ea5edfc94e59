import type { EntityManager } from 'typeorm';

/** The manager of a transaction. It must not be used after the work it was given to. */
export type Tx = EntityManager;

/** A write: all of it commits, or none of it. It awaits nothing but statements on `tx`. */
export type Work<T> = (tx: Tx) => Promise<T>;

/** The parts of a database that domains use. */
export interface Database {
  /** Reads committed data. Never write through it. */
  readonly read: EntityManager;

  /** Resolves after the commit. Works that arrive together may share a commit; one that throws fails alone. */
  write<T>(work: Work<T>): Promise<T>;

  /**
   * A write about one account: works and settlements of the same account come one after the other, on every server, so one
   * that reads what belongs to the account is never overtaken. It must not rely on anything else staying as it was read.
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
 * The money path: reads what `scope` names, calls `decide` with it, writes the changes and resolves after the commit. It is
 * as if there were no other writer: a `decide` that is overtaken is called again with newer state, so it must be pure.
 * What it throws is thrown, and nothing is written.
 * @throws AccountsBlockedError where another server holds accounts of the scope: settle the others without them
 */
export type Settle<Scope, State, Changes> = <T>(
  scope: Scope,
  decide: (state: State) => Decided<T, Changes>,
) => Promise<T>;
