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
      // Finds the records of a day, but for charges of single lookups, which daily_lookups adds up.
      "CREATE INDEX ledger_records_by_age ON ledger_records (created_at) WHERE type <> 'lookup_charge'",
    ],
  },
];

export const supportMigrations: readonly Migration[] = [
  { name: 'Support1795000000100', statements: supportTables },
];

/**
 * The owner directory. Visibility is decided by the state of an import alone (reading 35). Of a visible record only what is shown
 * of it changes (directory/shown/).
 */
export const ownersMigrations: readonly Migration[] = [
  {
    name: 'Owners1795000000100',
    statements: [
      `CREATE TABLE imports (
         sequence INTEGER PRIMARY KEY AUTOINCREMENT,
         id TEXT NOT NULL UNIQUE,
         source TEXT NOT NULL,
         state TEXT NOT NULL CHECK (state IN ('loading', 'active', 'retired')),
         edition BIGINT UNIQUE,
         priority BIGINT NOT NULL DEFAULT 0,
         -- The type of its phones that have none in the file; they are stored, and left out of answers while it is null.
         phone_type_default TEXT,
         -- As JSON, the headers that the operator chose for fields; the next import of the source takes them.
         chosen_columns TEXT,
         fingerprint TEXT NOT NULL,
         file_digest TEXT,
         address_rules BIGINT NOT NULL,
         first_record_id BIGINT NOT NULL,
         last_record_id BIGINT NOT NULL,
         rows_read BIGINT NOT NULL DEFAULT 0,
         rows_merged BIGINT NOT NULL DEFAULT 0,
         rows_refused BIGINT NOT NULL DEFAULT 0,
         records BIGINT NOT NULL DEFAULT 0,
         address_keys BIGINT NOT NULL DEFAULT 0,
         phones BIGINT NOT NULL DEFAULT 0,
         untyped_phones BIGINT NOT NULL DEFAULT 0,
         emails BIGINT NOT NULL DEFAULT 0,
         started_at BIGINT NOT NULL,
         touched_at BIGINT NOT NULL,
         activated_at BIGINT,
         retired_at BIGINT
       )`,
      'CREATE INDEX imports_by_state ON imports (state)',
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
      // The contact on file of each record that is shown in another way, or hidden (directory/shown/).
      `CREATE TABLE owner_originals (
         record_id INTEGER PRIMARY KEY,
         contact TEXT NOT NULL,
         correction_id TEXT
       )`,
      // One row: the versions of the suppression list and of the corrections that what is shown agrees with.
      `CREATE TABLE owner_screening (
         list_version BIGINT NOT NULL,
         corrections_version BIGINT NOT NULL,
         -- Counts changes of the visible imports; doubtful records were judged at that one.
         imports_version BIGINT NOT NULL,
         judged_at_imports BIGINT NOT NULL
       )`,
      'INSERT INTO owner_screening VALUES (0, 0, 0, 0)',
      // Records that the other records at their property may decide about.
      'CREATE TABLE owner_doubts (record_id INTEGER PRIMARY KEY)',
      // A covering index without a table behind it: a lookup of many keys touches nothing else.
      `CREATE TABLE owner_keys (
         address_key BIGINT NOT NULL,
         import_sequence BIGINT NOT NULL,
         record_id BIGINT NOT NULL,
         address_seal BIGINT,
         contacts BIGINT,
         PRIMARY KEY (address_key, import_sequence, record_id)
       ) WITHOUT ROWID`,
      `CREATE TABLE import_duplicates (
         import_sequence BIGINT NOT NULL,
         identity BIGINT NOT NULL,
         record_id BIGINT NOT NULL,
         PRIMARY KEY (import_sequence, identity, record_id)
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
      // The streets of each import, by place and name (docs/decisions/015): whether a lead may be forgiven a missing direction depends
      // on which streets there are.
      `CREATE TABLE owner_streets (
         street_key BIGINT NOT NULL,
         import_sequence BIGINT NOT NULL,
         street TEXT NOT NULL,
         PRIMARY KEY (street_key, import_sequence, street)
       ) WITHOUT ROWID`,
      // Do Not Call lists: the imported lists, and a bit for each number (directory/dnc/).
      `CREATE TABLE dnc_lists (
         kind TEXT NOT NULL,
         area_code BIGINT NOT NULL,
         dated TEXT NOT NULL,
         numbers BIGINT NOT NULL,
         imported_at BIGINT NOT NULL,
         edition BIGINT NOT NULL,
         PRIMARY KEY (kind, area_code)
       ) WITHOUT ROWID`,
      // Every reader checks the highest edition first: it changes with each import.
      'CREATE INDEX dnc_lists_by_edition ON dnc_lists (edition)',
      `CREATE TABLE dnc_blocks (
         prefix BIGINT NOT NULL,
         kind TEXT NOT NULL,
         bits BLOB NOT NULL,
         PRIMARY KEY (prefix, kind)
       )`,
    ],
  },
];
