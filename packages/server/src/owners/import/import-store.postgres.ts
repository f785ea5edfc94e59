import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { inTransaction, LOCKING } from '../../database/postgres/transaction.js';
import { itemAt } from '../../lib/item-at.js';
import type { Import, ImportCounts, ImportState } from '../entities.js';
import { startHeartbeat } from '../../lib/heartbeat.js';
import { OwnerImportError } from '../errors.js';
import {
  createOwnTables,
  idBefore,
  indexKeys,
  indexRecords,
  keysTable,
  loaded,
  MAX_OWN_RECORDS,
  recordsTable,
  SHARED,
  asArray,
  BURY,
  changed,
  one,
  nextRecordId,
  nextTableNumber,
  touch,
  writeLoading,
  type OwnersCluster,
} from '../cluster.postgres.js';
import { readContact, storedContact } from '../stored-contact.js';
import { KEY_COLUMNS, keyRows, RECORD_COLUMNS, recordRows } from './copy-rows.postgres.js';
import {
  sourceChanged,
  storedRecord,
  type RecordRow,
  type Activation,
  type Duplicate,
  type DuplicatePlace,
  type ImportStore,
  type MergedRecord,
  type NewImport,
  type StoredRecord,
} from './import-store.js';
import type { PhoneType } from '../record.js';
import { LOCK_AND_DOUBT } from '../shown/shown-store.js';
import type { EncodedRecords } from './record-batch.js';
import { columnName } from '../../database/index.js';
import { PACK_CONTACTS_SQL } from '../contact-counts.js';

type Transaction = pg.PoolClient;

/** Rows per transaction, so that none holds its locks for long. */
const RECORDS_PER_STEP = 50_000;

/** A larger file gets tables of its own: some 100,000 rows. */
export const OWN_TABLES_FROM_BYTES = 16 * 1024 * 1024;

/** Heartbeat interval during CREATE INDEX, when no other write refreshes `touchedAt`. */
const HEARTBEAT_MS = 30_000;

export class PostgresImportStore implements ImportStore {
  /** @param ownTablesFromBytes file size from which an import gets its own tables */
  constructor(
    private readonly cluster: OwnersCluster,
    private readonly ownTablesFromBytes = OWN_TABLES_FROM_BYTES,
  ) {}

  async imports(state?: ImportState, source?: string): Promise<Import[]> {
    const { rows } = await this.cluster.pool.query<Import>(
      `SELECT ${IMPORT} FROM owner_imports
        WHERE state = COALESCE($1, state) AND source = COALESCE($2, source) ORDER BY edition NULLS FIRST, sequence`,
      [state ?? null, source ?? null],
    );
    return rows;
  }

  begin({ bytes, phoneTypeDefault, chosenColumns, ...given }: NewImport): Promise<Import> {
    const { id, source, fingerprint, fileDigest, priority, addressRules } = given;
    const now = this.cluster.clock.now();
    return this.#transaction(async (tx) => {
      const table = bytes < this.ownTablesFromBytes ? SHARED : await nextTableNumber(tx);
      for (const statement of table === SHARED ? [] : createOwnTables(table)) await tx.query(statement);
      const lastRecordId = table === SHARED ? (await nextRecordId(tx, 0)) - 1 : idBefore(table);
      const begun = await one<Import>(tx, BEGIN_IMPORT, [
        ...[id, source, fingerprint, fileDigest, addressRules, priority, now, table, lastRecordId + 1],
        ...[lastRecordId, phoneTypeDefault, chosenColumns],
      ]);
      this.cluster.tables.note(begun.sequence, table);
      return begun;
    });
  }

  async append(loading: Import, records: EncodedRecords, setAside: readonly number[]): Promise<number> {
    const { sequence, firstRecordId } = loading;
    const { identities, streets } = records;
    const table = await this.cluster.tables.of(sequence);
    const firstId = await writeLoading(this.cluster, loading, async (tx) => {
      const first = table === SHARED ? await nextRecordId(tx, identities.length) : loading.lastRecordId + 1;
      const last = first + identities.length - 1;
      if (table !== SHARED && last - firstRecordId >= MAX_OWN_RECORDS) throw tooManyOwners();
      await tx.query(MOVE_LAST_ID, [sequence, last]);
      const [columns, importSequence] = table === SHARED ? [WITH_IMPORT, sequence] : ['', null];
      const rows = recordRows(records, first, importSequence);
      await copyInto(tx, `${recordsTable(table)} (${columns}${RECORD_COLUMNS})`, rows);
      await tx.query(INSERT_STREETS, [sequence, streets]);
      if (setAside.length > 0) {
        const aside = setAside.map((record) => itemAt(identities, record));
        await tx.query(SET_ASIDE, [sequence, asArray(aside), asArray(setAside.map((at) => first + at))]);
      }
      return first;
    });
    loading.lastRecordId = firstId + identities.length - 1;
    return firstId;
  }

  addKeys(loading: Import, entries: Float64Array): () => Promise<void> {
    const { sequence } = loading;
    const made = this.cluster.tables.known(sequence);
    const rowsOf = (table: number) => keyRows(entries, table === SHARED ? sequence : null);
    const ready = made === undefined ? null : rowsOf(made);
    return async () => {
      const table = await this.cluster.tables.of(sequence);
      const rows = ready ?? rowsOf(table);
      await writeLoading(this.cluster, loading, async (tx) => {
        const columns = table === SHARED ? WITH_IMPORT : '';
        await copyInto(tx, `${keysTable(table)} (${columns}${KEY_COLUMNS})`, rows);
      });
    };
  }

  async setAsideFirst(loading: Import): Promise<void> {
    const { sequence, firstRecordId, lastRecordId } = loading;
    const table = await this.cluster.tables.of(sequence);
    await this.#alive(loading, async () => {
      if (table !== SHARED) await this.#build(indexRecords(table));
      await this.cluster.pool.query('ANALYZE owner_duplicates');
      await this.cluster.pool.query(findFirst(table), [firstRecordId, lastRecordId, sequence]);
    });
  }

  async duplicates(
    { sequence }: Import,
    { identity, id }: DuplicatePlace,
    limit: number,
  ): Promise<Duplicate[]> {
    const table = await this.cluster.tables.of(sequence);
    const { rows } = await this.cluster.pool.query<Omit<Duplicate, 'contact'> & { contact: string }>(
      nextDuplicates(table),
      [sequence, identity, id, limit],
    );
    return rows.map((row) => ({ ...row, contact: readContact(row.contact) }));
  }

  async merge(loading: Import, merged: readonly MergedRecord[], absorbed: readonly number[]): Promise<void> {
    const table = await this.cluster.tables.of(loading.sequence);
    await writeLoading(this.cluster, loading, async (tx) => {
      await tx.query(updateMerged(table), [
        asArray(merged.map(({ id }) => id)),
        asArray(merged.map(({ ownerNumber }) => ownerNumber)),
        asArray(merged.map(({ contact }) => contact.phones.length)),
        asArray(merged.map(({ contact }) => contact.emails.length)),
        merged.map(({ contact }) => storedContact(contact)),
      ]);
      await tx.query(`DELETE FROM ${recordsTable(table)} WHERE id = ANY($1)`, [asArray(absorbed)]);
    });
  }

  async indexSetAside(loading: Import): Promise<void> {
    const { sequence, firstRecordId, lastRecordId } = loading;
    const table = await this.cluster.tables.of(sequence);
    // The first of several was not known to be one of them when its keys were added, and merging may have changed it.
    await this.#alive(loading, async () => {
      await this.cluster.pool.query(forgetFirst(table), [sequence]);
    });
    for (let from = firstRecordId; from <= lastRecordId; from += RECORDS_PER_STEP) {
      const to = Math.min(lastRecordId, from + RECORDS_PER_STEP - 1);
      await writeLoading(this.cluster, loading, (tx) => tx.query(indexSetAside(table), [from, to, sequence]));
    }
    await this.cluster.pool.query('DELETE FROM owner_duplicates WHERE import_sequence = $1', [sequence]);
  }

  async finishIndex(loading: Import): Promise<void> {
    const table = await this.cluster.tables.of(loading.sequence);
    if (table === SHARED) return;
    await this.#alive(loading, async () => {
      await Promise.all([indexRecords(table), indexKeys(table)].map((index) => this.#build(index)));
      // Without statistics, the planner may prefer a full table scan.
      await this.cluster.pool.query(`ANALYZE ${recordsTable(table)}, ${keysTable(table)}`);
      for (const statement of loaded(table)) await this.cluster.pool.query(statement);
    });
  }

  async touch(loading: Import): Promise<void> {
    await writeLoading(this.cluster, loading, () => Promise.resolve());
  }

  activate(
    loading: Import,
    counts: ImportCounts,
    { setsPriority, replace, inPlaceOf, isCurrent }: Activation,
  ): Promise<Import | null> {
    const { sequence, source, fileDigest, priority } = loading;
    return this.#change(async (tx) => {
      await tx.query(LOCK_AND_DOUBT);
      if (isCurrent !== undefined && !(await isCurrent())) return null;
      await touch(tx, loading, this.cluster.clock.now());
      const now = this.cluster.clock.now();
      if (setsPriority) await tx.query(SET_PRIORITY, [source, priority]);
      // Importing the same file with other settings replaces the earlier import of it.
      if (fileDigest !== null && inPlaceOf === undefined)
        await tx.query(`${RETIRE} AND file_digest = $3`, [now, source, fileDigest]);
      if (inPlaceOf !== undefined) {
        const old = await tx.query<{ priority: number }>(RETIRE_WITHOUT_EDITION, [now, inPlaceOf.sequence]);
        if (old.rows[0] === undefined) throw sourceChanged();
        await tx.query('UPDATE owner_imports SET priority = $2 WHERE sequence = $1', [
          sequence,
          old.rows[0].priority,
        ]);
      }
      if (replace) await tx.query(RETIRE, [now, source]);
      return one<Import>(tx, ACTIVATE, [
        ...[sequence, inPlaceOf?.activatedAt ?? now, counts.rowsRead, counts.rowsMerged, counts.rowsRefused],
        ...[counts.records, counts.addressKeys, counts.phones, counts.emails],
        ...[counts.untypedPhones, inPlaceOf?.edition ?? null],
      ]);
    });
  }

  async abandon({ sequence }: Import): Promise<void> {
    await this.cluster.pool.query(`${BURY} AND sequence = $1`, [sequence]);
  }

  async retire(source: string, except?: Import): Promise<number> {
    return this.#change(async (tx) => {
      await tx.query(LOCK_AND_DOUBT);
      const retired = await tx.query(`${RETIRE} AND sequence <> $3`, [
        this.cluster.clock.now(),
        source,
        except?.sequence ?? NO_IMPORT,
      ]);
      return changed(retired);
    });
  }

  setPriority(source: string, priority: number): Promise<number> {
    return this.#change(async (tx) => changed(await tx.query(SET_PRIORITY, [source, priority])));
  }

  async setPhoneTypeDefault(sequence: number, phoneTypeDefault: PhoneType | null): Promise<void> {
    await this.cluster.pool.query('UPDATE owner_imports SET phone_type_default = $2 WHERE sequence = $1', [
      sequence,
      phoneTypeDefault,
    ]);
  }

  async recordsOf(
    { sequence, firstRecordId, lastRecordId }: Import,
    afterId: number,
    limit: number,
  ): Promise<StoredRecord[]> {
    const table = await this.cluster.tables.of(sequence);
    const { rows } = await this.cluster.pool.query<RecordRow>(nextRecords(table), [
      ...[Math.max(afterId + 1, firstRecordId), lastRecordId, sequence, limit],
    ]);
    return rows.map(storedRecord);
  }

  async copyStreets(loading: Import, { sequence }: Import): Promise<void> {
    await writeLoading(this.cluster, loading, (tx) => tx.query(COPY_STREETS, [loading.sequence, sequence]));
  }

  async #build(index: string): Promise<void> {
    await this.#transaction(async (tx) => {
      await tx.query(`SET LOCAL maintenance_work_mem = '${INDEX_MEMORY}'`);
      await tx.query(index);
    });
  }

  /** Sends heartbeats during a long statement. */
  async #alive(loading: Import, work: () => Promise<void>): Promise<void> {
    await this.touch(loading);
    // If the import was retired as dead, the check after the work reports it.
    const stopHeartbeat = startHeartbeat(HEARTBEAT_MS, () => this.touch(loading).catch(() => undefined));
    try {
      await work();
    } finally {
      await stopHeartbeat();
    }
    await this.touch(loading);
  }

  /** Changes which imports are visible. One change at a time, so that editions rise in commit order. */
  #change<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
    return this.#transaction(async (tx) => {
      await tx.query(CHANGE_VERSION);
      return work(tx);
    });
  }

  #transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
    return inTransaction(this.cluster.pool, LOCKING, work);
  }
}

const INDEX_MEMORY = '256MB';

/** Sequence that no import has. */
const NO_IMPORT = 0;

function copyInto(tx: Transaction, table: string, rows: Buffer): Promise<void> {
  const stream = tx.query(copyFrom(`COPY ${table} FROM STDIN (FORMAT binary)`));
  return new Promise((resolve, reject) => {
    stream.on('finish', resolve).on('error', reject).end(rows);
  });
}

const tooManyOwners = (): OwnerImportError =>
  new OwnerImportError(
    'too_many_owners',
    `One import can hold ${MAX_OWN_RECORDS.toLocaleString('en-US')} owners. Nothing was imported. Split the file and import each part.`,
  );

// Statements about records and keys serve both the shared tables and an import's own.

/** Selects an import's columns under the names of the entity's fields: `first_record_id AS "firstRecordId"`. */
const IMPORT = (
  [
    ...['sequence', 'id', 'source', 'state', 'edition', 'fingerprint', 'fileDigest', 'priority'],
    ...['phoneTypeDefault', 'chosenColumns', 'untypedPhones'],
    ...['addressRules', 'firstRecordId', 'lastRecordId', 'rowsRead', 'rowsMerged'],
    ...['rowsRefused', 'records', 'addressKeys', 'phones', 'emails', 'startedAt', 'touchedAt'],
    ...['activatedAt', 'retiredAt'],
  ] as (keyof Import)[]
)
  .map((field) => `${columnName(field)} AS "${field}"`)
  .join(', ');

const BEGIN_IMPORT = `
  INSERT INTO owner_imports (id, source, state, fingerprint, file_digest, address_rules, priority, started_at, touched_at,
                             table_number, first_record_id, last_record_id, phone_type_default, chosen_columns)
  VALUES ($1, $2, 'loading', $3, $4, $5,
          COALESCE($6::bigint, (SELECT MAX(priority) FROM owner_imports WHERE source = $2 AND state = 'active'), 0),
          $7, $7, $8, $9, $10, $11, $12)
  RETURNING ${IMPORT}`;

/** A random number that JavaScript holds exactly. A counter would come back to old values when a backup is restored. */
const CHANGE_VERSION = 'UPDATE owner_directory SET version = floor(random() * 9007199254740991)';

const MOVE_LAST_ID = 'UPDATE owner_imports SET last_record_id = $2 WHERE sequence = $1';

/** Leading column of the shared tables; an import's own tables do not have it. */
const WITH_IMPORT = 'import_sequence, ';

const SET_ASIDE = `
  INSERT INTO owner_duplicates (import_sequence, identity, record_id)
  SELECT $1::bigint, * FROM unnest($2::bigint[], $3::bigint[])`;

// Other parts of the file may have inserted the same streets.
const INSERT_STREETS = `
  INSERT INTO owner_streets (street_key, import_sequence, street)
  SELECT (value ->> 0)::bigint, $1::bigint, value ->> 1 FROM json_array_elements($2::json)
      ON CONFLICT DO NOTHING`;

/** Condition that record `r` belongs to import `$n`. Own tables hold one import only. */
const isOf = (table: number, place: number): string =>
  table === SHARED ? `r.import_sequence = $${place}` : `$${place}::bigint IS NOT NULL`;

// While rows arrive, every record of an owner but the first is noted as a duplicate. This adds the first ones.
const findFirst = (table: number): string => `
  INSERT INTO owner_duplicates (import_sequence, identity, record_id)
  SELECT $3::bigint, r.identity, r.id FROM ${recordsTable(table)} AS r
   WHERE r.id BETWEEN $1 AND $2 AND ${isOf(table, 3)}
     AND r.identity IN (SELECT identity FROM owner_duplicates WHERE import_sequence = $3)
      ON CONFLICT DO NOTHING`;

/** Finds keys in the shared tables through the key list of their record. */
const forgetFirst = (table: number): string =>
  table === SHARED
    ? `DELETE FROM owner_keys AS k
        USING owner_duplicates AS d JOIN owner_records AS r ON r.id = d.record_id,
              LATERAL json_array_elements_text(r.address_keys::json) AS wanted (key)
        WHERE d.import_sequence = $1 AND k.import_sequence = $1 AND k.address_key = wanted.key::bigint
          AND k.record_id = d.record_id`
    : `DELETE FROM ${keysTable(table)} AS k USING owner_duplicates AS d
        WHERE d.import_sequence = $1 AND k.record_id = d.record_id`;

const nextDuplicates = (table: number): string => `
  SELECT r.id, r.identity, r.owner_id AS "ownerId", r.owner_number AS "ownerNumber",
         r.address_keys AS "addressKeys", r.contact
    FROM owner_duplicates d JOIN ${recordsTable(table)} r ON r.id = d.record_id
   WHERE d.import_sequence = $1 AND (d.identity, d.record_id) > ($2, $3)
   ORDER BY d.identity, d.record_id LIMIT $4`;

const updateMerged = (table: number): string => `
  UPDATE ${recordsTable(table)} AS r
     SET owner_number = merged.owner_number, phone_count = merged.phones, email_count = merged.emails,
         contact = merged.contact
    FROM unnest($1::bigint[], $2::smallint[], $3::smallint[], $4::smallint[], $5::text[])
      AS merged (id, owner_number, phones, emails, contact)
   WHERE r.id = merged.id`;

const indexSetAside = (table: number): string => `
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

const SET_PRIORITY = "UPDATE owner_imports SET priority = $2 WHERE source = $1 AND state = 'active'";

const RETIRE = `
  UPDATE owner_imports SET state = 'retired', retired_at = $1::bigint WHERE state = 'active' AND source = $2`;

const RETIRE_WITHOUT_EDITION = `
  UPDATE owner_imports SET state = 'retired', retired_at = $1::bigint, edition = NULL
   WHERE state = 'active' AND sequence = $2
  RETURNING priority`;

const COPY_STREETS = `
  INSERT INTO owner_streets (street_key, import_sequence, street)
  SELECT street_key, $1::bigint, street FROM owner_streets WHERE import_sequence = $2
      ON CONFLICT DO NOTHING`;

const nextRecords = (table: number): string => `
  SELECT r.id, r.identity, r.owner_id AS "ownerId", r.owner_number AS "ownerNumber", r.fails, r.address,
         r.address_keys AS "addressKeys", r.address_seal AS "addressSeal",
         COALESCE(o.contact, r.contact) AS contact
    FROM ${recordsTable(table)} AS r LEFT JOIN owner_originals AS o ON o.record_id = r.id
   WHERE r.id BETWEEN $1 AND $2 AND ${isOf(table, 3)}
     AND NOT EXISTS (SELECT 1 FROM owner_joins AS j WHERE j.joined_id = r.id)
   ORDER BY r.id LIMIT $4`;

const ACTIVATE = `
  UPDATE owner_imports
     SET state = 'active', edition = COALESCE($11::bigint, (SELECT COALESCE(MAX(edition), 0) + 1 FROM owner_imports)), activated_at = $2,
         rows_read = $3, rows_merged = $4, rows_refused = $5, records = $6, address_keys = $7, phones = $8, emails = $9,
         untyped_phones = $10
   WHERE sequence = $1
  RETURNING ${IMPORT}`;
