import type { EntityManager } from 'typeorm';

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
