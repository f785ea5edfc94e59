import {
  columnsOf,
  integer,
  question,
  text,
  type Database,
  type Insertion,
  type SettledTables,
  type Tx,
} from '../../platform/database/index.js';
import { EntitySchema } from '../../platform/database/typeorm.js';
import { itemAt } from '../../platform/lib/item-at.js';
import { CHARGES_AND_REFUNDS, MAX_BALANCE_CENTS } from '../billing/index.js';

/** Hash of a property that an account was charged for. It doesn't reveal the property. */
export interface PaidProperty {
  accountId: string;
  /** See `propertyHashes`. */
  property: string;
  /** UTC day of the charge, `YYYY-MM-DD`. */
  paidOn: string;
  /** Reference of the charge's ledger record; a refund of it ends the term. */
  reference: string;
  /** 1 for an additional hash of a property that the same charge paid for under another hash; else 0. */
  further: 0 | 1;
}

export const PaidPropertyEntity = new EntitySchema<PaidProperty>({
  name: 'PaidProperty',
  tableName: 'paid_properties',
  columns: {
    accountId: { type: 'text', primary: true },
    property: { type: 'text', primary: true },
    paidOn: text,
    reference: text,
    further: integer,
  },
});

/** Key of an account's property. */
export const paidSlot = ({ accountId, property }: Pick<PaidProperty, 'accountId' | 'property'>): string =>
  JSON.stringify([accountId, property]);

/** Paid properties by slot (`paidSlot`); unpaid ones are missing. Some may be older than the account's term. */
export type PaidProperties = ReadonlyMap<string, PaidProperty>;

/**
 * Rows that a charge of many properties writes before it commits. They count as paid only once the claim is settled; rows left
 * by a dead process never do.
 */
export interface Claim extends Pick<PaidProperty, 'accountId' | 'reference' | 'paidOn'> {
  /** Distinguishes this claim from others of the same charge. */
  token: string;
}

/** Maximum number of rows deleted per statement, so that other writes get a turn. */
const ROWS_PER_STEP = 5_000;

/** Condition on a row `p` of paid_properties: its claim is settled, and its charge was not refunded. */
const IS_PAID = `NOT EXISTS (
  SELECT 1 FROM paid_claims open_claim WHERE open_claim.account_id = p.account_id AND open_claim.reference = p.reference)`;

/** Condition on paid_properties: rows of a charge on a day. */
const OF_CHARGE = 'account_id = $1 AND paid_on = $2 AND reference = $3';

/** Replaces an existing row, which belongs to an expired term. */
const REPLACE = `ON CONFLICT (account_id, property)
  DO UPDATE SET paid_on = excluded.paid_on, reference = excluded.reference, further = excluded.further`;

/** Table and columns of paid properties. */
export const PAID = [
  'paid_properties',
  ['accountId', 'property', 'paidOn', 'reference', 'further'],
  REPLACE,
] as const;

type PaidTables = SettledTables<readonly string[], PaidProperties, readonly PaidProperty[]>;

/** The paid properties' part of a settlement. @param slot the wanted slot (`paidSlot`) as JSON, in SQL */
export function paidTablesOf(slot: string, insertion: Insertion<PaidProperty>): PaidTables {
  const paid = question<PaidProperty>(
    columnsOf('p', PAID[1]),
    `paid_properties p ON p.account_id = ${slot} ->> 0 AND p.property = ${slot} ->> 1 AND ${IS_PAID}`,
  );
  return {
    read: (ask, slots) => ask(paid, slots),
    statements: [insertion.sql],
    rows: (all) => [insertion.rows(all)],
  };
}

/** SQL that differs between the engines. */
interface Dialect extends Pick<PaidStore, 'read' | 'write'> {
  /** A FROM item `wanted` with a column `value`: the texts of the JSON array that is the parameter at `place`. */
  each(place: number): string;
}

/**
 * Stores which properties each account was charged for, in SQL that works on SQLite and PostgreSQL. A property is stored once per
 * account.
 */
export class PaidStore {
  constructor(
    private readonly database: Database,
    private readonly dialect: Dialect,
  ) {}

  /** Reads and locks rows, in a transaction of the account's own work. */
  read(tx: Tx, slots: readonly string[]): Promise<PaidProperties> {
    return this.dialect.read(tx, slots);
  }

  /** Writes rows, and replaces earlier ones of the same property. */
  write(tx: Tx, paid: readonly PaidProperty[]): Promise<void> {
    return this.dialect.write(tx, paid);
  }

  /** The hashes paid for on `firstFreeDay` or later, with the UTC day of each. @param from a transaction, or committed data */
  async paid(
    from: Tx,
    accountId: string,
    firstFreeDay: string,
    hashes: readonly string[],
  ): Promise<Map<string, string>> {
    const rows = await from.query<{ property: string; paidOn: string | null }[]>(
      // MAX makes PostgreSQL look up each hash; a join may read the whole table.
      `WITH asked AS (SELECT wanted.value AS property FROM ${this.dialect.each(1)})
       SELECT property, (
         SELECT MAX(p.paid_on) FROM paid_properties p
          WHERE p.account_id = $2 AND p.property = asked.property AND p.paid_on >= $3 AND ${IS_PAID}) AS "paidOn"
         FROM asked`,
      [JSON.stringify(hashes), accountId, firstFreeDay],
    );
    return new Map(
      rows.flatMap(({ property, paidOn }) => (paidOn === null ? [] : [[property, paidOn] as const])),
    );
  }

  /** Begins a claim, and replaces an earlier one of the same charge. */
  async beginClaim(tx: Tx, { accountId, reference, paidOn, token }: Claim): Promise<void> {
    await tx.query(
      `INSERT INTO paid_claims (account_id, reference, claimed_on, token) VALUES ($1, $2, $3, $4)
       ON CONFLICT (account_id, reference) DO UPDATE SET claimed_on = excluded.claimed_on, token = excluded.token`,
      [accountId, reference, paidOn, token],
    );
  }

  /** Adds the unpaid ones of these hashes to a claim; none if the claim is no longer valid. */
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

  /** Hashes of a claim. @param from a transaction, or committed data */
  async claimed(from: Tx, { accountId, reference, paidOn }: Claim): Promise<string[]> {
    const rows = await from.query<{ property: string }[]>(
      `SELECT property FROM paid_properties WHERE ${OF_CHARGE}`,
      [accountId, paidOn, reference],
    );
    return rows.map(({ property }) => property);
  }

  /** @returns number of hashes of a claim */
  async countClaimed(from: Tx, { accountId, reference, paidOn }: Claim): Promise<number> {
    const rows = await from.query<{ hashes: number }[]>(
      `SELECT COUNT(*) AS hashes FROM paid_properties WHERE ${OF_CHARGE}`,
      [accountId, paidOn, reference],
    );
    return itemAt(rows, 0).hashes;
  }

  /** Marks a claim's hashes as paid. @returns their number; null, without a change, if the claim is no longer valid */
  async settleClaim(tx: Tx, claim: Claim): Promise<number | null> {
    const settled = await tx.query<unknown[]>(
      'DELETE FROM paid_claims WHERE account_id = $1 AND reference = $2 AND token = $3 RETURNING reference',
      [claim.accountId, claim.reference, claim.token],
    );
    return settled.length === 0 ? null : this.countClaimed(tx, claim);
  }

  /** Invalidates all claims of an account. */
  async endClaims(tx: Tx, accountId: string): Promise<void> {
    await tx.query('UPDATE paid_claims SET token = NULL WHERE account_id = $1 AND token IS NOT NULL', [
      accountId,
    ]);
  }

  /**
   * Ends the free terms that a refunded charge began. Only adds an unsettled claim, so that they no longer count as paid. They may
   * be very many, so the sweep deletes them.
   * @param today UTC
   */
  async forget(tx: Tx, accountId: string, reference: string, today: string): Promise<void> {
    await tx.query(
      'INSERT INTO paid_claims (account_id, reference, claimed_on) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING',
      [accountId, reference, today],
    );
  }

  /** Ends the free terms of some hashes of a charge. @returns the hashes that the charge had paid for */
  async takeBack(tx: Tx, accountId: string, reference: string, hashes: readonly string[]): Promise<string[]> {
    const gone = await tx.query<{ property: string }[]>(
      `DELETE FROM paid_properties WHERE property IN (SELECT wanted.value FROM ${this.dialect.each(1)})
          AND account_id = $2 AND reference = $3 RETURNING property`,
      [JSON.stringify(hashes), accountId, reference],
    );
    return gone.map(({ property }) => property);
  }

  /** Secret that an account's properties are hashed with. */
  async secretOf(tx: Tx, accountId: string): Promise<string> {
    const rows = await tx.query<{ secret: string }[]>(
      'SELECT property_secret AS secret FROM accounts WHERE id = $1',
      [accountId],
    );
    return itemAt(rows, 0).secret;
  }

  /** Terms of all accounts, in days. @param defaultDays of accounts without a term of their own */
  async terms(defaultDays: number): Promise<number[]> {
    const rows = await this.database.read.query<{ days: number }[]>(
      'SELECT DISTINCT COALESCE(free_repeat_days, $1) AS days FROM accounts',
      [defaultDays],
    );
    return rows.map(({ days }) => days);
  }

  /**
   * Deletes some properties paid for before a UTC day by accounts with this term, and ends claims older than it.
   * @param claimsBefore a UTC day: only older claims are deleted, because others may still be in use
   * @returns number of properties
   */
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

  /** Accounts and references of paid properties with a charge missing from the ledger. */
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
       WHERE type IN ${CHARGES_AND_REFUNDS} AND amount_cents BETWEEN -${MAX_BALANCE_CENTS} AND ${MAX_BALANCE_CENTS}
       GROUP BY account_id, reference) AS charged
      ON charged.account_id = paid.account_id AND charged.reference = paid.reference
   WHERE COALESCE(charged.cents, 0) < paid.properties OR COALESCE(charged.left_cents, 0) <= 0`;
