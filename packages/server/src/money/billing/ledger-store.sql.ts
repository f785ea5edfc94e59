import { columnsOf, question, type Ask, type Database, type Tx } from '../../platform/database/index.js';
import { LessThanOrEqual } from '../../platform/database/typeorm.js';
import type {
  AccountBook,
  BulkMismatch,
  ChargeMismatch,
  LedgerChanges,
  LedgerScope,
  LedgerState,
  LedgerStore,
  RefundMismatch,
} from './ledger-store.js';
import {
  LedgerRecordEntity,
  MAX_BALANCE_CENTS,
  ReservationEntity,
  type LedgerRecord,
  type Reservation,
} from './ledger.js';

const BALANCES = question<{ balanceCents: number }>(
  { balanceCents: 'a.balance_cents' },
  'accounts a ON a.id = wanted.value',
);

const BOOKS = question<AccountBook>(
  {
    balanceCents: 'a.balance_cents',
    lastSequence: 'COALESCE((SELECT MAX(r.sequence) FROM ledger_records r WHERE r.account_id = a.id), 0)',
  },
  'accounts a ON a.id = wanted.value',
);

const HELD = question<{ id: string }>(
  { id: 'r.id' },
  "reservations r ON r.id = wanted.value AND r.status = 'held'",
);

export const RESERVATION_COLUMNS = [
  'id',
  'accountId',
  'amountCents',
  'priceCents',
  'reference',
  'requestFingerprint',
  'status',
  'createdAt',
] as const;

const HELD_BY_REQUEST = question<Reservation>(
  columnsOf('r', RESERVATION_COLUMNS),
  "reservations r ON r.request_fingerprint = wanted.value AND r.status = 'held'",
);

export const RECORD_COLUMNS = [
  'id',
  'accountId',
  'sequence',
  'type',
  'amountCents',
  'balanceCents',
  'reference',
  'note',
  'createdAt',
] as const;

/** Reads the ledger state that a settlement or a transaction decides on. */
export async function readLedger(
  ask: Ask,
  { accountIds, reservationIds, requestFingerprints }: LedgerScope,
): Promise<LedgerState> {
  const [books, held, heldByRequest] = await Promise.all([
    ask(BOOKS, accountIds),
    ask(HELD, reservationIds),
    ask(HELD_BY_REQUEST, requestFingerprints),
  ]);
  return { books, heldReservations: new Set(held.keys()), heldByRequest };
}

/** The ledger in SQL that works on both SQLite and PostgreSQL; each engine has its own transactions. */
export class SqlLedgerStore implements LedgerStore {
  constructor(
    private readonly database: Database & { readonly ask: Ask },
    private readonly within: Pick<LedgerStore, 'read' | 'write'>,
  ) {}

  async balances(accountIds: readonly string[]): Promise<ReadonlyMap<string, number>> {
    const rows = await this.database.ask(BALANCES, accountIds);
    return new Map([...rows].map(([accountId, { balanceCents }]) => [accountId, balanceCents]));
  }

  records(accountId: string, limit: number): Promise<LedgerRecord[]> {
    return this.database.read.find(LedgerRecordEntity, {
      where: { accountId },
      order: { sequence: 'DESC' },
      take: limit,
    });
  }

  heldFromBefore(atMs: number): Promise<Reservation[]> {
    return this.database.read.findBy(ReservationEntity, {
      status: 'held',
      createdAt: LessThanOrEqual(atMs),
    });
  }

  read(tx: Tx, scope: LedgerScope): Promise<LedgerState> {
    return this.within.read(tx, scope);
  }

  write(tx: Tx, changes: LedgerChanges): Promise<void> {
    return this.within.write(tx, changes);
  }

  async statement(accountId: string): Promise<{ records: LedgerRecord[]; balanceCents: number }> {
    // One query, so that no charge commits between two reads.
    const rows = await this.database.read.query<StatementRow[]>(STATEMENT, [accountId]);
    return {
      records: rows.filter(({ sequence }) => sequence !== null),
      balanceCents: rows[0]?.accountBalanceCents ?? 0,
    };
  }

  bulkMismatches(): Promise<BulkMismatch[]> {
    return this.database.read.query<BulkMismatch[]>(BULK_MISMATCHES);
  }

  refundMismatches(): Promise<RefundMismatch[]> {
    return this.database.read.query<RefundMismatch[]>(REFUND_MISMATCHES);
  }

  chargeMismatches(): Promise<ChargeMismatch[]> {
    return this.database.read.query<ChargeMismatch[]>(CHARGE_MISMATCHES);
  }
}

interface StatementRow extends LedgerRecord {
  accountBalanceCents: number;
}

const RECORD = `r.id, r.account_id AS "accountId", r.sequence, r.type, r.amount_cents AS "amountCents",
         r.balance_cents AS "balanceCents", r.reference, r.note, r.created_at AS "createdAt"`;

/** Finds a record by its id. The index on ids leaves out charges of lookups; these are found by their reference, which equals the id. */
export const BY_ID = `
  SELECT ${RECORD} FROM ledger_records r WHERE r.id = $1 AND r.type <> 'lookup_charge'
   UNION ALL
  SELECT ${RECORD} FROM ledger_records r WHERE r.reference = $1 AND r.id = $1 AND r.type = 'lookup_charge'`;

export async function recordById(from: Pick<Tx, 'query'>, id: string): Promise<LedgerRecord | null> {
  const [record] = await from.query<LedgerRecord[]>(BY_ID, [id]);
  return record ?? null;
}

const STATEMENT = `
  SELECT ${RECORD}, a.balance_cents AS "accountBalanceCents"
    FROM accounts a LEFT JOIN ledger_records r ON r.account_id = a.id
   WHERE a.id = $1 ORDER BY r.sequence`;

const BULK_MISMATCHES = `
  WITH bulk AS (
    SELECT account_id, reference,
           SUM(CASE WHEN type = 'bulk_reservation' THEN -amount_cents ELSE 0 END) AS taken,
           SUM(CASE WHEN type = 'bulk_refund' THEN amount_cents ELSE 0 END) AS refunded,
           COUNT(*) FILTER (WHERE type = 'bulk_reservation') AS takes, COUNT(*) FILTER (WHERE type = 'bulk_refund') AS refunds
      FROM ledger_records
     -- Others are a finding of their own, and a sum of them could leave the range of whole numbers.
     WHERE type IN ('bulk_reservation', 'bulk_refund') AND amount_cents BETWEEN -${MAX_BALANCE_CENTS} AND ${MAX_BALANCE_CENTS}
     GROUP BY account_id, reference)
  SELECT COALESCE(bulk.reference, r.reference) AS reference, COALESCE(r.status, 'missing') AS status,
         COALESCE(bulk.taken, 0) AS "takenCents", COALESCE(bulk.refunded, 0) AS "refundedCents"
    FROM reservations r FULL JOIN bulk ON bulk.account_id = r.account_id AND bulk.reference = r.reference
   WHERE NOT COALESCE(
           bulk.takes = 1 AND bulk.taken = r.amount_cents AND CASE r.status
             WHEN 'held' THEN bulk.refunds = 0
             -- A bulk of a free account takes nothing, so nothing is given back.
             WHEN 'refunded' THEN bulk.refunds = CASE WHEN r.amount_cents > 0 THEN 1 ELSE 0 END AND bulk.refunded = r.amount_cents
             ELSE bulk.refunds <= 1 AND bulk.refunded <= r.amount_cents AND bulk.refunded % CASE WHEN r.price_cents > 1 THEN r.price_cents ELSE 1 END = 0
           END, FALSE)`;

/** Types of records that charge for something or refund it. */
export const CHARGES_AND_REFUNDS =
  "('lookup_charge', 'lookup_refund', 'bulk_reservation', 'bulk_refund', 'job_charge', 'job_refund', 'refund')";

const REFUND_MISMATCHES = `
  SELECT account_id AS "accountId", reference, SUM(amount_cents) AS "excessCents" FROM ledger_records
   WHERE type IN ${CHARGES_AND_REFUNDS} AND amount_cents BETWEEN -${MAX_BALANCE_CENTS} AND ${MAX_BALANCE_CENTS}
   GROUP BY account_id, reference
  HAVING COUNT(*) FILTER (WHERE type IN ('refund', 'lookup_refund')) > 0 AND SUM(amount_cents) > 0`;

const CHARGE_MISMATCHES = `
  SELECT COALESCE(counted.account_id, charged.account_id) AS "accountId", COALESCE(counted.cents, 0) AS "countedCents",
         COALESCE(charged.cents, 0) AS "chargedCents"
    FROM (SELECT account_id, SUM(charged_cents) AS cents FROM daily_lookups GROUP BY account_id) AS counted
    FULL JOIN (
      SELECT account_id, -SUM(amount_cents) AS cents FROM ledger_records
       WHERE type = 'lookup_charge' AND amount_cents BETWEEN -${MAX_BALANCE_CENTS} AND ${MAX_BALANCE_CENTS}
       GROUP BY account_id) AS charged ON charged.account_id = counted.account_id
   WHERE COALESCE(counted.cents, 0) <> COALESCE(charged.cents, 0)`;
