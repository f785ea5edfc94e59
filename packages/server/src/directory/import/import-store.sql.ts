import { columnName } from '../../platform/database/index.js';
import { startHeartbeat } from '../../platform/lib/heartbeat.js';
import { itemAt } from '../../platform/lib/item-at.js';
import { PACK_CONTACTS_SQL } from '../contact-counts.js';
import type { Import, ImportCounts, ImportState } from '../entities.js';
import {
  BURY,
  rowText,
  touch,
  writeLoading,
  type ImportTables,
  type OwnerDatabase,
  type OwnerDialect,
  type OwnerTx,
  type RowFormat,
} from '../owner-database.js';
import type { PhoneType } from '../record.js';
import { LOCK_AND_COUNT_IMPORTS } from '../shown/shown-store.js';
import { readContact, storedContact } from '../stored-contact.js';
import {
  sourceChanged,
  storedRecord,
  type Activation,
  type Duplicate,
  type DuplicatePlace,
  type ImportStore,
  type MergedRecord,
  type NewImport,
  type RecordRow,
  type StoredRecord,
} from './import-store.js';
import { KEY_NUMBERS, NONE, type EncodedRecords } from './record-batch.js';

/** Rows per transaction, so that others write in between and none holds its locks for long. */
const INDEXED_PER_STEP = 50_000;

/** Heartbeat interval during long statements, when no other write sends one. */
const HEARTBEAT_MS = 30_000;

/** Tables of their own for large imports, where an engine has them. */
export interface ImportPartitions {
  /**
   * Makes room for an import.
   * @param bytes size of its file
   * @returns the id before its first record's; null if it shares tables with small imports
   */
  makeRoom(tx: OwnerTx, bytes: number): Promise<number | null>;
  /** @returns the first of `count` unused ids; null if the import shares tables */
  nextId(loading: Import, count: number): number | null;
  /** Prepares for finding records that were set aside. */
  beforeMerging(loading: Import): Promise<void>;
  /** See `ImportStore.finishIndex`. */
  finishIndex(loading: Import): Promise<void>;
}

export class SqlImportStore implements ImportStore {
  constructor(
    private readonly database: OwnerDatabase,
    private readonly partitions?: ImportPartitions,
  ) {}

  get rowFormat(): RowFormat {
    return this.database.rowFormat;
  }

  imports(state?: ImportState, source?: string): Promise<Import[]> {
    return this.database.read(LIST_IMPORTS, [state ?? null, source ?? null]);
  }

  begin({ bytes, ...given }: NewImport): Promise<Import> {
    const { id, source, fingerprint, fileDigest, addressRules } = given;
    const { priority, phoneTypeDefault, chosenColumns } = given;
    return this.database.write(async (tx) => {
      const lastRecordId =
        (await this.partitions?.makeRoom(tx, bytes)) ?? (await this.database.nextRecordId(tx, 0)) - 1;
      const begun = await tx.query<Import>(BEGIN_IMPORT, [
        ...[id, source, fingerprint, fileDigest, addressRules, priority, this.database.clock.now()],
        ...[lastRecordId + 1, lastRecordId, phoneTypeDefault, chosenColumns],
      ]);
      return itemAt(begun, 0);
    });
  }

  async append(loading: Import, records: EncodedRecords, setAside: readonly number[]): Promise<number> {
    const { sequence } = loading;
    const { rows, identities, streets } = records;
    const { dialect } = this.database;
    const firstId = await writeLoading(this.database, loading, async (tx) => {
      const first =
        this.partitions?.nextId(loading, identities.length) ??
        (await this.database.nextRecordId(tx, identities.length));
      const table = this.#tablesOf(loading).records;
      await tx.insert({ table, importSequence: sequence, firstId: first, columns: RECORD_CELLS, rows });
      await tx.query('UPDATE imports SET last_record_id = $1 WHERE sequence = $2', [
        first + identities.length - 1,
        sequence,
      ]);
      await tx.query(insertStreets(dialect), [sequence, streets]);
      if (setAside.length > 0) {
        const aside = setAside.map((record) => [itemAt(identities, record), first + record]);
        await tx.query(setAsideOf(dialect), [sequence, JSON.stringify(aside)]);
      }
      return first;
    });
    loading.lastRecordId = firstId + identities.length - 1;
    return firstId;
  }

  async addKeys(loading: Import, entries: Float64Array): Promise<void> {
    const rows: string[] = [];
    const cell = (at: number) => (entries[at] === NONE ? null : (entries[at] ?? null));
    for (let at = 0; at < entries.length; at += KEY_NUMBERS)
      rows.push(rowText(this.rowFormat, [cell(at), cell(at + 1), cell(at + 2), cell(at + 3)]));
    const given = {
      table: this.#tablesOf(loading).keys,
      importSequence: loading.sequence,
      firstId: null,
      columns: KEY_CELLS,
      rows,
    };
    await writeLoading(this.database, loading, (tx) => tx.insert(given));
  }

  setAsideFirst(loading: Import): Promise<void> {
    const { sequence, firstRecordId, lastRecordId } = loading;
    return this.#alive(loading, async () => {
      await this.partitions?.beforeMerging(loading);
      await this.database.write((tx) =>
        tx.query(findFirst(this.#tablesOf(loading)), [sequence, firstRecordId, lastRecordId]),
      );
    });
  }

  async duplicates(loading: Import, { identity, id }: DuplicatePlace, limit: number): Promise<Duplicate[]> {
    const rows = await this.database.read<Omit<Duplicate, 'contact'> & { contact: string }>(
      nextDuplicates(this.#tablesOf(loading)),
      [loading.sequence, identity, id, limit],
    );
    return rows.map((row) => ({ ...row, contact: readContact(row.contact) }));
  }

  merge(loading: Import, merged: readonly MergedRecord[], absorbed: readonly number[]): Promise<void> {
    const { dialect } = this.database;
    const tables = this.#tablesOf(loading);
    const rows = merged.map(({ id, ownerNumber, contact }) => {
      const { phones, emails } = contact;
      return [id, ownerNumber, phones.length, emails.length, storedContact(contact)];
    });
    return writeLoading(this.database, loading, async (tx) => {
      await tx.query(updateMerged(tables, dialect), [JSON.stringify(rows)]);
      await tx.query(`DELETE FROM ${tables.records} WHERE ${dialect.isIn('id', 1)}`, [
        dialect.numbers(absorbed),
      ]);
    });
  }

  async indexSetAside(loading: Import): Promise<void> {
    const { sequence, firstRecordId, lastRecordId } = loading;
    const tables = this.#tablesOf(loading);
    const { dialect } = this.database;
    // The first of several was not known to be one of them when its keys were added, and merging may have changed it.
    await this.#alive(loading, async () => {
      await this.database.write((tx) => tx.query(forgetFirst(tables, dialect), [sequence]));
    });
    for (let from = firstRecordId; from <= lastRecordId; from += INDEXED_PER_STEP) {
      const to = Math.min(lastRecordId, from + INDEXED_PER_STEP - 1);
      await writeLoading(this.database, loading, (tx) =>
        tx.query(indexSetAside(tables, dialect), [sequence, from, to]),
      );
    }
    await this.database.write((tx) =>
      tx.query('DELETE FROM import_duplicates WHERE import_sequence = $1', [sequence]),
    );
  }

  finishIndex(loading: Import): Promise<void> {
    return this.#alive(loading, async () => this.partitions?.finishIndex(loading));
  }

  touch(loading: Import): Promise<void> {
    return writeLoading(this.database, loading, () => Promise.resolve());
  }

  activate(
    loading: Import,
    counts: ImportCounts,
    { setsPriority, replace, inPlaceOf, isCurrent }: Activation,
  ): Promise<Import | null> {
    const { sequence, source, fileDigest, priority } = loading;
    return this.database.writeVisible(async (tx) => {
      await tx.query(LOCK_AND_COUNT_IMPORTS);
      if (isCurrent !== undefined && !(await isCurrent())) return null;
      const now = this.database.clock.now();
      await touch(tx, loading, now);
      if (setsPriority) await tx.query(SET_PRIORITY, [priority, source]);
      // Importing the same file with other settings replaces the earlier import of it.
      if (fileDigest !== null && inPlaceOf === undefined)
        await tx.query(`${RETIRE} AND source = $2 AND file_digest = $3`, [now, source, fileDigest]);
      if (inPlaceOf !== undefined) {
        const [old] = await tx.query<{ priority: number }>(RETIRE_WITHOUT_EDITION, [now, inPlaceOf.sequence]);
        if (old === undefined) throw sourceChanged();
        await tx.query('UPDATE imports SET priority = $1 WHERE sequence = $2', [old.priority, sequence]);
      }
      if (replace) await tx.query(`${RETIRE} AND source = $2`, [now, source]);
      const active = await tx.query<Import>(ACTIVATE, [
        ...[inPlaceOf?.edition ?? null, inPlaceOf?.activatedAt ?? now],
        ...[counts.rowsRead, counts.rowsMerged, counts.rowsRefused, counts.records, counts.addressKeys],
        ...[counts.phones, counts.emails, counts.untypedPhones, sequence],
      ]);
      return itemAt(active, 0);
    });
  }

  async abandon({ sequence }: Import): Promise<void> {
    await this.database.write((tx) => tx.query(`${BURY} AND sequence = $1`, [sequence]));
  }

  retire(source: string, except?: Import): Promise<number> {
    return this.database.writeVisible(async (tx) => {
      await tx.query(LOCK_AND_COUNT_IMPORTS);
      const retired = await tx.query(`${RETIRE} AND source = $2 AND sequence <> $3 RETURNING sequence`, [
        this.database.clock.now(),
        source,
        except?.sequence ?? NO_IMPORT,
      ]);
      return retired.length;
    });
  }

  setPriority(source: string, priority: number): Promise<number> {
    return this.database.writeVisible(async (tx) => {
      const changed = await tx.query(`${SET_PRIORITY} RETURNING sequence`, [priority, source]);
      return changed.length;
    });
  }

  async setPhoneTypeDefault(sequence: number, phoneTypeDefault: PhoneType | null): Promise<void> {
    await this.database.write((tx) =>
      tx.query('UPDATE imports SET phone_type_default = $1 WHERE sequence = $2', [
        phoneTypeDefault,
        sequence,
      ]),
    );
  }

  async recordsOf(
    { sequence, firstRecordId, lastRecordId }: Import,
    afterId: number,
    limit: number,
  ): Promise<StoredRecord[]> {
    const rows = await this.database.read<RecordRow>(NEXT_RECORDS, [
      ...[Math.max(afterId + 1, firstRecordId), lastRecordId, sequence, limit],
    ]);
    return rows.map(storedRecord);
  }

  async copyStreets(loading: Import, { sequence }: Import): Promise<void> {
    await writeLoading(this.database, loading, (tx) => tx.query(COPY_STREETS, [loading.sequence, sequence]));
  }

  #tablesOf(loading: Import): ImportTables {
    return this.database.ownTables(loading) ?? this.database.shared;
  }

  /** Sends heartbeats during long statements. */
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
}

/** Sequence that no import has. */
const NO_IMPORT = 0;

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

const LIST_IMPORTS = `
  SELECT ${IMPORT} FROM imports
   WHERE state = COALESCE($1, state) AND source = COALESCE($2, source) ORDER BY edition NULLS FIRST, sequence`;

const BEGIN_IMPORT = `
  INSERT INTO imports (id, source, state, fingerprint, file_digest, address_rules, priority, started_at, touched_at,
                       first_record_id, last_record_id, phone_type_default, chosen_columns)
  VALUES ($1, $2, 'loading', $3, $4, $5,
          COALESCE(CAST($6 AS BIGINT), (SELECT MAX(priority) FROM imports WHERE source = $2 AND state = 'active'), 0),
          $7, $7, $8, $9, $10, $11)
  RETURNING ${IMPORT}`;

const SET_PRIORITY = "UPDATE imports SET priority = $1 WHERE state = 'active' AND source = $2";

const RETIRE = "UPDATE imports SET state = 'retired', retired_at = $1 WHERE state = 'active'";

// Editions are unique.
const RETIRE_WITHOUT_EDITION = `
  UPDATE imports SET state = 'retired', retired_at = $1, edition = NULL WHERE state = 'active' AND sequence = $2
  RETURNING priority`;

const ACTIVATE = `
  UPDATE imports
     SET state = 'active',
         edition = COALESCE(CAST($1 AS BIGINT), (SELECT COALESCE(MAX(edition), 0) + 1 FROM imports)),
         activated_at = $2, rows_read = $3, rows_merged = $4, rows_refused = $5, records = $6, address_keys = $7,
         phones = $8, emails = $9, untyped_phones = $10
   WHERE sequence = $11
  RETURNING ${IMPORT}`;

const COPY_STREETS = `
  INSERT INTO owner_streets (street_key, import_sequence, street)
  SELECT street_key, CAST($1 AS BIGINT), street FROM owner_streets WHERE import_sequence = $2
      ON CONFLICT DO NOTHING`;

const NEXT_RECORDS = `
  SELECT r.id, r.identity, r.owner_id AS "ownerId", r.owner_number AS "ownerNumber", r.fails, r.address,
         r.address_keys AS "addressKeys", r.address_seal AS "addressSeal",
         COALESCE(o.contact, r.contact) AS contact
    FROM owner_records AS r LEFT JOIN owner_originals AS o ON o.record_id = r.id
   WHERE r.id BETWEEN $1 AND $2 AND r.import_sequence = $3
     AND NOT EXISTS (SELECT 1 FROM owner_joins AS j WHERE j.joined_id = r.id)
   ORDER BY r.id LIMIT $4`;

/** The cells of `EncodedRecords.rows`. */
const RECORD_CELLS = {
  identity: 'BIGINT',
  address_seal: 'BIGINT',
  owner_number: 'BIGINT',
  phone_count: 'BIGINT',
  email_count: 'BIGINT',
  fails: 'BIGINT',
  owner_id: 'TEXT',
  address: 'TEXT',
  address_keys: 'TEXT',
  contact: 'TEXT',
} as const;

/** The numbers of an entry of the index (`KeyNumber`). */
const KEY_CELLS = {
  address_key: 'BIGINT',
  record_id: 'BIGINT',
  address_seal: 'BIGINT',
  contacts: 'BIGINT',
} as const;

// Other parts of the file may have inserted the same streets. WHERE true: without it SQLite reads ON CONFLICT as a join condition.
const insertStreets = ({ each }: OwnerDialect): string => `
  INSERT INTO owner_streets (street_key, import_sequence, street)
  SELECT CAST(wanted.value ->> 0 AS BIGINT), CAST($1 AS BIGINT), wanted.value ->> 1 FROM ${each('$2')} WHERE true
      ON CONFLICT DO NOTHING`;

const setAsideOf = ({ each }: OwnerDialect): string => `
  INSERT INTO import_duplicates (import_sequence, identity, record_id)
  SELECT CAST($1 AS BIGINT), CAST(wanted.value ->> 0 AS BIGINT), CAST(wanted.value ->> 1 AS BIGINT) FROM ${each('$2')}`;

// While rows arrive, the second and later records of an owner are noted as duplicates. This notes the first record of each such owner.
const findFirst = ({ records }: ImportTables): string => `
  INSERT INTO import_duplicates (import_sequence, identity, record_id)
  SELECT import_sequence, identity, id FROM ${records}
   WHERE import_sequence = $1 AND id BETWEEN $2 AND $3
     AND identity IN (SELECT identity FROM import_duplicates WHERE import_sequence = $1)
   ORDER BY 1, 2, 3
      ON CONFLICT DO NOTHING`;

const nextDuplicates = ({ records }: ImportTables): string => `
  SELECT r.id, r.identity, r.owner_id AS "ownerId", r.owner_number AS "ownerNumber",
         r.address_keys AS "addressKeys", r.contact
    FROM import_duplicates d JOIN ${records} r ON r.id = d.record_id
   WHERE d.import_sequence = $1 AND (d.identity, d.record_id) > ($2, $3) ORDER BY d.identity, d.record_id LIMIT $4`;

const updateMerged = ({ records }: ImportTables, { each }: OwnerDialect): string => `
  UPDATE ${records}
     SET owner_number = CAST(wanted.value ->> 1 AS BIGINT), phone_count = CAST(wanted.value ->> 2 AS BIGINT),
         email_count = CAST(wanted.value ->> 3 AS BIGINT), contact = wanted.value ->> 4
    FROM ${each('$1')} WHERE ${records}.id = CAST(wanted.value ->> 0 AS BIGINT)`;

const KEY = 'CAST(CAST(wanted.value AS TEXT) AS BIGINT)';

const forgetFirst = ({ records, keys }: ImportTables, { each }: OwnerDialect): string => `
  DELETE FROM ${keys} WHERE (address_key, import_sequence, record_id) IN (
    SELECT ${KEY}, r.import_sequence, r.id
      FROM import_duplicates AS d JOIN ${records} AS r ON r.id = d.record_id CROSS JOIN ${each('r.address_keys')}
     WHERE d.import_sequence = $1)`;

/** The exact key comes first, and it alone can settle a match (docs/decisions/007). */
const indexSetAside = ({ records, keys }: ImportTables, { each, isFirst }: OwnerDialect): string => `
  INSERT INTO ${keys} (address_key, import_sequence, record_id, address_seal, contacts)
  SELECT ${KEY}, r.import_sequence, r.id, CASE WHEN ${isFirst} AND r.fails = 0 THEN r.address_seal END,
         CASE WHEN ${isFirst} THEN ${PACK_CONTACTS_SQL} END
    FROM ${records} AS r CROSS JOIN ${each('r.address_keys')}
   WHERE r.import_sequence = $1 AND r.id BETWEEN $2 AND $3
     AND EXISTS (SELECT 1 FROM import_duplicates AS d
                  WHERE d.import_sequence = $1 AND d.identity = r.identity AND d.record_id = r.id)
   ORDER BY 1, 2, 3`;
