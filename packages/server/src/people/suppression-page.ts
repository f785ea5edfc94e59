import { pageOf, readCursor, type Page } from '../lib/cursor.js';
import type { Database } from '../database/index.js';
import { itemAt } from '../lib/item-at.js';
import type { Suppression } from './suppression.js';

export interface SuppressionSearch {
  /** Lifted ones, too. */
  all: boolean;
  cursor?: string | undefined;
  limit: number;
}

/** A page of the list, newest first. @throws InvalidCursorError */
export async function suppressionPage(
  { read }: Pick<Database, 'read'>,
  { all, cursor, limit }: SuppressionSearch,
): Promise<Page<Suppression>> {
  const after = cursor === undefined ? null : readCursor(cursor);
  const rows = await read.query<Suppression[]>(
    `SELECT id, kind, identity, reason, source, entered_by AS "enteredBy", created_at AS "createdAt",
            lifted_at AS "liftedAt", lifted_by AS "liftedBy", lift_reason AS "liftReason",
            erased_at AS "erasedAt", erased_by AS "erasedBy"
       FROM suppressions
      WHERE ${all ? 'true' : 'lifted_at IS NULL'} ${after === null ? '' : 'AND (created_at, id) < ($1, $2)'}
      ORDER BY created_at DESC, id DESC LIMIT ${after === null ? '$1' : '$3'}`,
    [...(after === null ? [] : [after.at, after.id]), limit + 1],
  );
  return pageOf(rows.map(asNumbers), limit, ({ createdAt: at, id }) => ({ at, id }));
}

/** How many entries there are. */
export async function suppressionCounts({ read }: Pick<Database, 'read'>) {
  const rows = await read.query<{ inForce: number; lifted: number }[]>(
    `SELECT COUNT(CASE WHEN lifted_at IS NULL THEN 1 END) AS "inForce",
            COUNT(lifted_at) AS lifted FROM suppressions`,
  );
  const { inForce, lifted } = itemAt(rows, 0);
  return { inForce: Number(inForce), lifted: Number(lifted) };
}

/** PostgreSQL's driver returns BIGINT as text. */
const asNumbers = (row: Suppression): Suppression => ({
  ...row,
  createdAt: Number(row.createdAt),
  liftedAt: row.liftedAt === null ? null : Number(row.liftedAt),
  erasedAt: row.erasedAt === null ? null : Number(row.erasedAt),
});
