import type { EntityManager } from 'typeorm';
import type { Database } from '../../database/index.js';
import type { Import } from '../entities.js';
import { SeenIdentities } from './seen-identities.js';

/** Records whose keys one statement sorts into the index. */
export const RECORDS_PER_SLICE = 50_000;

/**
 * Puts the keys of an import's records into the index while more of them are read. Records of people who may have been
 * on an earlier row are set aside (`import_duplicates`), because merging decides what becomes of them.
 */
export class KeyIndex {
  readonly #seen = new SeenIdentities();
  #seenAgain: number[] = [];
  #records = 0;
  #hasDuplicates = false;
  #indexedTo: number;

  /** @param import_ whose `lastRecordId` is kept up to date */
  constructor(
    private readonly import_: Readonly<Import>,
    private readonly recordsPerSlice: number,
  ) {
    this.#indexedTo = import_.lastRecordId;
  }

  /** Notes a record that is about to be written. */
  expect(identity: number): void {
    this.#records++;
    if (this.#seen.add(identity)) this.#seenAgain.push(identity);
  }

  /** Enough records wait for their keys. */
  get isDue(): boolean {
    return this.#records >= this.recordsPerSlice;
  }

  /** There may be somebody to merge. */
  get hasDuplicates(): boolean {
    return this.#hasDuplicates;
  }

  /** What is to be written, in its turn, after the records that were noted so far. */
  nextSlice(): (tx: EntityManager) => Promise<void> {
    const seenAgain = this.#seenAgain;
    this.#seenAgain = [];
    this.#records = 0;
    this.#hasDuplicates ||= seenAgain.length > 0;
    return async (tx) => {
      const { sequence, lastRecordId } = this.import_;
      const slice = [this.#indexedTo + 1, lastRecordId, sequence];
      if (seenAgain.length > 0) await tx.query(SET_ASIDE, [...slice, JSON.stringify(seenAgain)]);
      await tx.query(INDEX_NEW, slice);
      this.#indexedTo = lastRecordId;
    };
  }
  /** Indexes whoever is left of those that were set aside, with the contacts they have now. */
  async indexMerged(
    database: Database,
    alive: (tx: EntityManager) => Promise<void>,
    onIndexed: (share: number) => void,
  ): Promise<void> {
    const { sequence, firstRecordId, lastRecordId } = this.import_;
    for (let from = firstRecordId; from <= lastRecordId; from += this.recordsPerSlice) {
      const to = Math.min(lastRecordId, from + this.recordsPerSlice - 1);
      await database.write(async (tx) => {
        await alive(tx);
        await tx.query(INDEX_SET_ASIDE, [from, to, sequence]);
      });
      onIndexed((to - firstRecordId + 1) / (lastRecordId - firstRecordId + 1));
    }
    await database.write((tx) => tx.query(FORGET_SET_ASIDE, [sequence]));
  }
}

const SET_ASIDE = `
  INSERT INTO import_duplicates (importSequence, identity, recordId)
  SELECT importSequence, identity, id FROM owner_records
   WHERE id BETWEEN ? AND ? AND importSequence = ? AND identity IN (SELECT value FROM json_each(?))
   ORDER BY 1, 2, 3`.trim();

const IS_SET_ASIDE = `
  EXISTS (SELECT 1 FROM import_duplicates AS d
           WHERE d.importSequence = r.importSequence AND d.identity = r.identity AND d.recordId = r.id)`;

// Sorted first, then inserted: two hundred thousand keys in random order would touch every page of the index many times.
// FAIL spares SQLite a copy of every page it changes; what fails is rolled back with its transaction.
const indexRecords = (conflict: string, which: string): string => `
  INSERT OR ${conflict} INTO owner_keys (addressKey, importSequence, recordId, addressSeal, contacts)
  SELECT wanted.value, r.importSequence, r.id, IIF(wanted.key = 0 AND r.fails = 0, r.addressSeal, NULL),
         IIF(wanted.key = 0, r.phoneCount * 32 + r.emailCount, NULL)
    FROM owner_records AS r, json_each(r.addressKeys) AS wanted
   WHERE r.id BETWEEN ? AND ? AND r.importSequence = ? AND ${which}
   ORDER BY 1, 2, 3`;

const INDEX_NEW = indexRecords('FAIL', `NOT ${IS_SET_ASIDE}`);
const INDEX_SET_ASIDE = indexRecords('REPLACE', IS_SET_ASIDE);

const FORGET_SET_ASIDE = 'DELETE FROM import_duplicates WHERE importSequence = ?';
