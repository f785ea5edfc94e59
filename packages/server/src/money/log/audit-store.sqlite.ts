import { insertionInto, writeIn, type SqliteDatabase } from '../../platform/database/sqlite/index.js';
import type { AuditStore } from './audit-store.js';
import { auditTablesOf, NEW_ENTRIES, SqlAuditStore } from './audit-store.sql.js';
import type { NewEntry } from './entry.js';

export const auditTables = auditTablesOf(insertionInto<NewEntry>(...NEW_ENTRIES));

export const sqliteAudit = (database: SqliteDatabase): AuditStore =>
  new SqlAuditStore(database, {
    write: (tx, entries) => writeIn(tx, auditTables, entries),
    // One write follows the other, and so do the numbers.
    settledUntil: () => Promise.resolve(Number.MAX_SAFE_INTEGER),
  });
