import type { Tx } from '../database/index.js';
import {
  EACH,
  insertionInto,
  question,
  readIn,
  writeIn,
  type SettledTables,
  type SqliteDatabase,
} from '../database/sqlite/index.js';
import { LessThanOrEqual } from '../database/typeorm.js';
import { MAX_BALANCE_CENTS } from './bounds.js';
import { LedgerRecordEntity, ReservationEntity, type Reservation } from './entities.js';
import type { LedgerRecord } from './ledger.js';
import type {
  BulkMismatch,
  LedgerChanges,
  LedgerScope,
  LedgerState,
  LedgerStore,
  Page,
} from './ledger-store.js';

const BALANCES = question<{ balanceCents: number }>(
  { balanceCents: 'a.balance_cents' },
  'accounts a ON a.id = wanted.value',
);

const PAGES = question<Page>(
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

// By how much, not to what: the table's CHECK then refuses all of it if a balance would go below zero, whatever was read.
// An account that is not there moves nothing here, and its record fails for want of the account it refers to.
const MOVE_BALANCES = `
  UPDATE accounts SET balance_cents = balance_cents + change.cents
    FROM (SELECT value ->> 0 AS id, value ->> 1 AS cents FROM ${EACH}) AS change
   WHERE accounts.id = change.id`;

const CLOSE_RESERVATIONS = `
  UPDATE reservations SET status = closed.status
    FROM (SELECT value ->> 0 AS id, value ->> 1 AS status FROM ${EACH}) AS closed
   WHERE reservations.id = closed.id`;

const INSERT_RECORDS = insertionInto<LedgerRecord>('ledger_records', [
  'id',
  'accountId',
  'sequence',
  'type',
  'amountCents',
  'balanceCents',
  'reference',
  'createdAt',
]);

const INSERT_RESERVATIONS = insertionInto<Reservation>('reservations', [
  'id',
  'accountId',
  'amountCents',
  'priceCents',
  'reference',
  'status',
  'createdAt',
]);

export const ledgerTables: SettledTables<LedgerScope, LedgerState, LedgerChanges> = {
  read: async (ask, { accountIds, reservationIds }) => {
    const [pages, held] = await Promise.all([ask(PAGES, accountIds), ask(HELD, reservationIds)]);
    return { pages, heldReservations: new Set(held.keys()) };
  },
  statements: [MOVE_BALANCES, INSERT_RECORDS.sql, INSERT_RESERVATIONS.sql, CLOSE_RESERVATIONS],
  rows: ({ moved, records, opened, closed }) => [
    JSON.stringify(moved.map(({ accountId, cents }) => [accountId, cents])),
    INSERT_RECORDS.rows(records),
    INSERT_RESERVATIONS.rows(opened),
    JSON.stringify(closed.map(({ reservationId, status }) => [reservationId, status])),
  ],
};

export class SqliteLedgerStore implements LedgerStore {
  constructor(private readonly database: SqliteDatabase) {}

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

  heldSince(atMs: number): Promise<Reservation[]> {
    return this.database.read.findBy(ReservationEntity, {
      status: 'held',
      createdAt: LessThanOrEqual(atMs),
    });
  }

  read(tx: Tx, scope: LedgerScope): Promise<LedgerState> {
    return readIn(tx, ledgerTables, scope);
  }

  write(tx: Tx, changes: LedgerChanges): Promise<void> {
    return writeIn(tx, ledgerTables, changes);
  }

  async statement(accountId: string): Promise<{ records: LedgerRecord[]; balanceCents: number }> {
    // One query, so that no charge commits in between.
    const rows = await this.database.read.query<StatementRow[]>(STATEMENT, [accountId]);
    return {
      records: rows.filter(({ sequence }) => sequence !== null),
      balanceCents: rows[0]?.accountBalanceCents ?? 0,
    };
  }

  bulkMismatches(): Promise<BulkMismatch[]> {
    return this.database.read.query<BulkMismatch[]>(BULK_MISMATCHES);
  }
}

interface StatementRow extends LedgerRecord {
  accountBalanceCents: number;
}

const STATEMENT = `
  SELECT r.id, r.account_id AS accountId, r.sequence, r.type, r.amount_cents AS amountCents,
         r.balance_cents AS balanceCents, r.reference, r.created_at AS createdAt,
         a.balance_cents AS accountBalanceCents
    FROM accounts a LEFT JOIN ledger_records r ON r.account_id = a.id
   WHERE a.id = ? ORDER BY r.sequence`;

const BULK_MISMATCHES = `
  WITH bulk AS (
    SELECT account_id, reference,
           SUM(CASE WHEN type = 'bulk_reservation' THEN -amount_cents ELSE 0 END) AS taken,
           SUM(CASE WHEN type = 'bulk_refund' THEN amount_cents ELSE 0 END) AS refunded,
           SUM(type = 'bulk_reservation') AS takes, SUM(type = 'bulk_refund') AS refunds
      FROM ledger_records
     -- Others are a finding of their own, and a sum of them could leave the range of whole numbers.
     WHERE type IN ('bulk_reservation', 'bulk_refund') AND amount_cents BETWEEN -${MAX_BALANCE_CENTS} AND ${MAX_BALANCE_CENTS}
     GROUP BY account_id, reference)
  SELECT COALESCE(bulk.reference, r.reference) AS reference, COALESCE(r.status, 'missing') AS status,
         COALESCE(bulk.taken, 0) AS takenCents, COALESCE(bulk.refunded, 0) AS refundedCents
    FROM reservations r FULL JOIN bulk ON bulk.account_id = r.account_id AND bulk.reference = r.reference
   WHERE NOT COALESCE(
           bulk.takes = 1 AND bulk.taken = r.amount_cents AND CASE r.status
             WHEN 'held' THEN bulk.refunds = 0
             -- A bulk of a free account takes nothing, so nothing is given back.
             WHEN 'refunded' THEN bulk.refunds = (r.amount_cents > 0) AND bulk.refunded = r.amount_cents
             ELSE bulk.refunds <= 1 AND bulk.refunded <= r.amount_cents AND bulk.refunded % MAX(r.price_cents, 1) = 0
           END, FALSE)`;
