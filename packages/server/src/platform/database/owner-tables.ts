import type { Dialect } from './service-tables.js';

/**
 * Tables of the owner directory that both engines have alike, as statements that create them. Visibility is decided by the state of an
 * import alone (reading 35). Of a visible record only what is shown of it changes (directory/shown/).
 */
export const ownerTables = ({ numberKey, counting, bytes, inKeyOrder }: Dialect): string[] => [
  `CREATE TABLE imports (
     sequence ${numberKey} ${counting},
     id TEXT NOT NULL UNIQUE,
     source TEXT NOT NULL,
     state TEXT NOT NULL CHECK (state IN ('loading', 'active', 'retired')),
     edition BIGINT UNIQUE,
     priority BIGINT NOT NULL,
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
  `CREATE TABLE import_duplicates (
     import_sequence BIGINT NOT NULL,
     identity BIGINT NOT NULL,
     record_id BIGINT NOT NULL,
     PRIMARY KEY (import_sequence, identity, record_id)
   ) ${inKeyOrder}`,
  // The contact on file of each record that is shown in another way, or hidden (directory/shown/).
  `CREATE TABLE owner_originals (
     record_id ${numberKey},
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
  `CREATE TABLE owner_doubts (record_id ${numberKey})`,
  // The streets of each import, by place and name (docs/decisions/015): whether a lead may be forgiven a missing direction depends
  // on which streets there are.
  `CREATE TABLE owner_streets (
     street_key BIGINT NOT NULL,
     import_sequence BIGINT NOT NULL,
     street TEXT NOT NULL,
     PRIMARY KEY (street_key, import_sequence, street)
   ) ${inKeyOrder}`,
  // Do Not Call lists: the imported lists, and a bit for each number (directory/dnc/).
  `CREATE TABLE dnc_lists (
     kind TEXT NOT NULL,
     area_code BIGINT NOT NULL,
     dated TEXT NOT NULL,
     numbers BIGINT NOT NULL,
     imported_at BIGINT NOT NULL,
     edition BIGINT NOT NULL,
     PRIMARY KEY (kind, area_code)
   ) ${inKeyOrder}`,
  // Every reader checks the highest edition first: it changes with each import.
  'CREATE INDEX dnc_lists_by_edition ON dnc_lists (edition)',
  `CREATE TABLE dnc_blocks (
     prefix BIGINT NOT NULL,
     kind TEXT NOT NULL,
     bits ${bytes} NOT NULL,
     PRIMARY KEY (prefix, kind)
   )`,
];
