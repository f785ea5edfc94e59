import { ownerTables } from '../owner-tables.js';
import { serviceTables } from '../service-tables.js';
import { supportTables } from '../support-tables.js';
import type { Migration } from './data-source.js';

// Steps are numbered alike on both engines. They begin with 100: a database with a lower number is of a commit before the first
// release, and is refused. Until that release step 100 is changed in place; after it, a later step mends it.

const dialect = {
  numberKey: 'INTEGER PRIMARY KEY',
  counting: 'AUTOINCREMENT',
  bytes: 'BLOB',
  inKeyOrder: 'WITHOUT ROWID',
  randomHex: 'lower(hex(randomblob(32)))',
};

export const serviceMigrations: readonly Migration[] = [
  {
    name: 'Service1795000000100',
    statements: [
      ...serviceTables(dialect),
      // Finds a day's records except charges of single lookups; `daily_lookups.charged_cents` has their sum.
      "CREATE INDEX ledger_records_by_age ON ledger_records (created_at) WHERE type <> 'lookup_charge'",
    ],
  },
];

export const supportMigrations: readonly Migration[] = [
  { name: 'Support1795000000100', statements: supportTables },
];

/** The owner directory. */
export const ownersMigrations: readonly Migration[] = [
  {
    name: 'Owners1795000000100',
    statements: [
      ...ownerTables(dialect),
      // AUTOINCREMENT: the id of a purged record is never given to another person's, so an old reference finds nothing.
      `CREATE TABLE owner_records (
         id INTEGER PRIMARY KEY AUTOINCREMENT,
         import_sequence BIGINT NOT NULL,
         identity BIGINT NOT NULL,
         address_seal BIGINT,
         owner_id TEXT,
         owner_number BIGINT NOT NULL,
         phone_count BIGINT NOT NULL,
         email_count BIGINT NOT NULL,
         fails BIGINT NOT NULL,
         address TEXT NOT NULL,
         address_keys TEXT NOT NULL,
         contact TEXT NOT NULL
       )`,
      // A covering index without a table behind it: a lookup of many keys touches nothing else.
      `CREATE TABLE owner_keys (
         address_key BIGINT NOT NULL,
         import_sequence BIGINT NOT NULL,
         record_id BIGINT NOT NULL,
         address_seal BIGINT,
         contacts BIGINT,
         PRIMARY KEY (address_key, import_sequence, record_id)
       ) WITHOUT ROWID`,
      // The contacts of an owner that two sources have are a separate record, which no key refers to. A join is stored by its
      // winner's record, so that a lookup reads one page.
      `CREATE TABLE owner_joins (
         record_id BIGINT NOT NULL,
         joined_id BIGINT NOT NULL,
         phone_count BIGINT NOT NULL,
         email_count BIGINT NOT NULL,
         -- A JSON array of [record id, import], the winner first.
         parents TEXT NOT NULL,
         PRIMARY KEY (record_id, joined_id)
       ) WITHOUT ROWID`,
      'CREATE INDEX owner_joins_by_id ON owner_joins (joined_id)',
    ],
  },
];
