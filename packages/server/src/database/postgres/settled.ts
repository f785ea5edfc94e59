import { withRows, type SettledTables } from '../settled-tables.js';

/**
 * What is to be written as one statement: its parts see the same moment and all happen, or none.
 * @returns null when there is nothing to write
 */
export function oneStatement<Changes>(
  tables: Pick<SettledTables<never, unknown, Changes>, 'statements' | 'rows'>,
  changes: Changes,
): { text: string; values: string[] } | null {
  const parts = withRows(tables.statements, tables.rows(changes));
  if (parts.length === 0) return null;
  const named = parts.map(({ sql }, index) => `part${index} AS (${sql.replace('?', `$${index + 1}::json`)})`);
  return { text: `WITH ${named.join(', ')} SELECT 1`, values: parts.map(({ rows }) => rows) };
}
