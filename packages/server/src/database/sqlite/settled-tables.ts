import type { Tx } from '../database.js';
import { asking, type Ask } from './ask.js';
import { writeSets } from './procedure.js';

/** How SQLite reads and writes what one domain keeps, as part of a settlement or inside a transaction. */
export interface SettledTables<Scope, State, Changes> {
  read(ask: Ask, scope: Scope): Promise<State>;
  /** Always these, in this order; each has one `?`, a JSON array of rows. */
  readonly statements: readonly string[];
  /** The rows of each statement; `[]` where there are none. */
  rows(changes: Changes): readonly string[];
}

export const readIn = <Scope, State>(
  tx: Tx,
  tables: SettledTables<Scope, State, never>,
  scope: Scope,
): Promise<State> => tables.read(asking(tx), scope);

export const writeIn = <Changes>(
  tx: Tx,
  tables: Pick<SettledTables<never, unknown, Changes>, 'statements' | 'rows'>,
  changes: Changes,
): Promise<void> => writeSets(tx, tables.statements, tables.rows(changes));
