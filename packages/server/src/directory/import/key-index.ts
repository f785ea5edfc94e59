import { closeSync, openSync, readSync, rmSync, writeSync } from 'node:fs';
import { KEY_NUMBERS, KeyNumber, type EncodedRecords } from './record-batch.js';

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
      if (aside.has(record)) continue;
      this.#buckets.add(keys, at, firstId + record);
      this.#numbers += KEY_NUMBERS;
    }
  }

  /** Yields all entries in ascending order of keys, in chunks. `share`: part of all entries up to the end of the chunk, 0 to 1. */
  *sorted(): Generator<{ share: number; entries: Float64Array }> {
    let done = 0;
    let entries = new Float64Array(Math.min(NUMBERS_PER_WRITE, this.#numbers));
    let used = 0;
    for (const bucket of this.#buckets.entries()) {
      for (const entry of sortedOrder(bucket, KEY_NUMBERS)) {
        const at = entry * KEY_NUMBERS;
        for (let number = 0; number < KEY_NUMBERS; number++) entries[used++] = bucket[at + number] ?? 0;
        if (used < entries.length) continue;
        done += used;
        yield { share: done / this.#numbers, entries };
        entries = new Float64Array(Math.min(NUMBERS_PER_WRITE, this.#numbers - done));
        used = 0;
      }
    }
  }

  /** Discards the keys that were not yielded. */
  close(): void {
    this.#buckets.close();
  }
}

/** 16 MB: with a million identities a new one is taken for known once in a million times, with ten million once in 200. */
const MIN_BITS = 2 ** 27;
/** 256 MB: 150,000,000 identities collide as ten million do in 16 MB. A place has 31 bits. */
const MAX_BITS = 2 ** 31;
/** A row of a file is hardly ever shorter. */
const BYTES_PER_IDENTITY = 128;
const BITS_PER_IDENTITY = 8;
const PROBES = 4;
const LOW = 2 ** 32;

/**
 * The identities of an import so far, as a Bloom filter: it may take a new one for known, never a known one for new.
 * Few files hold a person twice; this tells those records apart without keeping or sorting all identities.
 */
export class SeenIdentities {
  readonly #words: Uint32Array;
  readonly #lastBit: number;

  /** @param fileBytes from which the number of identities is guessed */
  constructor(fileBytes = 0) {
    const wanted = (fileBytes / BYTES_PER_IDENTITY) * BITS_PER_IDENTITY;
    let bits = MIN_BITS;
    while (bits < wanted && bits < MAX_BITS) bits *= 2;
    this.#words = new Uint32Array(bits / 32);
    this.#lastBit = bits - 1;
  }

  /** Notes it. @returns whether it may have been noted before */
  add(identity: number): boolean {
    const high = Math.floor(identity / LOW);
    // Odd, so that the probes of an identity are different bits.
    const step = Math.imul(high, 0x9e3779b1) | 1;
    let place = (identity % LOW) | 0;
    let seen = true;
    for (let probe = 0; probe < PROBES; probe++, place = (place + step) | 0) {
      const bit = place & this.#lastBit;
      const word = this.#words[bit >>> 5] ?? 0;
      const mask = 1 << (bit & 31);
      if ((word & mask) !== 0) continue;
      seen = false;
      this.#words[bit >>> 5] = word | mask;
    }
    return seen;
  }
}

/** Entries of an import of ten million owners fill 5 MB of a bucket's memory when its turn comes. */
const BUCKETS = 256;
/** Part of the hash range (53 bits) that a bucket covers. */
const BUCKET_RANGE = 2 ** 53 / BUCKETS;
/** All buckets together buffer 4 MB. */
const NUMBERS_PER_BLOCK = 512 * KEY_NUMBERS;
const BLOCK_BYTES = NUMBERS_PER_BLOCK * Float64Array.BYTES_PER_ELEMENT;

interface Bucket {
  block: Float64Array;
  used: number;
  /** Blocks of the file that the bucket filled. */
  filled: number[];
}

/**
 * Index entries waiting to be sorted, in buckets by the upper bits of their key. The rest beyond memory goes to an unlinked file,
 * so it disappears with the process, however that ends.
 */
export class KeyBuckets {
  readonly #buckets: Bucket[] = [];
  #file: number | null = null;
  #blocks = 0;

  /** @param path where the file may be made */
  constructor(private readonly path: string) {}

  /** @param at start of the entry in `numbers` */
  add(numbers: Float64Array, at: number, recordId: number): void {
    const place = Math.floor((numbers[at + KeyNumber.Key] ?? 0) / BUCKET_RANGE);
    const bucket = (this.#buckets[place] ??= {
      block: new Float64Array(NUMBERS_PER_BLOCK),
      used: 0,
      filled: [],
    });
    if (bucket.used === NUMBERS_PER_BLOCK) this.#write(bucket);
    const { block, used } = bucket;
    for (let number = 0; number < KEY_NUMBERS; number++) block[used + number] = numbers[at + number] ?? 0;
    block[used + KeyNumber.Record] = recordId;
    bucket.used += KEY_NUMBERS;
  }

  /** Entries of each bucket in the order of `add`; keys rise from bucket to bucket. */
  *entries(): Generator<Float64Array> {
    for (let place = 0; place < BUCKETS; place++) {
      const bucket = this.#buckets[place];
      if (bucket !== undefined) yield this.#read(bucket);
    }
  }

  close(): void {
    if (this.#file !== null) closeSync(this.#file);
    this.#file = null;
  }

  #write(bucket: Bucket): void {
    this.#file ??= this.#make();
    writeAll(this.#file, bucket.block, this.#blocks * BLOCK_BYTES);
    bucket.filled.push(this.#blocks++);
    bucket.used = 0;
  }

  #read({ block, used, filled }: Bucket): Float64Array {
    const all = new Float64Array(filled.length * NUMBERS_PER_BLOCK + used);
    for (const [at, place] of filled.entries()) {
      const part = all.subarray(at * NUMBERS_PER_BLOCK, (at + 1) * NUMBERS_PER_BLOCK);
      if (
        this.#file === null ||
        readSync(this.#file, part, 0, BLOCK_BYTES, place * BLOCK_BYTES) < BLOCK_BYTES
      )
        throw new Error('the file of keys is shorter than what was written');
    }
    all.set(block.subarray(0, used), filled.length * NUMBERS_PER_BLOCK);
    return all;
  }

  #make(): number {
    const file = openSync(this.path, 'wx+', 0o600);
    rmSync(this.path);
    return file;
  }
}

function writeAll(file: number, block: Float64Array, position: number): void {
  for (let written = 0; written < BLOCK_BYTES;) {
    written += writeSync(file, block, written, BLOCK_BYTES - written, position + written);
  }
}

/**
 * Stable order of entries by their first numbers. A radix sort would take a tenth of the time, which is 2 % of an import.
 * @param entries of `size` numbers each
 */
function sortedOrder(entries: Float64Array, size: number): Uint32Array {
  const keyOf = (entry: number): number => entries[entry * size] ?? 0;
  const order = new Uint32Array(entries.length / size).map((_, entry) => entry);
  return order.sort((one, other) => keyOf(one) - keyOf(other) || one - other);
}
