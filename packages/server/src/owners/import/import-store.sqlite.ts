import { In } from '../../database/typeorm.js';
import { PACK_CONTACTS_SQL, PACKED_DIGITS } from '../contact-counts.js';
import { ImportEntity, type Import, type ImportCounts, type ImportState } from '../entities.js';
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
  type StoredRecord,
  type RecordRow,
} from './import-store.js';
import type { PhoneType } from '../record.js';
import { LOCK_AND_DOUBT } from '../shown/shown-store.js';
import { lastInserted, touch, writeLoading, type OwnersFile } from '../loading.sqlite.js';
import {
  KEY_NUMBERS,
  KeyNumber,
  NONE,
  HEAD,
  LENGTH,
  NO_SEAL,
  HASH,
  NUMBERS,
  ByteWriter,
  digitsOf,
  type EncodedRecords,
} from './record-batch.js';

/** Rows per transaction; other writers run in between. */
const INDEXED_PER_STEP = 50_000;

export class SqliteImportStore implements ImportStore {
  constructor(private readonly file: OwnersFile) {}

  imports(state?: ImportState, source?: string): Promise<Import[]> {
    const where = { ...(state !== undefined && { state }), ...(source !== undefined && { source }) };
    return this.file.database.read.find(ImportEntity, { where, order: { edition: 'ASC' } });
  }

  begin({ priority, ...given }: NewImport): Promise<Import> {
    const { id, source, fingerprint, fileDigest, addressRules, phoneTypeDefault, chosenColumns } = given;
    const now = this.file.clock.now();
    return this.file.database.write(async (tx) => {
      const [newest] = await tx.query<{ id: number | null }[]>('SELECT MAX(id) AS id FROM owner_records');
      const lastRecordId = newest?.id ?? 0;
      const [before] = await tx.find(ImportEntity, { where: { source, state: 'active' }, take: 1 });
      await tx.insert(ImportEntity, {
        id,
        source,
        fingerprint,
        fileDigest,
        addressRules,
        phoneTypeDefault,
        chosenColumns,
        priority: priority ?? before?.priority ?? 0,
        state: 'loading',
        startedAt: now,
        touchedAt: now,
        firstRecordId: lastRecordId + 1,
        lastRecordId,
        ...NO_COUNTS,
      });
      return tx.findOneByOrFail(ImportEntity, { id });
    });
  }

  append(loading: Import, records: EncodedRecords, setAside: readonly number[]): Promise<number> {
    const { bytes, places, identities, streets } = records;
    return writeLoading(this.file, loading, async (tx) => {
      await tx.query(INSERT_STREETS, [loading.sequence, streets]);
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

  addKeys(loading: Import, entries: Float64Array): () => Promise<void> {
    const members = new KeyMembers();
    for (let at = 0; at < entries.length; at += KEY_NUMBERS) members.add(entries, at);
    const json = members.json();
    return () =>
      writeLoading(this.file, loading, async (tx) => {
        await tx.query(INSERT_KEYS, [loading.sequence, json]);
      });
  }

  setAsideFirst(loading: Import): Promise<void> {
    const { sequence, firstRecordId, lastRecordId } = loading;
    return writeLoading(this.file, loading, async (tx) => {
      await tx.query(FIND_FIRST, [firstRecordId, lastRecordId, sequence, sequence]);
    });
  }

  async duplicates(
    { sequence }: Import,
    { identity, id }: DuplicatePlace,
    limit: number,
  ): Promise<Duplicate[]> {
    const rows = await this.file.database.read.query<(Omit<Duplicate, 'contact'> & { contact: string })[]>(
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
    return writeLoading(this.file, loading, async (tx) => {
      await tx.query(UPDATE_MERGED, [JSON.stringify(rows)]);
      await tx.query(DELETE_ABSORBED, [JSON.stringify(absorbed)]);
    });
  }

  async indexSetAside(loading: Import): Promise<void> {
    const { sequence, firstRecordId, lastRecordId } = loading;
    for (let from = firstRecordId; from <= lastRecordId; from += INDEXED_PER_STEP) {
      const to = Math.min(lastRecordId, from + INDEXED_PER_STEP - 1);
      await writeLoading(this.file, loading, (tx) => tx.query(INDEX_SET_ASIDE, [from, to, sequence]));
    }
    await this.file.database.write((tx) => tx.query(FORGET_SET_ASIDE, [sequence]));
  }

  /** Nothing to do: each key is indexed when it is added. */
  finishIndex(): Promise<void> {
    return Promise.resolve();
  }

  touch(loading: Import): Promise<void> {
    return writeLoading(this.file, loading, () => Promise.resolve());
  }

  activate(
    loading: Import,
    counts: ImportCounts,
    { setsPriority, replace, inPlaceOf, isCurrent }: Activation,
  ): Promise<Import | null> {
    const { sequence, source, fileDigest, priority } = loading;
    return this.file.database.write(async (tx) => {
      await tx.query(LOCK_AND_DOUBT);
      if (isCurrent !== undefined && !(await isCurrent())) return null;
      await touch(tx, loading, this.file.clock.now());
      const now = this.file.clock.now();
      const retired = { state: 'retired' as const, retiredAt: now };
      if (setsPriority) await tx.update(ImportEntity, { source, state: 'active' }, { priority });
      // Importing the same file with other settings replaces the earlier import of it.
      if (fileDigest !== null && inPlaceOf === undefined)
        await tx.update(ImportEntity, { source, state: 'active', fileDigest }, retired);
      if (inPlaceOf !== undefined) {
        const same = { sequence: inPlaceOf.sequence, state: 'active' as const };
        // Editions are unique.
        const old = await tx.findOneBy(ImportEntity, same);
        if (old === null) throw sourceChanged();
        await tx.update(ImportEntity, same, { ...retired, edition: null });
        await tx.update(ImportEntity, { sequence }, { priority: old.priority });
      }
      if (replace) await tx.update(ImportEntity, { source, state: 'active' }, retired);
      const [newest] = await tx.query<{ edition: number | null }[]>(
        'SELECT MAX(edition) AS edition FROM imports',
      );
      const edition = inPlaceOf?.edition ?? (newest?.edition ?? 0) + 1;
      const activatedAt = inPlaceOf?.activatedAt ?? now;
      await tx.update(
        ImportEntity,
        { sequence },
        {
          ...counts,
          state: 'active',
          edition,
          activatedAt,
        },
      );
      return tx.findOneByOrFail(ImportEntity, { sequence });
    });
  }

  async abandon({ sequence }: Import): Promise<void> {
    await this.file.database.write((tx) =>
      tx.update(ImportEntity, { sequence, state: 'loading' }, { state: 'retired', retiredAt: 0 }),
    );
  }

  retire(source: string, except?: Import): Promise<number> {
    return this.file.database.write(async (tx) => {
      await tx.query(LOCK_AND_DOUBT);
      const active = await tx.findBy(ImportEntity, { source, state: 'active' });
      const gone = active.map(({ sequence }) => sequence).filter((sequence) => sequence !== except?.sequence);
      const retired = { state: 'retired' as const, retiredAt: this.file.clock.now() };
      if (gone.length > 0) await tx.update(ImportEntity, { sequence: In(gone) }, retired);
      return gone.length;
    });
  }

  async setPriority(source: string, priority: number): Promise<number> {
    const changed = await this.file.database.write((tx) =>
      tx.update(ImportEntity, { source, state: 'active' }, { priority }),
    );
    return changed.affected ?? 0;
  }

  async setPhoneTypeDefault(sequence: number, phoneTypeDefault: PhoneType | null): Promise<void> {
    await this.file.database.write((tx) => tx.update(ImportEntity, { sequence }, { phoneTypeDefault }));
  }

  async recordsOf(
    { sequence, firstRecordId, lastRecordId }: Import,
    afterId: number,
    limit: number,
  ): Promise<StoredRecord[]> {
    const rows = await this.file.database.read.query<RecordRow[]>(NEXT_RECORDS, [
      ...[Math.max(afterId + 1, firstRecordId), lastRecordId, sequence, limit],
    ]);
    return rows.map(storedRecord);
  }

  copyStreets(loading: Import, { sequence }: Import): Promise<void> {
    return writeLoading(this.file, loading, async (tx) => {
      await tx.query(COPY_STREETS, [loading.sequence, sequence]);
    });
  }
}

/** The number in the head of the record that begins at `place`. */
const number = (from: number, width: number): string =>
  `CAST(substr(?2, place + ${from}, ${width}) AS INTEGER)`;

const text = (from: string, length: string): string => `CAST(substr(?2, ${from}, ${length}) AS TEXT)`;

const INSERT_RECORDS = `
  INSERT OR FAIL INTO owner_records (import_sequence, identity, address_seal, owner_number, phone_count, email_count, fails,
                             owner_id, address, address_keys, contact)
  WITH places AS (SELECT value AS place FROM json_each(?3)),
       sizes AS MATERIALIZED (
         SELECT place, place + ${HEAD} AS texts, ${number(NUMBERS, LENGTH)} AS id,
                ${number(NUMBERS + LENGTH, LENGTH)} AS address, ${number(NUMBERS + 2 * LENGTH, LENGTH)} AS keys,
                ${number(NUMBERS + 3 * LENGTH, LENGTH)} AS contact
           FROM places)
  SELECT ?1, ${number(0, HASH)}, NULLIF(${number(HASH, HASH)}, ${NO_SEAL}), ${number(2 * HASH, 1)}, ${number(2 * HASH + 1, 2)},
         ${number(2 * HASH + 3, 2)}, ${number(2 * HASH + 5, 1)}, NULLIF(${text('texts', 'id')}, ''),
         ${text('texts + id', 'address')}, ${text('texts + id + address', 'keys')},
         ${text('texts + id + address + keys', 'contact')}
    FROM sizes`.trim();

const NEXT_RECORDS = `
  SELECT r.id, r.identity, r.owner_id AS "ownerId", r.owner_number AS "ownerNumber", r.fails, r.address,
         r.address_keys AS "addressKeys", r.address_seal AS "addressSeal", COALESCE(o.contact, r.contact) AS contact
    FROM owner_records AS r LEFT JOIN owner_originals AS o ON o.record_id = r.id
   WHERE r.id BETWEEN ? AND ? AND r.import_sequence = ?
     AND NOT EXISTS (SELECT 1 FROM owner_joins AS j WHERE j.joined_id = r.id)
   ORDER BY r.id LIMIT ?`;

const COPY_STREETS = `
  INSERT OR IGNORE INTO owner_streets (street_key, import_sequence, street)
  SELECT street_key, ?1, street FROM owner_streets WHERE import_sequence = ?2`.trim();

const NO_COUNTS: ImportCounts = {
  rowsRead: 0,
  rowsMerged: 0,
  rowsRefused: 0,
  records: 0,
  addressKeys: 0,
  phones: 0,
  untypedPhones: 0,
  emails: 0,
};

// Other parts of the file may have inserted the same streets.
const INSERT_STREETS = `
  INSERT OR IGNORE INTO owner_streets (street_key, import_sequence, street)
  SELECT value ->> 0, ?1, value ->> 1 FROM json_each(?2)`.trim();

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

const KEY_DIGITS = 16;
const FIRST_CAPACITY = 1024 * 1024;

/**
 * Entries of the index as members of a JSON object, which SQLite reads twice as fast as an array of arrays:
 *
 *     "<record>":<key>
 *     "<record>":"<key, 16 digits> <contacts, PACKED_DIGITS> <seal, or nothing>"
 *
 * A record comes once for each of its keys; SQLite goes through all members whether their names repeat or not.
 */
class KeyMembers {
  readonly #writer = new ByteWriter(FIRST_CAPACITY);
  #size = 0;

  /** @param at where the numbers of the entry begin */
  add(entries: Float64Array, at: number): void {
    const writer = this.#writer;
    const start = writer.at;
    this.#write(entries, at);
    while (!writer.hasRoom) {
      writer.grow(start);
      this.#write(entries, at);
    }
    this.#size++;
  }

  /** For INSERT_KEYS. */
  json(): string {
    return this.#size === 0 ? '{}' : `${this.#writer.bytes.toString('latin1')}}`;
  }

  #write(entries: Float64Array, at: number): void {
    this.#writer.byte(this.#size === 0 ? BRACE : COMMA);
    writeMember(this.#writer, entries, at);
  }
}

function writeMember(writer: ByteWriter, entries: Float64Array, at: number): void {
  const key = entries[at + KeyNumber.Key] ?? 0;
  const record = entries[at + KeyNumber.Record] ?? 0;
  const contacts = entries[at + KeyNumber.Contacts] ?? 0;
  writer.byte(QUOTE);
  writer.number(record, digitsOf(record));
  writer.byte(QUOTE);
  writer.byte(COLON);
  if (contacts === NONE) {
    writer.number(key, digitsOf(key));
    return;
  }
  const seal = entries[at + KeyNumber.Seal] ?? 0;
  writer.byte(QUOTE);
  writer.number(key, KEY_DIGITS);
  writer.byte(SPACE);
  writer.number(contacts, PACKED_DIGITS);
  writer.byte(SPACE);
  if (seal !== NONE) writer.number(seal, digitsOf(seal));
  writer.byte(QUOTE);
}

const BRACE = 0x7b;
const COMMA = 0x2c;
const COLON = 0x3a;
const QUOTE = 0x22;
const SPACE = 0x20;

const CONTACTS_AT = KEY_DIGITS + 2;
const SEAL_AT = CONTACTS_AT + PACKED_DIGITS + 1;

// FAIL spares SQLite a copy of every page it changes; what fails is rolled back with its transaction.
const INSERT_KEYS = `
  INSERT OR FAIL INTO owner_keys (address_key, import_sequence, record_id, contacts, address_seal)
  SELECT CAST(value AS INTEGER), ?1, CAST(key AS INTEGER),
         IIF(type = 'text', CAST(substr(value, ${CONTACTS_AT}, ${PACKED_DIGITS}) AS INTEGER), NULL),
         IIF(type = 'text', CAST(NULLIF(substr(value, ${SEAL_AT}), '') AS INTEGER), NULL)
    FROM json_each(?2)`.trim();
