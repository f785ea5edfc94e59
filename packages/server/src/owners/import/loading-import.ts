import type { EntityManager } from 'typeorm';
import type { Clock } from '../../clock.js';
import type { Database } from '../../database/index.js';
import type { Ids } from '../../ids.js';
import { ImportEntity, type Import, type ImportCounts } from '../entities.js';
import { OwnerImportError } from '../errors.js';
import { addressRules } from '../property.js';
import { storedContact, type OwnerContact } from '../record.js';
import { mergeDuplicates, type MergedCounts } from './merge.js';

/** An owner on the way into the directory. */
export interface NewRecord {
  /** The same for the same person at the same property; see merge.ts. */
  identity: number;
  ownerId: string | null;
  /** 1 for the first owner of a property, 2 for the second. */
  ownerNumber: number;
  /** The sandbox's failing address. */
  fails?: boolean;
  /** Packed standard form of the property. */
  address: string;
  addressKeys: readonly number[];
  addressSeal: number | null;
  contact: OwnerContact;
}

/** Records a transaction writes: long enough that its fsync costs little, short enough that others hardly wait. */
const RECORDS_PER_WRITE = 2_000;
/** Records whose keys one statement sorts into the index. */
const RECORDS_PER_SLICE = 100_000;

/**
 * An import while it is written. Nobody sees its records until `activate`, which makes all of them visible in one small
 * write; a process that dies before leaves garbage that the next purge removes.
 */
export class LoadingImport {
  #batch: NewRecord[] = [];
  #writing: Promise<void> = Promise.resolve();

  private constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly import_: Import,
  ) {}

  static async begin(
    database: Database,
    clock: Clock,
    ids: Ids,
    { source, fingerprint }: { source: string; fingerprint: string },
  ): Promise<LoadingImport> {
    const now = clock.now();
    const import_ = await database.write(async (tx) => {
      const id = ids.uuid();
      const [newest] = await tx.query<{ id: number | null }[]>('SELECT MAX(id) AS id FROM owner_records');
      const lastRecordId = newest?.id ?? 0;
      await tx.insert(ImportEntity, {
        ...{ id, source, fingerprint, state: 'loading', startedAt: now, touchedAt: now },
        ...{ addressRules: addressRules(), firstRecordId: lastRecordId + 1, lastRecordId, ...NO_COUNTS },
      });
      return tx.findOneByOrFail(ImportEntity, { id });
    });
    return new LoadingImport(database, clock, import_);
  }

  /** Takes a record in. True: wait for `flush` before the next one. */
  add(record: NewRecord): boolean {
    return this.#batch.push(record) >= RECORDS_PER_WRITE;
  }

  /** Starts to write what was added, once the batch before is written: one is written while the next is gathered. */
  async flush(): Promise<void> {
    const batch = this.#batch;
    this.#batch = [];
    await this.#writing;
    if (batch.length === 0) return;
    this.#writing = this.database.write(async (tx) => {
      const rows = batch.map((record) => recordRow(this.import_.sequence, record));
      await tx.query(INSERT_RECORDS, [JSON.stringify(rows)]);
      const [last] = await tx.query<{ id: number }[]>('SELECT last_insert_rowid() AS id');
      this.import_.lastRecordId = last?.id ?? this.import_.lastRecordId;
      await this.#touch(tx);
    });
    // Whoever waits for it next gets the error; until then it must not count as unhandled.
    this.#writing.catch(() => undefined);
  }

  /** Merges what the file says twice, then puts the keys of the records into the index. */
  async finish(onIndexed: (share: number) => void = () => undefined): Promise<MergedCounts> {
    await this.flush();
    await this.#writing;
    const { sequence, firstRecordId, lastRecordId } = this.import_;
    const merged = await mergeDuplicates(this.database, this.import_, (tx) => this.#touch(tx));
    for (let from = firstRecordId; from <= lastRecordId; from += RECORDS_PER_SLICE) {
      const to = Math.min(lastRecordId, from + RECORDS_PER_SLICE - 1);
      await this.database.write(async (tx) => {
        await this.#touch(tx);
        await tx.query(INSERT_KEYS, [from, to, sequence]);
      });
      onIndexed((to - firstRecordId + 1) / (lastRecordId - firstRecordId + 1));
    }
    return merged;
  }

  /**
   * Makes the records visible and, with `replace`, the source's other imports invisible: one moment for both.
   * @throws OwnerImportError given_up
   */
  activate(counts: ImportCounts, { replace }: { replace: boolean }): Promise<Import> {
    const { sequence, source } = this.import_;
    return this.database.write(async (tx) => {
      const now = this.clock.now();
      await this.#touch(tx);
      if (replace) {
        await tx.update(ImportEntity, { source, state: 'active' }, { state: 'retired', retiredAt: now });
      }
      const [newest] = await tx.query<{ edition: number | null }[]>(
        'SELECT MAX(edition) AS edition FROM imports',
      );
      const edition = (newest?.edition ?? 0) + 1;
      await tx.update(ImportEntity, { sequence }, { ...counts, state: 'active', edition, activatedAt: now });
      return tx.findOneByOrFail(ImportEntity, { sequence });
    });
  }

  /** Gives the import up. Its records, which nobody saw, are removed by the next purge. */
  async abandon(): Promise<void> {
    await this.#writing.catch(() => undefined);
    const { sequence } = this.import_;
    await this.database.write((tx) =>
      tx.update(ImportEntity, { sequence, state: 'loading' }, { state: 'retired', retiredAt: 0 }),
    );
  }

  /** A sign of life. @throws OwnerImportError when another process took this one for dead */
  async #touch(tx: EntityManager): Promise<void> {
    const { sequence, lastRecordId } = this.import_;
    const alive = { touchedAt: this.clock.now(), lastRecordId };
    const { affected } = await tx.update(ImportEntity, { sequence, state: 'loading' }, alive);
    if (affected !== 1) {
      throw new OwnerImportError(
        'given_up',
        'This import stood still for so long that it was given up. Run it again.',
      );
    }
  }
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

function recordRow(sequence: number, record: NewRecord): unknown[] {
  const {
    identity,
    ownerId,
    ownerNumber,
    fails = false,
    address,
    addressKeys,
    addressSeal,
    contact,
  } = record;
  return [
    ...[
      sequence,
      identity,
      ownerId,
      ownerNumber,
      contact.phones.length,
      contact.emails.length,
      Number(fails),
    ],
    ...[address, addressKeys, addressSeal, storedContact(contact)],
  ];
}

const INSERT_RECORDS = `
  INSERT INTO owner_records (importSequence, identity, ownerId, ownerNumber, phoneCount, emailCount, fails, address,
                             addressKeys, addressSeal, contact)
  SELECT value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4, value ->> 5, value ->> 6, value ->> 7,
         value ->> 8, value ->> 9, value ->> 10
    FROM json_each(?)`;

// Sorted first, then inserted: a hundred thousand keys in random order would touch every page of the index many times.
const INSERT_KEYS = `
  INSERT INTO owner_keys (addressKey, importSequence, recordId, addressSeal, contacts)
  SELECT wanted.value, r.importSequence, r.id, IIF(wanted.key = 0 AND r.fails = 0, r.addressSeal, NULL),
         IIF(wanted.key = 0, r.phoneCount * 32 + r.emailCount, NULL)
    FROM owner_records AS r, json_each(r.addressKeys) AS wanted
   WHERE r.id BETWEEN ? AND ? AND r.importSequence = ?
   ORDER BY 1, 2, 3`.trim();
