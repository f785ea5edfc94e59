import type { Ask, Database, Question, Tx } from '../database/index.js';
import { MAX_BALANCE_CENTS } from '../billing/index.js';
import type { PaidProperty } from './paid-property.js';
import type { PaidProperties, PaidStore } from './paid-store.js';

/** Most rows deleted in one statement, so that other writes come in between. */
const ROWS_PER_STEP = 5_000;

export const PAID_COLUMNS = ['accountId', 'property', 'paidOn', 'reference'] as const;

/** What is in a place belongs to a term that is over. */
export const REPLACE = `ON CONFLICT (account_id, property)
  DO UPDATE SET paid_on = excluded.paid_on, reference = excluded.reference`;

/** What each engine says in its own way. */
interface InTransaction {
  read(tx: Tx, slots: readonly string[]): Promise<PaidProperties>;
  write(tx: Tx, paid: readonly PaidProperty[]): Promise<void>;
}

/** Paid properties in SQL that SQLite and PostgreSQL read alike. */
export class SqlPaidStore implements PaidStore {
  constructor(
    private readonly database: Database & { ask: Ask },
    private readonly about: Question<PaidProperty>,
    private readonly inTransaction: InTransaction,
  ) {}

  paid(slots: readonly string[]): Promise<PaidProperties> {
    return this.database.ask(this.about, slots);
  }

  read(tx: Tx, slots: readonly string[]): Promise<PaidProperties> {
    return this.inTransaction.read(tx, slots);
  }

  write(tx: Tx, paid: readonly PaidProperty[]): Promise<void> {
    return this.inTransaction.write(tx, paid);
  }

  async forget(tx: Tx, accountId: string, reference: string): Promise<void> {
    await tx.query('DELETE FROM paid_properties WHERE account_id = $1 AND reference = $2', [
      accountId,
      reference,
    ]);
  }

  async terms(defaultDays: number): Promise<number[]> {
    const rows = await this.database.read.query<{ days: number }[]>(
      'SELECT DISTINCT COALESCE(free_repeat_days, $1) AS days FROM accounts',
      [defaultDays],
    );
    return rows.map(({ days }) => Number(days));
  }

  forgetBefore(day: string, { days, defaultDays }: { days: number; defaultDays: number }): Promise<number> {
    const parameters = [day, defaultDays, days];
    return this.database.write(async (tx) => {
      const old = await tx.query<unknown[]>(OLD, parameters);
      if (old.length > 0) await tx.query(FORGET_OLD, parameters);
      return old.length;
    });
  }

  withoutCharge(): Promise<Pick<PaidProperty, 'accountId' | 'reference'>[]> {
    return this.database.read.query(WITHOUT_CHARGE);
  }
}

// Parameters appear in their order: SQLite numbers them by that.
const OLD = `
  SELECT p.account_id, p.property
    FROM accounts a JOIN paid_properties p ON p.account_id = a.id AND p.paid_on < $1
   WHERE COALESCE(a.free_repeat_days, $2) = $3 ORDER BY p.account_id, p.property LIMIT ${ROWS_PER_STEP}`;

const FORGET_OLD = `DELETE FROM paid_properties WHERE (account_id, property) IN (${OLD})`;

/** A match costs at least a cent, or it is not noted here. */
const WITHOUT_CHARGE = `
  SELECT paid.account_id AS "accountId", paid.reference
    FROM (SELECT account_id, reference, COUNT(*) AS properties FROM paid_properties GROUP BY account_id, reference) AS paid
    LEFT JOIN (
      SELECT account_id, reference, -SUM(amount_cents) AS cents FROM ledger_records
       WHERE type IN ('lookup_charge', 'bulk_reservation', 'bulk_refund', 'job_charge', 'job_refund')
         AND amount_cents BETWEEN -${MAX_BALANCE_CENTS} AND ${MAX_BALANCE_CENTS}
       GROUP BY account_id, reference) AS charged
      ON charged.account_id = paid.account_id AND charged.reference = paid.reference
   WHERE COALESCE(charged.cents, 0) < paid.properties`;
