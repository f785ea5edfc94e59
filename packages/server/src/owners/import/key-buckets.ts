import { closeSync, openSync, readSync, rmSync, writeSync } from 'node:fs';
import { KEY_NUMBERS, KeyNumber } from '../key-entry.js';

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
