import { AccountEntity } from '../accounts/index.js';
import type { Clock } from '../clock.js';
import type { Database } from '../database/index.js';
import { MAX_BALANCE_CENTS } from './bounds.js';
import { RESERVATION_LIFETIME_MS } from './billing.js';
import { ledgerFaults, type LedgerRecord } from './ledger.js';

/** The sweep runs every few seconds while a server runs; what is held this long nobody sweeps. */
const UNSWEPT_AFTER_MS = 5 * RESERVATION_LIFETIME_MS;

/** What is wrong with the money, as sentences for the operator; empty when all is well (reading 17). */
export async function ledgerFindings(database: Database, clock: Clock): Promise<string[]> {
  const findings: string[] = [];
  for (const { id } of await database.read.find(AccountEntity, { select: { id: true } })) {
    const { records, balanceCents } = await statement(database, id);
    findings.push(...ledgerFaults(records, balanceCents).map((fault) => `account ${id}: ${fault}`));
  }
  findings.push(...(await reservationFindings(database)));
  findings.push(...(await unsweptFindings(database, clock.now() - UNSWEPT_AFTER_MS)));
  return findings;
}

/** All records in order, and the balance they must add up to: one query, so that no charge commits in between. */
async function statement(
  { read }: Database,
  accountId: string,
): Promise<{ records: LedgerRecord[]; balanceCents: number }> {
  const rows = await read.query<(LedgerRecord & { accountBalanceCents: number; sequence: number | null })[]>(
    `SELECT r.id, r.account_id AS "accountId", r.sequence, r.type, r.amount_cents AS "amountCents",
            r.balance_cents AS "balanceCents", r.reference, r.created_at AS "createdAt",
            a.balance_cents AS "accountBalanceCents"
       FROM accounts a LEFT JOIN ledger_records r ON r.account_id = a.id
      WHERE a.id = ? ORDER BY r.sequence`,
    [accountId],
  );
  return {
    records: rows.filter(({ sequence }) => sequence !== null),
    balanceCents: rows[0]?.accountBalanceCents ?? 0,
  };
}

/**
 * A reservation and what the ledger says of it: taken once; given back nothing while it is held, all of it once when it
 * was refunded, at most once and in whole matches when it was settled. And no bulk record without its reservation.
 */
async function reservationFindings({ read }: Database): Promise<string[]> {
  const wrong = await read.query<{ reference: string; status: string; taken: number; refunded: number }[]>(
    `WITH bulk AS (
       SELECT account_id, reference,
              SUM(CASE WHEN type = 'bulk_reservation' THEN -amount_cents ELSE 0 END) AS taken,
              SUM(CASE WHEN type = 'bulk_refund' THEN amount_cents ELSE 0 END) AS refunded,
              SUM(type = 'bulk_reservation') AS takes, SUM(type = 'bulk_refund') AS refunds
         FROM ledger_records
        -- Others are a finding of their own, and a sum of them could leave the range of whole numbers.
        WHERE type IN ('bulk_reservation', 'bulk_refund') AND amount_cents BETWEEN -${MAX_BALANCE_CENTS} AND ${MAX_BALANCE_CENTS}
        GROUP BY account_id, reference)
     SELECT COALESCE(bulk.reference, r.reference) AS reference, COALESCE(r.status, 'missing') AS status,
            COALESCE(bulk.taken, 0) AS taken, COALESCE(bulk.refunded, 0) AS refunded
       FROM reservations r FULL JOIN bulk ON bulk.account_id = r.account_id AND bulk.reference = r.reference
      WHERE NOT COALESCE(
              bulk.takes = 1 AND bulk.taken = r.amount_cents AND CASE r.status
                WHEN 'held' THEN bulk.refunds = 0
                -- A bulk of a free account takes nothing, so nothing is given back.
                WHEN 'refunded' THEN bulk.refunds = (r.amount_cents > 0) AND bulk.refunded = r.amount_cents
                ELSE bulk.refunds <= 1 AND bulk.refunded <= r.amount_cents AND bulk.refunded % MAX(r.price_cents, 1) = 0
              END, FALSE)`,
  );
  return wrong.map(
    ({ reference, status, taken, refunded }) =>
      `bulk ${reference}: its reservation is ${status}, ${taken} cents were taken and ${refunded} given back`,
  );
}

async function unsweptFindings({ read }: Database, beforeMs: number): Promise<string[]> {
  const held = await read.query<{ reference: string; accountId: string; amountCents: number }[]>(
    `SELECT reference, account_id AS "accountId", amount_cents AS "amountCents"
       FROM reservations WHERE status = 'held' AND created_at <= ?`,
    [beforeMs],
  );
  return held.map(
    ({ reference, accountId, amountCents }) =>
      `account ${accountId}: ${amountCents} cents are still reserved for bulk ${reference}, which nobody finishes; ` +
      'a running server refunds them within a minute',
  );
}
