import type { Ask } from './ask.js';

/** How an engine reads and writes what one domain keeps, as part of a settlement or inside a transaction. */
export interface SettledTables<Scope, State, Changes> {
  read(ask: Ask, scope: Scope): Promise<State>;
  /** Always these, in this order; each has one `?`, a JSON array of rows. */
  readonly statements: readonly string[];
  /** The rows of each statement; NO_ROWS for an empty result. */
  rows(changes: Changes): readonly string[];
}

/** Nothing to write: what a statement gets as its JSON array of rows. */
export const NO_ROWS = '[]';

/** The statements that have rows to write, in their order. */
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
