import { BlockMaker, MAX_EXACT_KEYS, NO_RECORD, type KeyBlock } from '../match/copy/index.js';
import { EXACT_HASHES } from '../property.js';
import { KeyBuckets } from './key-buckets.js';
import { KEY_NUMBERS, KeyNumber } from '../key-entry.js';
import type { EncodedRecords } from './record-batch.js';
import { SeenIdentities } from './seen-identities.js';
import { sortedOrder } from './sorted-order.js';

/** Numbers per write to the index; other writers run in between. */
const NUMBERS_PER_WRITE = 25_000 * KEY_NUMBERS;

/**
 * Collects the keys of an import until all are known and returns them in order, so that each index page is touched once however
 * large the import is. Records of people who may be on an earlier row are set aside until merging decides about them.
 */
export class KeyIndex {
  readonly #seen: SeenIdentities;
  readonly #buckets: KeyBuckets;
  #numbers = 0;
  #exactKeys = 0;
  #hasDuplicates = false;

  /**
   * @param path path prefix for temporary files
   * @param fileBytes size of the import's file
   */
  constructor(path: string, fileBytes: number) {
    this.#seen = new SeenIdentities(fileBytes);
    this.#buckets = new KeyBuckets(path);
  }

  /** True if there may be duplicates to merge. */
  get hasDuplicates(): boolean {
    return this.#hasDuplicates;
  }

  /** Number of exact keys in the copy for job processes, duplicates possibly included; null if there are too many for a copy. */
  get exactKeys(): number | null {
    return this.#exactKeys > MAX_EXACT_KEYS ? null : this.#exactKeys;
  }

  /** Indexes of the records in a batch that may repeat an earlier person. Call once for every batch, in order. */
  seenAgain({ identities }: EncodedRecords): number[] {
    const again: number[] = [];
    for (const [record, identity] of identities.entries()) {
      if (this.#seen.add(identity)) again.push(record);
    }
    if (again.length > 0) this.#hasDuplicates = true;
    return again;
  }

  /** Takes the keys of written records, with ids from `firstId` on. Set-aside records are indexed later. */
  take({ keys }: EncodedRecords, firstId: number, setAside: readonly number[]): void {
    const aside = new Set(setAside);
    for (let at = 0; at < keys.length; at += KEY_NUMBERS) {
      const record = keys[at + KeyNumber.Record] ?? 0;
      if ((keys[at + KeyNumber.Key] ?? 0) < EXACT_HASHES) this.#exactKeys++;
      // The copy has to know that there is something under the keys of records that were set aside.
      this.#buckets.add(keys, at, aside.has(record) ? NO_RECORD : firstId + record);
      if (!aside.has(record)) this.#numbers += KEY_NUMBERS;
    }
  }

  /** Yields all keys in ascending order, in chunks, with finished blocks and the share yielded so far. */
  *sorted(): Generator<{ share: number; entries: Float64Array; blocks: KeyBlock[] }> {
    const maker = this.exactKeys === null ? null : new BlockMaker();
    let done = 0;
    let entries = new Float64Array(Math.min(NUMBERS_PER_WRITE, this.#numbers));
    let used = 0;
    for (const bucket of this.#buckets.entries()) {
      for (const entry of sortedOrder(bucket, KEY_NUMBERS)) {
        const at = entry * KEY_NUMBERS;
        maker?.add(bucket, at);
        if (bucket[at + KeyNumber.Record] === NO_RECORD) continue;
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

  /** Discards the keys that were not yielded. */
  close(): void {
    this.#buckets.close();
  }
}
