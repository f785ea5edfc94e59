import { insertionInto, readIn, writeIn, type PostgresDatabase } from '../database/postgres/index.js';
import type { AuditStore } from './audit-store.js';
import { auditTablesOf, ENTRIES, MOVED_HEADS, SqlAuditStore } from './audit-store.sql.js';
import { SERVICE_CHAIN, type Entry, type Point } from './entry.js';

export const auditTables = auditTablesOf(
  insertionInto<Entry>(...ENTRIES),
  insertionInto<Point>(...MOVED_HEADS),
);

// A write locks an account's chain through its account row. The service chain has no account, so its own row is locked.
const BEGIN_SERVICE_CHAIN = `
  INSERT INTO audit_heads (chain, seq, hash) VALUES ('${SERVICE_CHAIN}', 0, '') ON CONFLICT DO NOTHING`;
const LOCK_SERVICE_CHAIN = `SELECT seq FROM audit_heads WHERE chain = '${SERVICE_CHAIN}' FOR UPDATE`;

export const postgresAudit = (database: PostgresDatabase): AuditStore =>
  new SqlAuditStore(database, {
    read: async (tx, chains) => {
      if (chains.includes(SERVICE_CHAIN)) {
        await tx.query(BEGIN_SERVICE_CHAIN);
        await tx.query(LOCK_SERVICE_CHAIN);
      }
      return readIn(tx, auditTables, (all) => all, chains);
    },
    write: (tx, entries) => writeIn(tx, auditTables, entries),
    each: 'json_array_elements($1::json) AS wanted (value)',
  });
