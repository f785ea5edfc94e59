// SQL statements of the PostgreSQL import store. Statements about records and keys serve both the shared tables and an import's
// own.
import { columnName } from '../../database/index.js';
import { PACK_CONTACTS_SQL } from '../contact-counts.js';
import type { Import } from '../entities.js';
import { keysTable, recordsTable, SHARED } from '../own-tables.postgres.js';
import { KEY_COLUMNS } from './copy-rows.postgres.js';

/** Selects an import's columns under the names of the entity's fields: `first_record_id AS "firstRecordId"`. */
export const IMPORT = (
  [
    ...['sequence', 'id', 'source', 'state', 'edition', 'fingerprint', 'fileDigest', 'priority'],
    ...['phoneTypeDefault', 'untypedPhones'],
    ...['addressRules', 'exactKeys', 'firstRecordId', 'lastRecordId', 'rowsRead', 'rowsMerged'],
    ...['rowsRefused', 'records', 'addressKeys', 'phones', 'emails', 'startedAt', 'touchedAt'],
    ...['activatedAt', 'retiredAt'],
  ] as (keyof Import)[]
)
  .map((field) => `${columnName(field)} AS "${field}"`)
  .join(', ');

export const BEGIN_IMPORT = `
  INSERT INTO owner_imports (id, source, state, fingerprint, file_digest, address_rules, priority, started_at, touched_at,
                             table_number, first_record_id, last_record_id, phone_type_default)
  VALUES ($1, $2, 'loading', $3, $4, $5,
          COALESCE($6::bigint, (SELECT MAX(priority) FROM owner_imports WHERE source = $2 AND state = 'active'), 0),
          $7, $7, $8, $9, $10, $11)
  RETURNING ${IMPORT}`;

/** A random number that JavaScript holds exactly. A counter would come back to old values when a backup is restored. */
export const CHANGE_VERSION = 'UPDATE owner_directory SET version = floor(random() * 9007199254740991)';

export const MOVE_LAST_ID = 'UPDATE owner_imports SET last_record_id = $2 WHERE sequence = $1';

/** Leading column of the shared tables; an import's own tables do not have it. */
export const WITH_IMPORT = 'import_sequence, ';

export const SET_ASIDE = `
  INSERT INTO owner_duplicates (import_sequence, identity, record_id)
  SELECT $1::bigint, * FROM unnest($2::bigint[], $3::bigint[])`;

// Other parts of the file may have inserted the same streets.
export const INSERT_STREETS = `
  INSERT INTO owner_streets (street_key, import_sequence, street)
  SELECT (value ->> 0)::bigint, $1::bigint, value ->> 1 FROM json_array_elements($2::json)
      ON CONFLICT DO NOTHING`;

export const INSERT_BLOCKS = `
  INSERT INTO owner_key_blocks (import_sequence, block, bytes)
  SELECT $1::bigint, * FROM unnest($2::bigint[], $3::bytea[])`;

/** Condition that record `r` belongs to import `$n`. Own tables hold one import only. */
const isOf = (table: number, place: number): string =>
  table === SHARED ? `r.import_sequence = $${place}` : `$${place}::bigint IS NOT NULL`;

// While rows arrive, every record of an owner but the first is noted as a duplicate. This adds the first ones.
export const findFirst = (table: number): string => `
  INSERT INTO owner_duplicates (import_sequence, identity, record_id)
  SELECT $3::bigint, r.identity, r.id FROM ${recordsTable(table)} AS r
   WHERE r.id BETWEEN $1 AND $2 AND ${isOf(table, 3)}
     AND r.identity IN (SELECT identity FROM owner_duplicates WHERE import_sequence = $3)
      ON CONFLICT DO NOTHING`;

/** Finds keys in the shared tables through the key list of their record. */
export const forgetFirst = (table: number): string =>
  table === SHARED
    ? `DELETE FROM owner_keys AS k
        USING owner_duplicates AS d JOIN owner_records AS r ON r.id = d.record_id,
              LATERAL json_array_elements_text(r.address_keys::json) AS wanted (key)
        WHERE d.import_sequence = $1 AND k.import_sequence = $1 AND k.address_key = wanted.key::bigint
          AND k.record_id = d.record_id`
    : `DELETE FROM ${keysTable(table)} AS k USING owner_duplicates AS d
        WHERE d.import_sequence = $1 AND k.record_id = d.record_id`;

export const nextDuplicates = (table: number): string => `
  SELECT r.id, r.identity, r.owner_id AS "ownerId", r.owner_number AS "ownerNumber",
         r.address_keys AS "addressKeys", r.contact
    FROM owner_duplicates d JOIN ${recordsTable(table)} r ON r.id = d.record_id
   WHERE d.import_sequence = $1 AND (d.identity, d.record_id) > ($2, $3)
   ORDER BY d.identity, d.record_id LIMIT $4`;

export const updateMerged = (table: number): string => `
  UPDATE ${recordsTable(table)} AS r
     SET owner_number = merged.owner_number, phone_count = merged.phones, email_count = merged.emails,
         contact = merged.contact
    FROM unnest($1::bigint[], $2::smallint[], $3::smallint[], $4::smallint[], $5::text[])
      AS merged (id, owner_number, phones, emails, contact)
   WHERE r.id = merged.id`;

export const indexSetAside = (table: number): string => `
  INSERT INTO ${keysTable(table)} (${table === SHARED ? WITH_IMPORT : ''}${KEY_COLUMNS})
  SELECT ${table === SHARED ? 'r.import_sequence, ' : ''}wanted.key::bigint, r.id,
         CASE WHEN wanted.place = 1 AND r.fails = 0 THEN r.address_seal END,
         CASE WHEN wanted.place = 1 THEN ${PACK_CONTACTS_SQL} END
    FROM ${recordsTable(table)} AS r,
         json_array_elements_text(r.address_keys::json) WITH ORDINALITY AS wanted (key, place)
   WHERE r.id BETWEEN $1 AND $2 AND ${isOf(table, 3)}
     AND EXISTS (SELECT 1 FROM owner_duplicates AS d
                  WHERE d.import_sequence = $3 AND d.identity = r.identity AND d.record_id = r.id)
   ORDER BY 1, 2`;

export const SET_PRIORITY = "UPDATE owner_imports SET priority = $2 WHERE source = $1 AND state = 'active'";

export const RETIRE = `
  UPDATE owner_imports SET state = 'retired', retired_at = $1::bigint WHERE state = 'active' AND source = $2`;

export const RETIRE_WITHOUT_EDITION = `
  UPDATE owner_imports SET state = 'retired', retired_at = $1::bigint, edition = NULL
   WHERE state = 'active' AND sequence = $2
  RETURNING priority`;

export const COPY_STREETS = `
  INSERT INTO owner_streets (street_key, import_sequence, street)
  SELECT street_key, $1::bigint, street FROM owner_streets WHERE import_sequence = $2
      ON CONFLICT DO NOTHING`;

export const nextRecords = (table: number): string => `
  SELECT r.id, r.identity, r.owner_id AS "ownerId", r.owner_number AS "ownerNumber", r.fails, r.address,
         r.address_keys AS "addressKeys", r.address_seal AS "addressSeal", r.contact
    FROM ${recordsTable(table)} AS r
   WHERE r.id BETWEEN $1 AND $2 AND ${isOf(table, 3)}
     AND NOT EXISTS (SELECT 1 FROM owner_joins AS j WHERE j.joined_id = r.id)
   ORDER BY r.id LIMIT $4`;

export const BURY = "UPDATE owner_imports SET state = 'retired', retired_at = 0 WHERE state = 'loading'";

export const ACTIVATE = `
  UPDATE owner_imports
     SET state = 'active', edition = COALESCE($12::bigint, (SELECT COALESCE(MAX(edition), 0) + 1 FROM owner_imports)), activated_at = $2,
         exact_keys = $3, rows_read = $4, rows_merged = $5, rows_refused = $6, records = $7, address_keys = $8,
         phones = $9, emails = $10, untyped_phones = $11
   WHERE sequence = $1
  RETURNING ${IMPORT}`;
