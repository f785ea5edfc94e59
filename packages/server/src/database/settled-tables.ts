import type { Ask } from './ask.js';

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
