import type { EntityManager } from 'typeorm';
import type { Database } from '../../database/index.js';
import { PACK_CONTACTS_SQL } from '../contact-counts.js';
import type { Import } from '../entities.js';
import { KeyBuckets } from './key-buckets.js';
import { INSERT_KEYS, KeyMembers } from './key-members.js';
import { KEY_NUMBERS, KeyNumber, type EncodedRecords } from './record-batch.js';
import { SeenIdentities } from './seen-identities.js';
import { sortedOrder } from './sorted-order.js';

/** What one statement puts into the index: others write in between. */
const KEYS_PER_WRITE = 25_000;
const RECORDS_PER_WRITE = 50_000;

/**
 * Puts the keys of an import's records into the index when all are known: in their order, so that no page of the index
 * is touched twice however large the import is. Records of people who may have been on an earlier row are set aside
 * (`import_duplicates`), because merging decides what becomes of them.
 */
export class KeyIndex {
  readonly #seen = new SeenIdentities();
  readonly #buckets: KeyBuckets;
  #keys = 0;
  #hasDuplicates = false;

  /** @param path where keys may be kept meanwhile */
  constructor(
    private readonly import_: Readonly<Import>,
    path: string,
  ) {
    this.#buckets = new KeyBuckets(path);
  }

  /** There may be somebody to merge. */
  get hasDuplicates(): boolean {
    return this.#hasDuplicates;
  }

  /** Takes the keys of records that were written just now, with ids from `firstId` on. */
  async take(tx: EntityManager, { identities, keys }: EncodedRecords, firstId: number): Promise<void> {
    const seenAgain = new Set<number>();
    for (const [record, identity] of identities.entries()) {
      if (this.#seen.add(identity)) seenAgain.add(record);
    }
    for (let at = 0; at < keys.length; at += KEY_NUMBERS) {
      const record = keys[at + KeyNumber.Record] ?? 0;
      // The keys of the others are written when people have been merged.
      if (seenAgain.has(record)) continue;
      this.#buckets.add(keys, at, firstId + record);
      this.#keys++;
    }
    if (seenAgain.size === 0) return;
    this.#hasDuplicates = true;
    const aside = [...seenAgain].map((record) => [identities[record], firstId + record]);
    await tx.query(SET_ASIDE, [this.import_.sequence, JSON.stringify(aside)]);
  }

  /** What is to be written, piece by piece in this order, and how much of all is done then. */
  *writes(): Generator<{ share: number; bytes: number; write: (tx: EntityManager) => Promise<void> }> {
    let done = 0;
    let members = new KeyMembers();
    for (const entries of this.#buckets.entries()) {
      for (const entry of sortedOrder(entries, KEY_NUMBERS)) {
        const at = entry * KEY_NUMBERS;
        members.add(entries, at);
        if (members.size < KEYS_PER_WRITE) continue;
        done += members.size;
        yield this.#write(members, done);
        members = new KeyMembers();
      }
    }
    if (members.size > 0) yield this.#write(members, this.#keys);
  }

  #write(members: KeyMembers, done: number) {
    const { sequence } = this.import_;
    const json = members.json();
    const write = async (tx: EntityManager) => {
      await tx.query(INSERT_KEYS, [sequence, json]);
    };
    return { share: done / this.#keys, bytes: json.length, write };
  }

  /** Indexes whoever is left of those that were set aside, with the contacts they have now. */
  async indexMerged(database: Database, alive: (tx: EntityManager) => Promise<void>): Promise<void> {
    const { sequence, firstRecordId, lastRecordId } = this.import_;
    for (let from = firstRecordId; from <= lastRecordId; from += RECORDS_PER_WRITE) {
      const to = Math.min(lastRecordId, from + RECORDS_PER_WRITE - 1);
      await database.write(async (tx) => {
        await alive(tx);
        await tx.query(INDEX_SET_ASIDE, [from, to, sequence]);
      });
    }
    await database.write((tx) => tx.query(FORGET_SET_ASIDE, [sequence]));
  }

  /** Forgets what was not written. */
  close(): void {
    this.#buckets.close();
  }
}

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
