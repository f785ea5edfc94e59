import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { inTransaction, LOCKING } from '../../database/postgres/transaction.js';
import { itemAt } from '../../lib/item-at.js';
import type { Import, ImportCounts, ImportState } from '../entities.js';
import { startHeartbeat } from '../../lib/heartbeat.js';
import { OwnerImportError } from '../errors.js';
import type { KeyBlock } from '../match/copy/index.js';
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
} from '../own-tables.postgres.js';
import { asArray, changed, one } from '../rows.postgres.js';
import { readContact, storedContact } from '../stored-contact.js';
import { KEY_COLUMNS, keyRows, RECORD_COLUMNS, recordRows } from './copy-rows.postgres.js';
import { nextRecordId, nextTableNumber } from '../loading/ids.postgres.js';
import * as sql from './import-statements.postgres.js';
import { touch, writeLoading, type OwnersCluster } from '../loading/loading.postgres.js';
import { sourceChanged, storedRecord, type RecordRow } from './stored-again.js';
import type {
  Activation,
  Duplicate,
  DuplicatePlace,
  ImportStore,
  MergedRecord,
  NewImport,
  StoredRecord,
} from './import-store.js';
import type { PhoneType } from '../record.js';
import type { EncodedRecords } from './record-batch.js';

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
      `SELECT ${sql.IMPORT} FROM owner_imports
        WHERE state = COALESCE($1, state) AND source = COALESCE($2, source) ORDER BY edition NULLS FIRST, sequence`,
      [state ?? null, source ?? null],
    );
    return rows;
  }

  begin({ bytes, phoneTypeDefault, ...given }: NewImport): Promise<Import> {
    const { id, source, fingerprint, fileDigest, priority, addressRules } = given;
    const now = this.cluster.clock.now();
    return this.#transaction(async (tx) => {
      const table = bytes < this.ownTablesFromBytes ? SHARED : await nextTableNumber(tx);
      for (const statement of table === SHARED ? [] : createOwnTables(table)) await tx.query(statement);
      const lastRecordId = table === SHARED ? (await nextRecordId(tx, 0)) - 1 : idBefore(table);
      const begun = await one<Import>(tx, sql.BEGIN_IMPORT, [
        ...[id, source, fingerprint, fileDigest, addressRules, priority, now, table, lastRecordId + 1],
        ...[lastRecordId, phoneTypeDefault],
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
      await tx.query(sql.MOVE_LAST_ID, [sequence, last]);
      const [columns, importSequence] = table === SHARED ? [sql.WITH_IMPORT, sequence] : ['', null];
      const rows = recordRows(records, first, importSequence);
      await copyInto(tx, `${recordsTable(table)} (${columns}${RECORD_COLUMNS})`, rows);
      await tx.query(sql.INSERT_STREETS, [sequence, streets]);
      if (setAside.length > 0) {
        const aside = setAside.map((record) => itemAt(identities, record));
        await tx.query(sql.SET_ASIDE, [sequence, asArray(aside), asArray(setAside.map((at) => first + at))]);
      }
      return first;
    });
    loading.lastRecordId = firstId + identities.length - 1;
    return firstId;
  }

  addKeys(loading: Import, entries: Float64Array, blocks: readonly KeyBlock[]): () => Promise<void> {
    const { sequence } = loading;
    const made = this.cluster.tables.known(sequence);
    const rowsOf = (table: number) => keyRows(entries, table === SHARED ? sequence : null);
    const ready = made === undefined ? null : rowsOf(made);
    return async () => {
      const table = await this.cluster.tables.of(sequence);
      const rows = ready ?? rowsOf(table);
      await writeLoading(this.cluster, loading, async (tx) => {
        const columns = table === SHARED ? sql.WITH_IMPORT : '';
        await copyInto(tx, `${keysTable(table)} (${columns}${KEY_COLUMNS})`, rows);
        if (blocks.length === 0) return;
        await tx.query(sql.INSERT_BLOCKS, [
          sequence,
          blocks.map(({ block }) => block),
          blocks.map(({ bytes }) => bytes),
        ]);
      });
    };
  }

  async setAsideFirst(loading: Import): Promise<void> {
    const { sequence, firstRecordId, lastRecordId } = loading;
    const table = await this.cluster.tables.of(sequence);
    await this.#alive(loading, async () => {
      if (table !== SHARED) await this.#build(indexRecords(table));
      await this.cluster.pool.query('ANALYZE owner_duplicates');
      await this.cluster.pool.query(sql.findFirst(table), [firstRecordId, lastRecordId, sequence]);
    });
  }

  async duplicates(
    { sequence }: Import,
    { identity, id }: DuplicatePlace,
    limit: number,
  ): Promise<Duplicate[]> {
    const table = await this.cluster.tables.of(sequence);
    const { rows } = await this.cluster.pool.query<Omit<Duplicate, 'contact'> & { contact: string }>(
      sql.nextDuplicates(table),
      [sequence, identity, id, limit],
    );
    return rows.map((row) => ({ ...row, contact: readContact(row.contact) }));
  }

  async merge(loading: Import, merged: readonly MergedRecord[], absorbed: readonly number[]): Promise<void> {
    const table = await this.cluster.tables.of(loading.sequence);
    await writeLoading(this.cluster, loading, async (tx) => {
      await tx.query(sql.updateMerged(table), [
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
      await this.cluster.pool.query(sql.forgetFirst(table), [sequence]);
    });
    for (let from = firstRecordId; from <= lastRecordId; from += RECORDS_PER_STEP) {
      const to = Math.min(lastRecordId, from + RECORDS_PER_STEP - 1);
      await writeLoading(this.cluster, loading, (tx) =>
        tx.query(sql.indexSetAside(table), [from, to, sequence]),
      );
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
    { setsPriority, replace, exactKeys, inPlaceOf }: Activation,
  ): Promise<Import> {
    const { sequence, source, fileDigest, priority } = loading;
    return this.#change(async (tx) => {
      await touch(tx, loading, this.cluster.clock.now());
      const now = this.cluster.clock.now();
      if (setsPriority) await tx.query(sql.SET_PRIORITY, [source, priority]);
      // Importing the same file with other settings replaces the earlier import of it.
      if (fileDigest !== null && inPlaceOf === undefined)
        await tx.query(`${sql.RETIRE} AND file_digest = $3`, [now, source, fileDigest]);
      if (inPlaceOf !== undefined) {
        const old = await tx.query<{ priority: number }>(sql.RETIRE_WITHOUT_EDITION, [
          now,
          inPlaceOf.sequence,
        ]);
        if (old.rows[0] === undefined) throw sourceChanged();
        await tx.query('UPDATE owner_imports SET priority = $2 WHERE sequence = $1', [
          sequence,
          old.rows[0].priority,
        ]);
      }
      if (replace) await tx.query(sql.RETIRE, [now, source]);
      return one<Import>(tx, sql.ACTIVATE, [
        ...[
          sequence,
          inPlaceOf?.activatedAt ?? now,
          exactKeys,
          counts.rowsRead,
          counts.rowsMerged,
          counts.rowsRefused,
        ],
        ...[counts.records, counts.addressKeys, counts.phones, counts.emails],
        ...[counts.untypedPhones, inPlaceOf?.edition ?? null],
      ]);
    });
  }

  async abandon({ sequence }: Import): Promise<void> {
    await this.cluster.pool.query(`${sql.BURY} AND sequence = $1`, [sequence]);
  }

  async retire(source: string, except?: Import): Promise<number> {
    return this.#change(async (tx) => {
      const retired = await tx.query(`${sql.RETIRE} AND sequence <> $3`, [
        this.cluster.clock.now(),
        source,
        except?.sequence ?? NO_IMPORT,
      ]);
      return changed(retired);
    });
  }

  setPriority(source: string, priority: number): Promise<number> {
    return this.#change(async (tx) => changed(await tx.query(sql.SET_PRIORITY, [source, priority])));
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
    const { rows } = await this.cluster.pool.query<RecordRow>(sql.nextRecords(table), [
      ...[Math.max(afterId + 1, firstRecordId), lastRecordId, sequence, limit],
    ]);
    return rows.map(storedRecord);
  }

  async copyStreets(loading: Import, { sequence }: Import): Promise<void> {
    await writeLoading(this.cluster, loading, (tx) =>
      tx.query(sql.COPY_STREETS, [loading.sequence, sequence]),
    );
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
      await tx.query(sql.CHANGE_VERSION);
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
