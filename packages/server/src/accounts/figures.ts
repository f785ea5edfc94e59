import type { Database } from '../database/index.js';

export interface AccountFigures {
  active: number;
  suspended: number;
  /** Active accounts whose balance is below the line. Those without a live key are left out: they can't spend. */
  lowBalance: number;
}

export async function accountFigures(database: Database, lowBalanceCents: number): Promise<AccountFigures> {
  const [figures] = await database.read.query<AccountFigures[]>(
    `SELECT COALESCE(SUM(status = 'active'), 0) AS active, COALESCE(SUM(status = 'suspended'), 0) AS suspended,
            COALESCE(SUM(status = 'active' AND balance_cents < ? AND EXISTS (
              SELECT 1 FROM api_keys k WHERE k.account_id = a.id AND k.mode = 'live' AND k.revoked_at IS NULL
            )), 0) AS "lowBalance"
       FROM accounts a`,
    [lowBalanceCents],
  );
  return figures ?? { active: 0, suspended: 0, lowBalance: 0 };
}
