/*
 * Tables of records and keys. Imports of small files share the tables 0, `owner_records` and `owner_keys`, because a directory
 * may have thousands of them, and a lookup would have to query each. An import of a large file has its own tables, such as
 * `owner_records_7` and `owner_keys_7`: they are filled without an index, which is built at the end, and dropped when the
 * import is purged (docs/decisions/013).
 */

/** The tables that small imports share. */
export const SHARED = 0;

/**
 * A record's id determines its tables: lower ids are in the shared ones, and each pair of own tables has a range of ids larger
 * than it can ever need. Ids have 43 bits because the copy of the index has no room for more (match/copy/exact-keys.ts).
 */
const FIRST_OWN_ID = 2 ** 40;
const IDS_PER_TABLE = 2 ** 28;
const MAX_TABLE_NUMBER = (2 ** 43 - FIRST_OWN_ID) / IDS_PER_TABLE - 1;

/** Maximum number of records in own tables. */
export const MAX_OWN_RECORDS = IDS_PER_TABLE - 1;

/** @param next value of the sequence of table numbers; after 28,671 large imports, all others go into the shared tables */
export const tableNumber = (next: number): number => (next > MAX_TABLE_NUMBER ? SHARED : next);

/** Unused id directly before the ids of the table. */
export const idBefore = (table: number): number => FIRST_OWN_ID + table * IDS_PER_TABLE;

/** The tables of a record. */
export const tableOf = (recordId: number): number =>
  recordId < FIRST_OWN_ID ? SHARED : Math.floor((recordId - FIRST_OWN_ID) / IDS_PER_TABLE);

export const recordsTable = (table: number): string => withNumber('owner_records', table);
export const keysTable = (table: number): string => withNumber('owner_keys', table);

/** The number is checked, because it becomes part of statements. */
function withNumber(name: string, table: number): string {
  if (!Number.isSafeInteger(table) || table < 0 || table > MAX_TABLE_NUMBER)
    throw new Error(`there are no tables of owners with the number ${table}`);
  return table === SHARED ? name : `${name}_${table}`;
}

/** Creates a pair of own tables. They need no import column, because their number identifies the import. */
export const createOwnTables = (table: number): string[] => [
  `CREATE TABLE ${recordsTable(table)} (
     id BIGINT NOT NULL,
     identity BIGINT NOT NULL,
     address_seal BIGINT,
     owner_number SMALLINT NOT NULL,
     phone_count SMALLINT NOT NULL,
     email_count SMALLINT NOT NULL,
     fails SMALLINT NOT NULL,
     owner_id TEXT,
     address TEXT NOT NULL,
     address_keys TEXT NOT NULL,
     contact TEXT NOT NULL
   ) ${WHILE_LOADING}`,
  `CREATE TABLE ${keysTable(table)} (
     address_key BIGINT NOT NULL,
     record_id BIGINT NOT NULL,
     address_seal BIGINT,
     contacts SMALLINT
   ) ${WHILE_LOADING}`,
];

/** Disables autovacuum, which would scan a growing table again and again for nothing. */
const WHILE_LOADING = 'WITH (autovacuum_enabled = false)';

/** Enables autovacuum once the tables are complete. */
export const loaded = (table: number): string[] =>
  [recordsTable(table), keysTable(table)].map((name) => `ALTER TABLE ${name} RESET (autovacuum_enabled)`);

export const indexRecords = (table: number): string =>
  `CREATE UNIQUE INDEX IF NOT EXISTS ${recordsTable(table)}_by_id ON ${recordsTable(table)} (id)`;

/** Keys were written in ascending order, so equal and neighboring ones lie together in the table. */
export const indexKeys = (table: number): string =>
  `CREATE INDEX IF NOT EXISTS ${keysTable(table)}_by_key ON ${keysTable(table)} (address_key)`;
