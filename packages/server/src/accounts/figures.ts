import type { Database } from '../database/index.js';
import { itemAt } from '../lib/item-at.js';
import { PRESENTABLE_KEYS } from './dashboard-key.js';

export interface AccountFigures {
  active: number;
  suspended: number;
  closed: number;
  /** Active accounts whose balance is below the line. Accounts without a live key are left out: they can't spend. */
  lowBalance: number;
}

export async function accountFigures(database: Database, lowBalanceCents: number): Promise<AccountFigures> {
  const rows = await database.read.query<AccountFigures[]>(
    `SELECT COUNT(*) FILTER (WHERE status = 'active') AS active, COUNT(*) FILTER (WHERE status = 'suspended' AND closed_at IS NULL) AS suspended,
            COUNT(closed_at) AS closed,
            COUNT(*) FILTER (WHERE status = 'active' AND balance_cents < $1 AND EXISTS (
              SELECT 1 FROM api_keys k WHERE k.account_id = a.id AND k.mode = 'live' AND k.revoked_at IS NULL AND k.${PRESENTABLE_KEYS}
            )) AS "lowBalance"
       FROM accounts a`,
    [lowBalanceCents],
  );
  return itemAt(rows, 0);
}
