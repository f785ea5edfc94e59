import { setTimeout } from 'node:timers/promises';
import { insertionInto, writeIn, type PostgresDatabase } from '../../platform/database/postgres/index.js';
import { itemAt } from '../../platform/lib/item-at.js';
import type { AuditStore } from './audit-store.js';
import { auditTablesOf, NEW_ENTRIES, SqlAuditStore } from './audit-store.sql.js';
import type { NewEntry } from './entry.js';

export const auditTables = auditTablesOf(insertionInto<NewEntry>(...NEW_ENTRIES));

const LAST_NUMBER = 'SELECT last_value AS number FROM audit_entries_number_seq';

/** Transactions that have appended entries, or are about to: the lock is taken before the number, and lasts until the end. */
const WRITERS = `
  SELECT virtualtransaction AS id FROM pg_locks
   WHERE database = (SELECT oid FROM pg_database WHERE datname = current_database())
     AND relation = 'audit_entries'::regclass AND mode = 'RowExclusiveLock'`;

/** One second in all: an append takes milliseconds, and PostgreSQL ends a hanging one after three seconds (platform/database/postgres/pool.ts). */
const TRIES = 50;
const BETWEEN_TRIES_MS = 20;

/**
 * Several transactions append at once, so a number may be committed before a lower one. Waits for those that run when the last number
 * is read, and for no later one: they get higher numbers.
 */
async function settledUntil({ read }: PostgresDatabase): Promise<number | null> {
  const last = itemAt(await read.query<{ number: number }[]>(LAST_NUMBER), 0).number;
  const writers = async () => (await read.query<{ id: string }[]>(WRITERS)).map(({ id }) => id);
  let left = await writers();
  for (let tried = 0; left.length > 0; tried++) {
    if (tried === TRIES) return null;
    await setTimeout(BETWEEN_TRIES_MS);
    const running = new Set(await writers());
    left = left.filter((id) => running.has(id));
  }
  return last;
}

export const postgresAudit = (database: PostgresDatabase): AuditStore =>
  new SqlAuditStore(database, {
    write: (tx, entries) => writeIn(tx, auditTables, entries),
    settledUntil: () => settledUntil(database),
  });
