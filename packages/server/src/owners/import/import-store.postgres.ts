import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import type { Clock } from '../../clock.js';
import { inTransaction, LOCKING } from '../../database/postgres/transaction.js';
import { itemAt } from '../../item-at.js';
import type { Import, ImportCounts, ImportState } from '../entities.js';
import { signsOfLife } from '../../signs-of-life.js';
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
import { readContact, storedContact } from '../stored-contact.js';
import { KEY_COLUMNS, keyRows, RECORD_COLUMNS, recordRows } from './copy-rows.postgres.js';
import { nextRecordId, nextTableNumber } from './ids.postgres.js';
import * as sql from './import-statements.postgres.js';
import type {
  Duplicate,
  DuplicatePlace,
  ImportStore,
  MergedRecord,
  Neighbor,
  NewImport,
  NewJoin,
} from './import-store.js';
import type { EncodedRecords } from './record-batch.js';

type Transaction = pg.PoolClient;

/** What one transaction goes through: none should hold its locks for long. */
const KEYS_PER_STEP = 20_000;
const RECORDS_PER_STEP = 50_000;

/** A larger file gets tables of its own: some 100,000 rows. */
export const OWN_TABLES_FROM_BYTES = 16 * 1024 * 1024;

/** While PostgreSQL builds an index, nobody else says that the import lives. */
const SIGN_OF_LIFE_MS = 30_000;

/** Whoever reads an own table of a purged import at this moment is waited for so long. */
const DROP_PATIENCE = '5s';

export class PostgresImportStore implements ImportStore {
  /** The own tables of imports: they never change. */
  readonly #tables = new Map<number, number>();

  /** @param ownTablesFromBytes of its file, from which on an import has tables of its own */
  constructor(
    private readonly pool: pg.Pool,
    private readonly clock: Clock,
    private readonly ownTablesFromBytes = OWN_TABLES_FROM_BYTES,
  ) {}

  async imports(state?: ImportState, source?: string): Promise<Import[]> {
    const { rows } = await this.pool.query<Import>(
      `SELECT ${sql.IMPORT} FROM owner_imports
        WHERE state = COALESCE($1, state) AND source = COALESCE($2, source) ORDER BY edition NULLS FIRST, sequence`,
      [state ?? null, source ?? null],
    );
    return rows;
  }

  begin({ id, source, fingerprint, fileDigest, priority, addressRules, bytes }: NewImport): Promise<Import> {
    const now = this.clock.now();
    return this.#transaction(async (tx) => {
      const table = bytes < this.ownTablesFromBytes ? SHARED : await nextTableNumber(tx);
      for (const statement of table === SHARED ? [] : createOwnTables(table)) await tx.query(statement);
      const lastRecordId = table === SHARED ? (await nextRecordId(tx, 0)) - 1 : idBefore(table);
      const begun = await one<Import>(tx, sql.BEGIN_IMPORT, [
        ...[id, source, fingerprint, fileDigest, addressRules, priority, now, table, lastRecordId + 1],
        lastRecordId,
      ]);
      this.#tables.set(begun.sequence, table);
      return begun;
    });
  }

  async append(loading: Import, records: EncodedRecords, setAside: readonly number[]): Promise<number> {
    const { sequence, firstRecordId } = loading;
    const { identities } = records;
    const table = await this.#tableOf(sequence);
    const firstId = await this.#write(loading, async (tx) => {
      const first = table === SHARED ? await nextRecordId(tx, identities.length) : loading.lastRecordId + 1;
      const last = first + identities.length - 1;
      if (table !== SHARED && last - firstRecordId >= MAX_OWN_RECORDS) throw tooManyOwners();
      await tx.query(sql.MOVE_LAST_ID, [sequence, last]);
      const [columns, importSequence] = table === SHARED ? [sql.WITH_IMPORT, sequence] : ['', null];
      const rows = recordRows(records, first, importSequence);
      await copyInto(tx, `${recordsTable(table)} (${columns}${RECORD_COLUMNS})`, rows);
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
    const made = this.#tables.get(sequence);
    const rowsOf = (table: number) => keyRows(entries, table === SHARED ? sequence : null);
    const ready = made === undefined ? null : rowsOf(made);
    return async () => {
      const table = await this.#tableOf(sequence);
      const rows = ready ?? rowsOf(table);
      await this.#write(loading, async (tx) => {
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
    const table = await this.#tableOf(sequence);
    await this.#alive(loading, async () => {
      if (table !== SHARED) await this.#build(indexRecords(table));
      await this.pool.query('ANALYZE owner_duplicates');
      await this.pool.query(sql.findFirst(table), [firstRecordId, lastRecordId, sequence]);
    });
  }

  async duplicates(
    { sequence }: Import,
    { identity, id }: DuplicatePlace,
    limit: number,
  ): Promise<Duplicate[]> {
    const table = await this.#tableOf(sequence);
    const { rows } = await this.pool.query<Omit<Duplicate, 'contact'> & { contact: string }>(
      sql.nextDuplicates(table),
      [sequence, identity, id, limit],
    );
    return rows.map((row) => ({ ...row, contact: readContact(row.contact) }));
  }

  async merge(loading: Import, merged: readonly MergedRecord[], absorbed: readonly number[]): Promise<void> {
    const table = await this.#tableOf(loading.sequence);
    await this.#write(loading, async (tx) => {
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
    const table = await this.#tableOf(sequence);
    // The first of several was not known to be one of them when its keys were added, and merging may have changed it.
    await this.#alive(loading, async () => {
      await this.pool.query(sql.forgetFirst(table), [sequence]);
    });
    for (let from = firstRecordId; from <= lastRecordId; from += RECORDS_PER_STEP) {
      const to = Math.min(lastRecordId, from + RECORDS_PER_STEP - 1);
      await this.#write(loading, (tx) => tx.query(sql.indexSetAside(table), [from, to, sequence]));
    }
    await this.pool.query('DELETE FROM owner_duplicates WHERE import_sequence = $1', [sequence]);
  }

  async finishIndex(loading: Import): Promise<void> {
    const table = await this.#tableOf(loading.sequence);
    if (table === SHARED) return;
    await this.#alive(loading, async () => {
      await Promise.all([indexRecords(table), indexKeys(table)].map((index) => this.#build(index)));
      // Without figures about a table, a plan that reads all of it may seem cheap.
      await this.pool.query(`ANALYZE ${recordsTable(table)}, ${keysTable(table)}`);
      for (const statement of loaded(table)) await this.pool.query(statement);
    });
  }

  async touch(loading: Import): Promise<void> {
    await this.#write(loading, () => Promise.resolve());
  }

  activate(
    loading: Import,
    counts: ImportCounts,
    {
      setsPriority,
      replace,
      exactKeys,
    }: { setsPriority: boolean; replace: boolean; exactKeys: number | null },
  ): Promise<Import> {
    const { sequence, source, fileDigest, priority } = loading;
    return this.#change(async (tx) => {
      await this.#touch(tx, loading);
      const now = this.clock.now();
      if (setsPriority) await tx.query(sql.SET_PRIORITY, [source, priority]);
      // The same file, read in another way: what was understood before is mended, not added to.
      if (fileDigest !== null)
        await tx.query(`${sql.RETIRE} AND file_digest = $3`, [now, source, fileDigest]);
      if (replace) await tx.query(sql.RETIRE, [now, source]);
      return one<Import>(tx, sql.ACTIVATE, [
        ...[sequence, now, exactKeys, counts.rowsRead, counts.rowsMerged, counts.rowsRefused],
        ...[counts.records, counts.addressKeys, counts.phones, counts.emails],
      ]);
    });
  }

  async abandon({ sequence }: Import): Promise<void> {
    await this.pool.query(`${sql.BURY} AND sequence = $1`, [sequence]);
  }

  async retire(source: string, except?: Import): Promise<number> {
    return this.#change(async (tx) => {
      const retired = await tx.query(`${sql.RETIRE} AND sequence <> $3`, [
        this.clock.now(),
        source,
        except?.sequence ?? NO_IMPORT,
      ]);
      return changed(retired);
    });
  }

  setPriority(source: string, priority: number): Promise<number> {
    return this.#change(async (tx) => changed(await tx.query(sql.SET_PRIORITY, [source, priority])));
  }

  async neighbors(
    sequence: number,
    others: readonly number[],
    [from, to]: readonly [from: number, to: number],
  ): Promise<Neighbor[]> {
    const all = [...new Set([sequence, ...others])];
    const tables = new Map<number, number>();
    for (const other of all) tables.set(other, await this.#tableOf(other));
    const { rows } = await this.pool.query<Neighbor>(sql.findNeighbors(tables), [
      from,
      to,
      sequence,
      asArray(all),
    ]);
    return rows;
  }

  addJoins(loading: Import | null, joins: readonly NewJoin[]): Promise<number> {
    const rows = joins.map(({ parents, contact }) => ({
      winner: itemAt(parents, 0),
      parents: JSON.stringify(parents),
      sequences: asArray([...new Set(parents.map(([, importSequence]) => importSequence))]),
      contact: storedContact(contact),
      phones: contact.phones.length,
      emails: contact.emails.length,
    }));
    return this.#write(loading, async (tx) => {
      const known = await tx.query<{ parents: string }>(
        'SELECT parents FROM owner_joins WHERE record_id = ANY($1)',
        [asArray(rows.map(({ winner: [recordId] }) => recordId))],
      );
      const made = new Set(known.rows.map(({ parents }) => parents));
      const fresh = rows.filter(({ parents }) => !made.has(parents));
      if (fresh.length === 0) return 0;
      const firstId = await nextRecordId(tx, fresh.length);
      const ids = asArray(fresh.map((_, at) => firstId + at));
      const [phones, emails] = [
        asArray(fresh.map((row) => row.phones)),
        asArray(fresh.map((row) => row.emails)),
      ];
      await tx.query(sql.INSERT_JOINED_RECORDS, [
        ids,
        asArray(fresh.map(({ winner: [, importSequence] }) => importSequence)),
        ...[phones, emails],
        fresh.map(({ contact }) => contact),
      ]);
      await tx.query(sql.INSERT_JOINS, [
        asArray(fresh.map(({ winner: [recordId] }) => recordId)),
        ...[ids, phones, emails],
        fresh.map(({ parents }) => parents),
        fresh.map(({ sequences }) => sequences),
      ]);
      return fresh.length;
    });
  }

  async haveLargerJoins(sequences: readonly number[]): Promise<boolean> {
    const { rows } = await this.pool.query(
      'SELECT 1 FROM owner_joins WHERE cardinality(import_sequences) > 2 AND import_sequences && $1 LIMIT 1',
      [asArray(sequences)],
    );
    return rows.length > 0;
  }

  async buryDead(untouchedSince: number): Promise<void> {
    await this.pool.query(`${sql.BURY} AND touched_at < $1`, [untouchedSince]);
  }

  /** Those in the shared table lie in it in random order, so it is gone through from end to end. */
  async removeKeys(sequences: readonly number[]): Promise<void> {
    const shared: number[] = [];
    for (const sequence of sequences) {
      const table = await this.#tableOf(sequence);
      if (table === SHARED) shared.push(sequence);
      else await this.#drop(keysTable(table));
    }
    for (let after = -1; shared.length > 0;) {
      const { rows } = await this.pool.query<{ addressKey: number }>(sql.KEY_AFTER, [after, KEYS_PER_STEP]);
      const upTo = rows[0]?.addressKey ?? Number.MAX_SAFE_INTEGER;
      await this.pool.query(sql.DELETE_KEYS, [after, upTo, asArray(shared)]);
      if (rows.length === 0) break;
      after = upTo;
    }
    await this.pool.query('DELETE FROM owner_key_blocks WHERE import_sequence = ANY($1)', [
      asArray(sequences),
    ]);
  }

  async removeJoins(sequences: readonly number[]): Promise<void> {
    const { rows } = await this.pool.query<{ first: number | null; last: number | null }>(
      'SELECT MIN(joined_id) AS first, MAX(joined_id) AS last FROM owner_joins',
    );
    const { first, last } = itemAt(rows, 0);
    if (first === null || last === null) return;
    for (let from = first; from <= last; from += KEYS_PER_STEP) {
      await this.pool.query(sql.DELETE_JOINS, [from, from + KEYS_PER_STEP - 1, asArray(sequences)]);
    }
  }

  async removeRecords({
    sequence,
    firstRecordId,
    lastRecordId,
    records,
    activatedAt,
  }: Import): Promise<number> {
    const table = await this.#tableOf(sequence);
    if (table !== SHARED) {
      await this.#drop(recordsTable(table));
      // Merging changes how many there are; one that was never active is as long as it got.
      return activatedAt === null ? lastRecordId - firstRecordId + 1 : records;
    }
    let removed = 0;
    for (let from = firstRecordId; from <= lastRecordId; from += RECORDS_PER_STEP) {
      const to = Math.min(lastRecordId, from + RECORDS_PER_STEP - 1);
      removed += changed(await this.pool.query(sql.DELETE_RECORDS, [from, to, sequence]));
    }
    return removed;
  }

  async forget(sequences: readonly number[]): Promise<void> {
    await this.#transaction(async (tx) => {
      await tx.query('DELETE FROM owner_duplicates WHERE import_sequence = ANY($1)', [asArray(sequences)]);
      await tx.query('DELETE FROM owner_imports WHERE sequence = ANY($1)', [asArray(sequences)]);
    });
    for (const sequence of sequences) this.#tables.delete(sequence);
  }

  /** The number of the import's tables. @throws OwnerImportError given_up, for an import that is gone */
  async #tableOf(sequence: number): Promise<number> {
    const known = this.#tables.get(sequence);
    if (known !== undefined) return known;
    const { rows } = await this.pool.query<{ table: number }>(
      'SELECT table_number AS "table" FROM owner_imports WHERE sequence = $1',
      [sequence],
    );
    const [import_] = rows;
    // Whoever loads it gave no sign of life for so long that it was purged.
    if (import_ === undefined) throw givenUp();
    this.#tables.set(sequence, import_.table);
    return import_.table;
  }

  async #build(index: string): Promise<void> {
    await this.#transaction(async (tx) => {
      await tx.query(`SET LOCAL maintenance_work_mem = '${INDEX_MEMORY}'`);
      await tx.query(index);
    });
  }

  async #drop(table: string): Promise<void> {
    await this.#transaction(async (tx) => {
      await tx.query(`SET LOCAL lock_timeout = '${DROP_PATIENCE}'`);
      await tx.query(`DROP TABLE IF EXISTS ${table}`);
    });
  }

  /** What takes one long statement, with signs of life in between. */
  async #alive(loading: Import, work: () => Promise<void>): Promise<void> {
    await this.touch(loading);
    // Whether it was taken for dead is found out when the work is done.
    const stopSigns = signsOfLife(SIGN_OF_LIFE_MS, () => this.touch(loading).catch(() => undefined));
    try {
      await work();
    } finally {
      await stopSigns();
    }
    await this.touch(loading);
  }

  /** Changes what is visible. One at a time, so that editions rise with the commits. */
  #change<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
    return this.#transaction(async (tx) => {
      await tx.query(sql.CHANGE_VERSION);
      return work(tx);
    });
  }

  /**
   * What a change of what is visible makes sure of is on disk with it. Until then nobody would miss what a crash takes.
   * @param loading null where nobody has to give a sign of life
   */
  #write<T>(loading: Import | null, work: (tx: Transaction) => Promise<T>): Promise<T> {
    return this.#transaction(async (tx) => {
      if (loading !== null) {
        await tx.query('SET LOCAL synchronous_commit = off');
        await this.#touch(tx, loading);
      }
      return work(tx);
    });
  }

  async #touch(tx: Transaction, { sequence }: Import): Promise<void> {
    const touched = await tx.query(
      "UPDATE owner_imports SET touched_at = $2 WHERE sequence = $1 AND state = 'loading'",
      [sequence, this.clock.now()],
    );
    if (changed(touched) !== 1) throw givenUp();
  }

  #transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
    return inTransaction(this.pool, LOCKING, work);
  }
}

const INDEX_MEMORY = '256MB';

/** No import has this sequence. */
const NO_IMPORT = 0;

const changed = ({ rowCount }: pg.QueryResult): number => {
  if (rowCount === null) throw new Error('PostgreSQL did not say how many rows a statement changed');
  return rowCount;
};

async function one<Row extends pg.QueryResultRow>(
  tx: Transaction,
  sql: string,
  parameters: readonly unknown[],
): Promise<Row> {
  const { rows } = await tx.query<Row>(sql, [...parameters]);
  return itemAt(rows, 0);
}

/** An array of numbers as PostgreSQL reads it. pg would write each of them as a quoted text. */
const asArray = (numbers: readonly number[]): string => `{${numbers.join(',')}}`;

function copyInto(tx: Transaction, table: string, rows: Buffer): Promise<void> {
  const stream = tx.query(copyFrom(`COPY ${table} FROM STDIN (FORMAT binary)`));
  return new Promise((resolve, reject) => {
    stream.on('finish', resolve).on('error', reject).end(rows);
  });
}

const givenUp = (): OwnerImportError =>
  new OwnerImportError(
    'given_up',
    'This import made no progress for 5 minutes and was cancelled. Run it again.',
  );

const tooManyOwners = (): OwnerImportError =>
  new OwnerImportError(
    'too_many_owners',
    `One import can hold ${MAX_OWN_RECORDS.toLocaleString('en-US')} owners. Nothing was imported. Split the file and import each part.`,
  );
