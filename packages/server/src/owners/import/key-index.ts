import { BlockMaker, MAX_EXACT_KEYS, NOBODY, type KeyBlock } from '../match/copy/index.js';
import { EXACT_HASHES } from '../property.js';
import { KeyBuckets } from './key-buckets.js';
import { KEY_NUMBERS, KeyNumber, type EncodedRecords } from './record-batch.js';
import { SeenIdentities } from './seen-identities.js';
import { sortedOrder } from './sorted-order.js';

/** What one write puts into the index: others write in between. */
const NUMBERS_PER_WRITE = 25_000 * KEY_NUMBERS;

/**
 * Keeps the keys of an import's records until all are known, and hands them out in order, so that no page of the index is
 * touched twice however large the import is. Records of people who may have been on an earlier row are set aside,
 * because merging decides what becomes of them.
 */
export class KeyIndex {
  readonly #seen: SeenIdentities;
  readonly #buckets: KeyBuckets;
  #numbers = 0;
  #exactKeys = 0;
  #hasDuplicates = false;

  /**
   * @param path where keys may be kept meanwhile
   * @param fileBytes of the whole import
   */
  constructor(path: string, fileBytes: number) {
    this.#seen = new SeenIdentities(fileBytes);
    this.#buckets = new KeyBuckets(path);
  }

  /** There may be somebody to merge. */
  get hasDuplicates(): boolean {
    return this.#hasDuplicates;
  }

  /** How many exact keys, some perhaps the same, the copy for job processes has; null when they are too many for one. */
  get exactKeys(): number | null {
    return this.#exactKeys > MAX_EXACT_KEYS ? null : this.#exactKeys;
  }

  /** Places in a batch of records whose people may have come before. To be asked once for every batch, in their order. */
  seenAgain({ identities }: EncodedRecords): number[] {
    const again: number[] = [];
    for (const [record, identity] of identities.entries()) {
      if (this.#seen.add(identity)) again.push(record);
    }
    if (again.length > 0) this.#hasDuplicates = true;
    return again;
  }

  /** Takes the keys of records that were written, with ids from `firstId` on. Those that were set aside are indexed later. */
  take({ keys }: EncodedRecords, firstId: number, setAside: readonly number[]): void {
    const aside = new Set(setAside);
    for (let at = 0; at < keys.length; at += KEY_NUMBERS) {
      const record = keys[at + KeyNumber.Record] ?? 0;
      if ((keys[at + KeyNumber.Key] ?? 0) < EXACT_HASHES) this.#exactKeys++;
      // The copy has to know that there is something under the keys of records that were set aside.
      this.#buckets.add(keys, at, aside.has(record) ? NOBODY : firstId + record);
      if (!aside.has(record)) this.#numbers += KEY_NUMBERS;
    }
  }

  /** All of them in ascending order, some at a time, with finished blocks, and which share of all was handed out then. */
  *sorted(): Generator<{ share: number; entries: Float64Array; blocks: KeyBlock[] }> {
    const maker = this.exactKeys === null ? null : new BlockMaker();
    let done = 0;
    let entries = new Float64Array(Math.min(NUMBERS_PER_WRITE, this.#numbers));
    let used = 0;
    for (const bucket of this.#buckets.entries()) {
      for (const entry of sortedOrder(bucket, KEY_NUMBERS)) {
        const at = entry * KEY_NUMBERS;
        maker?.add(bucket, at);
        if (bucket[at + KeyNumber.Record] === NOBODY) continue;
        for (let number = 0; number < KEY_NUMBERS; number++) entries[used++] = bucket[at + number] ?? 0;
        if (used < entries.length) continue;
        done += used;
        yield { share: done / this.#numbers, entries, blocks: maker?.finished() ?? [] };
        entries = new Float64Array(Math.min(NUMBERS_PER_WRITE, this.#numbers - done));
        used = 0;
      }
    }
    const blocks = maker?.all() ?? [];
    if (blocks.length > 0) yield { share: 1, entries: new Float64Array(0), blocks };
  }

  /** Forgets what was not handed out. */
  close(): void {
    this.#buckets.close();
  }
}
