import type { Database } from '../database/index.js';

export interface AccountFigures {
  active: number;
  suspended: number;
  /** Active accounts whose balance is below the line. */
  lowBalance: number;
}

export async function accountFigures(database: Database, lowBalanceCents: number): Promise<AccountFigures> {
  const [figures] = await database.read.query<AccountFigures[]>(
    `SELECT COALESCE(SUM(status = 'active'), 0) AS active, COALESCE(SUM(status = 'suspended'), 0) AS suspended,
            COALESCE(SUM(status = 'active' AND balance_cents < ?), 0) AS "lowBalance"
       FROM accounts`,
    [lowBalanceCents],
  );
  return figures ?? { active: 0, suspended: 0, lowBalance: 0 };
}
