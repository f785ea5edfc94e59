import { insertionInto, readIn, writeIn, type SqliteDatabase } from '../database/sqlite/index.js';
import type { AuditStore } from './audit-store.js';
import {
  ENTRY_COLUMNS,
  HEAD_COLUMNS,
  headsOf,
  MOVE_HEAD,
  readHeads,
  SqlAuditStore,
  type AuditTables,
} from './audit-store.sql.js';
import type { Entry, Point } from './entry.js';

const INSERT_ENTRIES = insertionInto<Entry>('audit_entries', ENTRY_COLUMNS);
const MOVE_HEADS = insertionInto<Point>('audit_heads', HEAD_COLUMNS, MOVE_HEAD);

export const auditTables: AuditTables = {
  read: readHeads,
  statements: [INSERT_ENTRIES.sql, MOVE_HEADS.sql],
  rows: (entries) => [INSERT_ENTRIES.rows(entries), MOVE_HEADS.rows(headsOf(entries))],
};

export const sqliteAudit = (database: SqliteDatabase): AuditStore =>
  new SqlAuditStore(database, {
    read: (tx, chains) => readIn(tx, auditTables, chains),
    write: (tx, entries) => writeIn(tx, auditTables, entries),
    each: 'json_each($1) AS wanted',
  });
