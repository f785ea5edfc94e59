import type { EntityManager } from 'typeorm';
import type { Clock } from '../../clock.js';
import { In, LessThan } from '../../database/typeorm.js';
import type { Database } from '../../database/index.js';
import { itemAt } from '../../item-at.js';
import { PACK_CONTACTS_SQL } from '../contact-counts.js';
import { ImportEntity, type Import, type ImportCounts, type ImportState } from '../entities.js';
import { OwnerImportError } from '../errors.js';
import { readContact, storedContact } from '../stored-contact.js';
import type { KeyBlock } from '../match/copy/index.js';
import type {
  Duplicate,
  DuplicatePlace,
  ImportStore,
  MergedRecord,
  Neighbor,
  NewImport,
  NewJoin,
} from './import-store.js';
import { INSERT_KEYS, KeyMembers } from './key-members.sqlite.js';
import { KEY_NUMBERS, type EncodedRecords } from './record-batch.js';
import { INSERT_RECORDS } from './record-batch.sqlite.js';

/** What one transaction goes through: others write in between. */
const KEYS_PER_STEP = 20_000;
const PURGED_PER_STEP = 5_000;
const INDEXED_PER_STEP = 50_000;

type Work<T> = (tx: EntityManager) => Promise<T>;

export class SqliteImportStore implements ImportStore {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  imports(state?: ImportState, source?: string): Promise<Import[]> {
    const where = { ...(state !== undefined && { state }), ...(source !== undefined && { source }) };
    return this.database.read.find(ImportEntity, { where, order: { edition: 'ASC' } });
  }

  begin({ priority, id, source, fingerprint, fileDigest, addressRules }: NewImport): Promise<Import> {
    const now = this.clock.now();
    return this.database.write(async (tx) => {
      const [newest] = await tx.query<{ id: number | null }[]>('SELECT MAX(id) AS id FROM owner_records');
      const lastRecordId = newest?.id ?? 0;
      const [before] = await tx.find(ImportEntity, { where: { source, state: 'active' }, take: 1 });
      await tx.insert(ImportEntity, {
        ...{ id, source, fingerprint, fileDigest, addressRules },
        priority: priority ?? before?.priority ?? 0,
        ...{ state: 'loading', startedAt: now, touchedAt: now },
        ...{ firstRecordId: lastRecordId + 1, lastRecordId, ...NO_COUNTS },
      });
      return tx.findOneByOrFail(ImportEntity, { id });
    });
  }

  append(loading: Import, records: EncodedRecords, setAside: readonly number[]): Promise<number> {
    const { bytes, places, identities } = records;
    return this.#write(loading, async (tx) => {
      await tx.query(INSERT_RECORDS, [loading.sequence, bytes, places]);
      loading.lastRecordId = await lastInserted(tx);
      const firstId = loading.lastRecordId - identities.length + 1;
      if (setAside.length > 0) {
        const aside = setAside.map((record) => [identities[record], firstId + record]);
        await tx.query(SET_ASIDE, [loading.sequence, JSON.stringify(aside)]);
      }
      return firstId;
    });
  }

  addKeys(loading: Import, entries: Float64Array, blocks: readonly KeyBlock[]): () => Promise<void> {
    const members = new KeyMembers();
    for (let at = 0; at < entries.length; at += KEY_NUMBERS) members.add(entries, at);
    const json = members.json();
    return () =>
      this.#write(loading, async (tx) => {
        await tx.query(INSERT_KEYS, [loading.sequence, json]);
        for (const { block, bytes } of blocks) await tx.query(INSERT_BLOCK, [loading.sequence, block, bytes]);
      });
  }

  setAsideFirst(loading: Import): Promise<void> {
    const { sequence, firstRecordId, lastRecordId } = loading;
    return this.#write(loading, async (tx) => {
      await tx.query(FIND_FIRST, [firstRecordId, lastRecordId, sequence, sequence]);
    });
  }

  async duplicates(
    { sequence }: Import,
    { identity, id }: DuplicatePlace,
    limit: number,
  ): Promise<Duplicate[]> {
    const rows = await this.database.read.query<(Omit<Duplicate, 'contact'> & { contact: string })[]>(
      NEXT_DUPLICATES,
      [sequence, identity, id, limit],
    );
    return rows.map((row) => ({
      ...row,
      contact: readContact(row.contact),
    }));
  }

  merge(loading: Import, merged: readonly MergedRecord[], absorbed: readonly number[]): Promise<void> {
    const rows = merged.map(({ id, ownerNumber, contact }) => {
      const { phones, emails } = contact;
      return [id, ownerNumber, phones.length, emails.length, storedContact(contact)];
    });
    return this.#write(loading, async (tx) => {
      await tx.query(UPDATE_MERGED, [JSON.stringify(rows)]);
      await tx.query(DELETE_ABSORBED, [JSON.stringify(absorbed)]);
    });
  }

  async indexSetAside(loading: Import): Promise<void> {
    const { sequence, firstRecordId, lastRecordId } = loading;
    for (let from = firstRecordId; from <= lastRecordId; from += INDEXED_PER_STEP) {
      const to = Math.min(lastRecordId, from + INDEXED_PER_STEP - 1);
      await this.#write(loading, (tx) => tx.query(INDEX_SET_ASIDE, [from, to, sequence]));
    }
    await this.database.write((tx) => tx.query(FORGET_SET_ASIDE, [sequence]));
  }

  /** Each key is where it belongs as soon as it is added. */
  finishIndex(): Promise<void> {
    return Promise.resolve();
  }

  touch(loading: Import): Promise<void> {
    return this.#write(loading, () => Promise.resolve());
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
    return this.database.write(async (tx) => {
      await this.#touch(tx, loading);
      const now = this.clock.now();
      const retired = { state: 'retired' as const, retiredAt: now };
      if (setsPriority) await tx.update(ImportEntity, { source, state: 'active' }, { priority });
      // The same file, read in another way: what was understood before is mended, not added to.
      if (fileDigest !== null)
        await tx.update(ImportEntity, { source, state: 'active', fileDigest }, retired);
      if (replace) await tx.update(ImportEntity, { source, state: 'active' }, retired);
      const [newest] = await tx.query<{ edition: number | null }[]>(
        'SELECT MAX(edition) AS edition FROM imports',
      );
      const edition = (newest?.edition ?? 0) + 1;
      await tx.update(
        ImportEntity,
        { sequence },
        {
          ...{ ...counts, exactKeys, state: 'active', edition, activatedAt: now },
        },
      );
      return tx.findOneByOrFail(ImportEntity, { sequence });
    });
  }

  async abandon({ sequence }: Import): Promise<void> {
    await this.database.write((tx) =>
      tx.update(ImportEntity, { sequence, state: 'loading' }, { state: 'retired', retiredAt: 0 }),
    );
  }

  retire(source: string, except?: Import): Promise<number> {
    return this.database.write(async (tx) => {
      const active = await tx.findBy(ImportEntity, { source, state: 'active' });
      const gone = active.map(({ sequence }) => sequence).filter((sequence) => sequence !== except?.sequence);
      const retired = { state: 'retired' as const, retiredAt: this.clock.now() };
      if (gone.length > 0) await tx.update(ImportEntity, { sequence: In(gone) }, retired);
      return gone.length;
    });
  }

  async setPriority(source: string, priority: number): Promise<number> {
    const changed = await this.database.write((tx) =>
      tx.update(ImportEntity, { source, state: 'active' }, { priority }),
    );
    return changed.affected ?? 0;
  }

  neighbors(
    sequence: number,
    others: readonly number[],
    [from, to]: readonly [from: number, to: number],
  ): Promise<Neighbor[]> {
    return this.database.read.query(FIND_NEIGHBORS, [from, to, sequence, JSON.stringify(others)]);
  }

  addJoins(loading: Import | null, joins: readonly NewJoin[]): Promise<number> {
    const rows = joins.map(({ parents, contact }) => ({
      winner: itemAt(parents, 0)[0],
      parents: JSON.stringify(parents),
      contact: storedContact(contact),
      phones: contact.phones.length,
      emails: contact.emails.length,
    }));
    return this.#write(loading, async (tx) => {
      const known = await tx.query<{ parents: string }[]>(FIND_KNOWN, [
        JSON.stringify(rows.map(({ winner }) => winner)),
      ]);
      const made = new Set(known.map(({ parents }) => parents));
      const fresh = rows.filter(({ parents }) => !made.has(parents));
      if (fresh.length === 0) return 0;
      await tx.query(INSERT_JOINED_RECORDS, [
        JSON.stringify(fresh.map(({ winner, phones, emails, contact }) => [winner, phones, emails, contact])),
      ]);
      const firstId = (await lastInserted(tx)) - fresh.length + 1;
      await tx.query(INSERT_JOINS, [
        JSON.stringify(
          fresh.map(({ winner, parents, phones, emails }, at) => [
            ...[winner, firstId + at, phones, emails],
            parents,
          ]),
        ),
      ]);
      return fresh.length;
    });
  }

  async haveLargerJoins(sequences: readonly number[]): Promise<boolean> {
    const found = await this.database.read.query<unknown[]>(FIND_LARGER, [JSON.stringify(sequences)]);
    return found.length > 0;
  }

  async buryDead(untouchedSince: number): Promise<void> {
    await this.database.write((tx) =>
      tx.update(
        ImportEntity,
        { state: 'loading', touchedAt: LessThan(untouchedSince) },
        { state: 'retired', retiredAt: 0 },
      ),
    );
  }

  /** Goes through the index once from end to end: keys lie in it in random order, so this touches every page once. */
  async removeKeys(sequences: readonly number[]): Promise<void> {
    const parameter = JSON.stringify(sequences);
    let after = -1;
    for (;;) {
      const [end] = await this.database.read.query<{ addressKey: number }[]>(KEY_AFTER, [
        after,
        KEYS_PER_STEP,
      ]);
      const upTo = end?.addressKey ?? Number.MAX_SAFE_INTEGER;
      await this.database.write((tx) => tx.query(DELETE_KEYS, [after, upTo, parameter]));
      if (end === undefined) break;
      after = upTo;
    }
    await this.database.write((tx) => tx.query(DELETE_BLOCKS, [parameter]));
  }

  async removeJoins(sequences: readonly number[]): Promise<void> {
    const [first] = await this.database.read.query<{ id: number | null }[]>(FIRST_JOIN);
    const [last] = await this.database.read.query<{ id: number | null }[]>(LAST_JOIN);
    for (let from = first?.id ?? 0; from <= (last?.id ?? -1); from += KEYS_PER_STEP) {
      const range = [from, from + KEYS_PER_STEP - 1, JSON.stringify(sequences)];
      await this.database.write(async (tx) => {
        await tx.query(`DELETE FROM owner_records WHERE id IN (SELECT joined_id ${JOINS})`, range);
        await tx.query(`DELETE ${JOINS}`, range);
      });
    }
  }

  async removeRecords({ sequence, firstRecordId, lastRecordId }: Import): Promise<number> {
    let removed = 0;
    for (let from = firstRecordId; from <= lastRecordId; from += PURGED_PER_STEP) {
      const range = [from, Math.min(lastRecordId, from + PURGED_PER_STEP - 1), sequence];
      removed += await this.database.write(async (tx) => {
        const found = await tx.query<{ records: number }[]>(`SELECT COUNT(*) AS records ${RECORDS}`, range);
        await tx.query(`DELETE ${RECORDS}`, range);
        return itemAt(found, 0).records;
      });
    }
    return removed;
  }

  async forget(sequences: readonly number[]): Promise<void> {
    await this.database.write(async (tx) => {
      await tx.query(
        'DELETE FROM import_duplicates WHERE import_sequence IN (SELECT value FROM json_each(?))',
        [JSON.stringify(sequences)],
      );
      await tx.delete(ImportEntity, { sequence: In([...sequences]) });
    });
  }

  /** @param loading null where nobody has to give a sign of life */
  #write<T>(loading: Import | null, work: Work<T>): Promise<T> {
    return this.database.write(async (tx) => {
      const done = await work(tx);
      if (loading !== null) await this.#touch(tx, loading);
      return done;
    });
  }

  async #touch(tx: EntityManager, { sequence, lastRecordId }: Import): Promise<void> {
    const alive = { touchedAt: this.clock.now(), lastRecordId };
    const { affected } = await tx.update(ImportEntity, { sequence, state: 'loading' }, alive);
    if (affected !== 1) {
      throw new OwnerImportError(
        'given_up',
        'This import made no progress for 5 minutes and was cancelled. Run it again.',
      );
    }
  }
}

/** Ids of one INSERT follow each other without a gap: nobody else writes meanwhile. */
async function lastInserted(tx: EntityManager): Promise<number> {
  return itemAt(await tx.query<{ id: number }[]>('SELECT last_insert_rowid() AS id'), 0).id;
}

const NO_COUNTS: ImportCounts = {
  rowsRead: 0,
  rowsMerged: 0,
  rowsRefused: 0,
  records: 0,
  addressKeys: 0,
  phones: 0,
  emails: 0,
};

const INSERT_BLOCK = 'INSERT OR FAIL INTO key_blocks (import_sequence, block, bytes) VALUES (?, ?, ?)';

const SET_ASIDE = `
  INSERT OR FAIL INTO import_duplicates (import_sequence, identity, record_id)
  SELECT ?1, value ->> 0, value ->> 1 FROM json_each(?2)`.trim();

const INDEX_SET_ASIDE = `
  INSERT OR REPLACE INTO owner_keys (address_key, import_sequence, record_id, address_seal, contacts)
  SELECT wanted.value, r.import_sequence, r.id, IIF(wanted.key = 0 AND r.fails = 0, r.address_seal, NULL),
         IIF(wanted.key = 0, ${PACK_CONTACTS_SQL}, NULL)
    FROM owner_records AS r, json_each(r.address_keys) AS wanted
   WHERE r.id BETWEEN ? AND ? AND r.import_sequence = ?
     AND EXISTS (SELECT 1 FROM import_duplicates AS d
                  WHERE d.import_sequence = r.import_sequence AND d.identity = r.identity AND d.record_id = r.id)
   ORDER BY 1, 2, 3`;

const FORGET_SET_ASIDE = 'DELETE FROM import_duplicates WHERE import_sequence = ?';

// While rows arrive, every record of an owner but the first is noted as a duplicate. This adds the first ones.
const FIND_FIRST = `
  INSERT OR IGNORE INTO import_duplicates (import_sequence, identity, record_id)
  SELECT import_sequence, identity, id FROM owner_records
   WHERE id BETWEEN ? AND ? AND import_sequence = ?
     AND identity IN (SELECT identity FROM import_duplicates WHERE import_sequence = ?)
   ORDER BY 1, 2, 3`.trim();

const NEXT_DUPLICATES = `
  SELECT r.id, r.identity, r.owner_id AS "ownerId", r.owner_number AS "ownerNumber",
         r.address_keys AS "addressKeys", r.contact
    FROM import_duplicates d JOIN owner_records r ON r.id = d.record_id
   WHERE d.import_sequence = ? AND (d.identity, d.record_id) > (?, ?) ORDER BY d.identity, d.record_id LIMIT ?`;

const UPDATE_MERGED = `
  UPDATE owner_records
     SET owner_number = merged.value ->> 1, phone_count = merged.value ->> 2, email_count = merged.value ->> 3,
         contact = merged.value ->> 4
    FROM json_each(?) AS merged WHERE owner_records.id = merged.value ->> 0`.trim();

const DELETE_ABSORBED = 'DELETE FROM owner_records WHERE id IN (SELECT value FROM json_each(?))';

// Key and seal together are the property (property.ts); where one of the two has no seal, nothing is joined.
const FIND_NEIGHBORS = `
  SELECT DISTINCT k.address_key || ' ' || k.address_seal AS property, k.record_id AS "recordId",
         k.import_sequence AS "importSequence"
    FROM owner_keys AS m
   CROSS JOIN owner_keys AS k ON k.address_key = m.address_key AND k.address_seal = m.address_seal
   WHERE m.address_key >= ?1 AND m.address_key < ?2 AND m.import_sequence = ?3 AND m.address_seal IS NOT NULL
     AND k.import_sequence IN (SELECT value FROM json_each(?4))
     AND EXISTS (SELECT 1 FROM owner_keys AS o
                  WHERE o.address_key = m.address_key AND o.address_seal = m.address_seal AND o.import_sequence <> ?3
                    AND o.import_sequence IN (SELECT value FROM json_each(?4)))
   ORDER BY 1, 2`;

const FIND_KNOWN = `
  SELECT j.parents FROM json_each(?) AS wanted CROSS JOIN owner_joins AS j ON j.record_id = wanted.value`;

const INSERT_JOINED_RECORDS = `
  INSERT INTO owner_records (import_sequence, identity, address_seal, owner_number, phone_count, email_count, fails,
                             owner_id, address, address_keys, contact)
  SELECT r.import_sequence, r.identity, r.address_seal, r.owner_number, made.value ->> 1, made.value ->> 2, r.fails,
         r.owner_id, r.address, r.address_keys, made.value ->> 3
    FROM json_each(?) AS made CROSS JOIN owner_records AS r ON r.id = made.value ->> 0`.trim();

const INSERT_JOINS = `
  INSERT INTO owner_joins (record_id, joined_id, phone_count, email_count, parents)
  SELECT value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4 FROM json_each(?)`.trim();

const FIND_LARGER = `
  SELECT joined_id AS id FROM owner_joins
   WHERE json_array_length(parents) > 2
     AND EXISTS (SELECT 1 FROM json_each(parents) AS parent
                  WHERE parent.value ->> 1 IN (SELECT value FROM json_each(?))) LIMIT 1`;

const KEY_AFTER =
  'SELECT address_key AS "addressKey" FROM owner_keys WHERE address_key > ? ORDER BY address_key LIMIT 1 OFFSET ?';

const DELETE_KEYS = `
  DELETE FROM owner_keys
   WHERE address_key > ? AND address_key <= ? AND import_sequence IN (SELECT value FROM json_each(?))`.trim();

const DELETE_BLOCKS = 'DELETE FROM key_blocks WHERE import_sequence IN (SELECT value FROM json_each(?))';

const JOINS = `
  FROM owner_joins WHERE joined_id BETWEEN ? AND ?
   AND EXISTS (SELECT 1 FROM json_each(parents) AS parent
                WHERE parent.value ->> 1 IN (SELECT value FROM json_each(?)))`.trim();

const FIRST_JOIN = 'SELECT MIN(joined_id) AS id FROM owner_joins';
const LAST_JOIN = 'SELECT MAX(joined_id) AS id FROM owner_joins';

const RECORDS = 'FROM owner_records WHERE id BETWEEN ? AND ? AND import_sequence = ?';
