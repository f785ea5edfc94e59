import { insertionInto, readIn, writeIn, type SqliteDatabase } from '../database/sqlite/index.js';
import type { AuditStore } from './audit-store.js';
import { auditTablesOf, ENTRIES, MOVED_HEADS, SqlAuditStore } from './audit-store.sql.js';
import type { Entry, Point } from './entry.js';

export const auditTables = auditTablesOf(
  insertionInto<Entry>(...ENTRIES),
  insertionInto<Point>(...MOVED_HEADS),
);

export const sqliteAudit = (database: SqliteDatabase): AuditStore =>
  new SqlAuditStore(database, {
    read: (tx, chains) => readIn(tx, auditTables, chains),
    write: (tx, entries) => writeIn(tx, auditTables, entries),
    each: 'json_each($1) AS wanted',
  });
