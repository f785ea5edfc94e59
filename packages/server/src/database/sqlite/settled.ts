import type { Tx } from '../database.js';
import type { SettledTables } from '../settled-tables.js';
import { writeSets } from './procedure.js';
import { asking } from './sets.js';

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
