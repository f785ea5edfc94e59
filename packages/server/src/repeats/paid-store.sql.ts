import { MAX_BALANCE_CENTS } from '../billing/index.js';
import type { Database, Tx } from '../database/index.js';
import { itemAt } from '../lib/item-at.js';
import type { PaidProperty } from './paid-property.js';
import type { Claim, PaidProperties, PaidStore } from './paid-store.js';

/** Maximum number of rows deleted per statement, so that other writes get a turn. */
const ROWS_PER_STEP = 5_000;

export const PAID_COLUMNS = ['accountId', 'property', 'paidOn', 'reference', 'further'] as const;

/** Replaces an existing row, which belongs to an expired term. */
export const REPLACE = `ON CONFLICT (account_id, property)
  DO UPDATE SET paid_on = excluded.paid_on, reference = excluded.reference, further = excluded.further`;

/** Condition on a row `p` of paid_properties: its claim is settled, and its charge was not refunded. */
export const IS_PAID = `NOT EXISTS (
  SELECT 1 FROM paid_claims open_claim WHERE open_claim.account_id = p.account_id AND open_claim.reference = p.reference)`;

/** Condition on paid_properties: rows of a charge on a day. */
const OF_CHARGE = 'account_id = $1 AND paid_on = $2 AND reference = $3';

/** SQL that differs between the engines. */
interface Dialect extends Pick<PaidStore, 'read' | 'write'> {
  /** A FROM item `wanted` with a column `value`: the texts of the JSON array that is the parameter at `place`. */
  each(place: number): string;
}

/** Paid properties in SQL that works on SQLite and PostgreSQL. */
export class SqlPaidStore implements PaidStore {
  constructor(
    private readonly database: Database,
    private readonly dialect: Dialect,
  ) {}

  read(tx: Tx, slots: readonly string[]): Promise<PaidProperties> {
    return this.dialect.read(tx, slots);
  }

  write(tx: Tx, paid: readonly PaidProperty[]): Promise<void> {
    return this.dialect.write(tx, paid);
  }

  async paid(
    from: Tx,
    accountId: string,
    firstFreeDay: string,
    hashes: readonly string[],
  ): Promise<string[]> {
    const rows = await from.query<{ property: string }[]>(
      // COUNT makes PostgreSQL look up each hash; EXISTS may read the whole table.
      `SELECT wanted.value AS property FROM ${this.dialect.each(1)} WHERE 0 < (
         SELECT COUNT(*) FROM paid_properties p
          WHERE p.account_id = $2 AND p.property = wanted.value AND p.paid_on >= $3 AND ${IS_PAID})`,
      [JSON.stringify(hashes), accountId, firstFreeDay],
    );
    return rows.map(({ property }) => property);
  }

  async beginClaim(tx: Tx, { accountId, reference, paidOn, token }: Claim): Promise<void> {
    await tx.query(
      `INSERT INTO paid_claims (account_id, reference, claimed_on, token) VALUES ($1, $2, $3, $4)
       ON CONFLICT (account_id, reference) DO UPDATE SET claimed_on = excluded.claimed_on, token = excluded.token`,
      [accountId, reference, paidOn, token],
    );
  }

  async claim(
    tx: Tx,
    { accountId, reference, paidOn, token }: Claim,
    firstFreeDay: string,
    hashes: readonly string[],
    further: PaidProperty['further'],
  ): Promise<void> {
    await tx.query(
      `INSERT INTO paid_properties AS p (account_id, property, paid_on, reference, further)
       SELECT held.account_id, wanted.value, held.claimed_on, held.reference, ${further}
         FROM paid_claims held CROSS JOIN ${this.dialect.each(1)}
        WHERE held.account_id = $2 AND held.reference = $3 AND held.claimed_on = $4 AND held.token = $5
       ${REPLACE} WHERE NOT (p.paid_on >= $6 AND ${IS_PAID})`,
      [JSON.stringify(hashes), accountId, reference, paidOn, token, firstFreeDay],
    );
  }

  async claimed(from: Tx, { accountId, reference, paidOn }: Claim): Promise<string[]> {
    const rows = await from.query<{ property: string }[]>(
      `SELECT property FROM paid_properties WHERE ${OF_CHARGE}`,
      [accountId, paidOn, reference],
    );
    return rows.map(({ property }) => property);
  }

  async countClaimed(from: Tx, { accountId, reference, paidOn }: Claim): Promise<number> {
    const rows = await from.query<{ hashes: number }[]>(
      `SELECT COUNT(*) AS hashes FROM paid_properties WHERE ${OF_CHARGE}`,
      [accountId, paidOn, reference],
    );
    return Number(itemAt(rows, 0).hashes);
  }

  async settleClaim(tx: Tx, claim: Claim): Promise<number | null> {
    const settled = await tx.query<unknown[]>(
      'DELETE FROM paid_claims WHERE account_id = $1 AND reference = $2 AND token = $3 RETURNING reference',
      [claim.accountId, claim.reference, claim.token],
    );
    return settled.length === 0 ? null : this.countClaimed(tx, claim);
  }

  async endClaims(tx: Tx, accountId: string): Promise<void> {
    await tx.query('UPDATE paid_claims SET token = NULL WHERE account_id = $1 AND token IS NOT NULL', [
      accountId,
    ]);
  }

  // Only adds an unsettled claim, so that they no longer count as paid. They may be very many, so the sweep deletes them.
  async forget(tx: Tx, accountId: string, reference: string, today: string): Promise<void> {
    await tx.query(
      'INSERT INTO paid_claims (account_id, reference, claimed_on) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING',
      [accountId, reference, today],
    );
  }

  async takeBack(tx: Tx, accountId: string, reference: string, hashes: readonly string[]): Promise<string[]> {
    const gone = await tx.query<{ property: string }[]>(
      `DELETE FROM paid_properties WHERE property IN (SELECT wanted.value FROM ${this.dialect.each(1)})
          AND account_id = $2 AND reference = $3 RETURNING property`,
      [JSON.stringify(hashes), accountId, reference],
    );
    return gone.map(({ property }) => property);
  }

  async secretOf(tx: Tx, accountId: string): Promise<string> {
    const rows = await tx.query<{ secret: string }[]>(
      'SELECT property_secret AS secret FROM accounts WHERE id = $1',
      [accountId],
    );
    return itemAt(rows, 0).secret;
  }

  async terms(defaultDays: number): Promise<number[]> {
    const rows = await this.database.read.query<{ days: number }[]>(
      'SELECT DISTINCT COALESCE(free_repeat_days, $1) AS days FROM accounts',
      [defaultDays],
    );
    return rows.map(({ days }) => Number(days));
  }

  forgetBefore(
    day: string,
    { days, defaultDays, claimsBefore }: { days: number; defaultDays: number; claimsBefore: string },
  ): Promise<number> {
    const parameters = [day, defaultDays, days];
    return this.database.write(async (tx) => {
      // First, so that a charge in progress starts again instead of relying on deleted rows.
      await tx.query(END_OLD_CLAIMS, parameters);
      const old = await tx.query<unknown[]>(OLD, parameters);
      if (old.length > 0) await tx.query(FORGET_OLD, parameters);
      else await tx.query(FORGET_OLD_CLAIMS, [...parameters, claimsBefore]);
      return old.length;
    });
  }

  withoutCharge(): Promise<Pick<PaidProperty, 'accountId' | 'reference'>[]> {
    return this.database.read.query(WITHOUT_CHARGE);
  }
}

// Parameters must appear in order, because SQLite numbers them by their first occurrence.
const OLD = `
  SELECT p.account_id, p.property
    FROM accounts a JOIN paid_properties p ON p.account_id = a.id AND p.paid_on < $1
   WHERE COALESCE(a.free_repeat_days, $2) = $3 ORDER BY p.account_id, p.property LIMIT ${ROWS_PER_STEP}`;

const FORGET_OLD = `DELETE FROM paid_properties WHERE (account_id, property) IN (${OLD})`;

const OLD_CLAIMS = `
  EXISTS (SELECT 1 FROM accounts a
           WHERE a.id = paid_claims.account_id AND paid_claims.claimed_on < $1 AND COALESCE(a.free_repeat_days, $2) = $3)`;

const END_OLD_CLAIMS = `UPDATE paid_claims SET token = NULL WHERE token IS NOT NULL AND ${OLD_CLAIMS}`;

/** Deletes claims without rows left: a row without its claim would count as paid. */
const FORGET_OLD_CLAIMS = `
  DELETE FROM paid_claims WHERE ${OLD_CLAIMS} AND claimed_on < $4 AND NOT EXISTS (
    SELECT 1 FROM paid_properties p WHERE p.account_id = paid_claims.account_id
       AND p.paid_on <= paid_claims.claimed_on AND p.reference = paid_claims.reference)`;

/** Finds rows without a charge. A noted match costs at least a cent, and a charge may be refunded in part, but not fully. */
const WITHOUT_CHARGE = `
  SELECT paid.account_id AS "accountId", paid.reference
    FROM (SELECT account_id, reference, COUNT(*) - SUM(further) AS properties FROM paid_properties p WHERE ${IS_PAID}
           GROUP BY account_id, reference) AS paid
    LEFT JOIN (
      SELECT account_id, reference, -SUM(CASE WHEN type = 'refund' THEN 0 ELSE amount_cents END) AS cents,
             -SUM(amount_cents) AS left_cents
        FROM ledger_records
       WHERE type IN (
          'lookup_charge', 'lookup_refund', 'bulk_reservation', 'bulk_refund', 'job_charge', 'job_refund', 'refund')
         AND amount_cents BETWEEN -${MAX_BALANCE_CENTS} AND ${MAX_BALANCE_CENTS}
       GROUP BY account_id, reference) AS charged
      ON charged.account_id = paid.account_id AND charged.reference = paid.reference
   WHERE COALESCE(charged.cents, 0) < paid.properties OR COALESCE(charged.left_cents, 0) <= 0`;
