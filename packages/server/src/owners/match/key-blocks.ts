import { PACKED_COUNTS, PACKED_WITHOUT_CONTENTS } from '../contact-counts.js';
import { EXACT_HASHES } from '../property.js';

/*
 * Copy of an import's keys, as bytes that a process with many addresses to look up keeps in memory (docs/decisions/008). A
 * block holds the keys of one range of hashes. The blocks of exact keys come first, then the same number of blocks of loose
 * keys. Blocks without a key are left out.
 *
 *   count     negative, to distinguish it from a key: blocks of older imports, without contents, begin with the keys
 *   numbers   for all keys, one after another: the key, the seal, and the record with its counts (`packContacts`)
 *   contents  a byte for each key
 */

export const EXACT_BLOCKS = 1024;
export const BLOCK_RANGE = EXACT_HASHES / EXACT_BLOCKS;
const BYTES = Float64Array.BYTES_PER_ELEMENT;

/** Maximum number of exact keys that fit into a process's memory: 25 bytes each, and 6 for the loose keys of each. */
export const MAX_EXACT_KEYS = 2_000_000;
/** No hash is negative. */
const UNSETTLED = -1;

/** The block of a key, exact or loose. */
export const blockOf = (key: number): number => Math.floor(key / BLOCK_RANGE);

/** Position of a key in the range of its block, from 0 up to 1. */
const partOfBlock = (key: number): number => key / BLOCK_RANGE - blockOf(key);

export interface ExactKey {
  key: number;
  /** Null if the index has to be queried: the key has more records, or an uncertain one. */
  seal: number | null;
  recordId: number;
  /** As the index packs them. */
  contacts: number;
}

/** @param entries of one block, ascending, each key once */
export function encodeExactKeys(entries: readonly ExactKey[]): Buffer {
  const count = entries.length;
  const all = new Float64Array(1 + 3 * count + Math.ceil(count / BYTES));
  all[0] = -count;
  const numbers = all.subarray(1);
  const kinds = new Uint8Array(all.buffer, (1 + 3 * count) * BYTES);
  for (const [at, { key, seal, recordId, contacts }] of entries.entries()) {
    numbers[at] = key;
    // Counts that exceed their bits would corrupt the record id.
    numbers[count + at] = contacts < PACKED_COUNTS ? (seal ?? UNSETTLED) : UNSETTLED;
    const counts = contacts % PACKED_WITHOUT_CONTENTS;
    numbers[2 * count + at] = recordId * PACKED_WITHOUT_CONTENTS + counts;
    kinds[at] = (contacts - counts) / PACKED_WITHOUT_CONTENTS;
  }
  return Buffer.from(all.buffer);
}

/**
 * Reads a block. Returns positions, not objects, because most rows of a large job pass through here. Numbers are in the byte
 * order of the machine that wrote them: on another machine no exact key is found, and the loose keys, which have no byte
 * order, send every row to the index.
 */
export class ExactKeys {
  readonly #numbers: Float64Array;
  readonly #count: number;
  /** Empty for blocks without contents. */
  readonly #kinds: Uint8Array;

  constructor(bytes: Uint8Array) {
    const all = new Float64Array(bytes.byteLength / BYTES);
    new Uint8Array(all.buffer).set(bytes);
    const [first = 0] = all;
    const hasKinds = first < 0;
    this.#count = hasKinds ? -first : all.length / 3;
    this.#numbers = hasKinds ? all.subarray(1) : all;
    this.#kinds = new Uint8Array(all.buffer, hasKinds ? (1 + 3 * this.#count) * BYTES : bytes.byteLength);
  }

  /** Position of a key, or -1. */
  find(key: number): number {
    const numbers = this.#numbers;
    const count = this.#count;
    // Hashes are spread evenly, so the guess is off by a few entries.
    let at = (partOfBlock(key) * count) | 0;
    while (at > 0 && (numbers[at] ?? 0) > key) at--;
    while (at < count && (numbers[at] ?? 0) < key) at++;
    return at < count && numbers[at] === key ? at : -1;
  }

  mayHave(key: number): boolean {
    return this.find(key) !== -1;
  }

  /** Whether the key at a position is settled for leads with this seal. */
  isSealed(place: number, seal: number): boolean {
    return this.#numbers[this.#count + place] === seal;
  }

  recordAt(place: number): number {
    return Math.floor(this.#packedAt(place) / PACKED_WITHOUT_CONTENTS);
  }

  /** As the index packs them. */
  contactsAt(place: number): number {
    const packed = this.#packedAt(place);
    const counts = packed - Math.floor(packed / PACKED_WITHOUT_CONTENTS) * PACKED_WITHOUT_CONTENTS;
    return (this.#kinds[place] ?? 0) * PACKED_WITHOUT_CONTENTS + counts;
  }

  #packedAt(place: number): number {
    return this.#numbers[2 * this.#count + place] ?? 0;
  }
}

/** Copy of a block in which these keys settle nothing, so that the index has to be queried. */
export function unsettled(bytes: Uint8Array, keys: readonly number[]): Buffer {
  const found = new ExactKeys(bytes);
  const all = new Float64Array(bytes.byteLength / BYTES);
  new Uint8Array(all.buffer).set(bytes);
  const [first = 0] = all;
  const count = first < 0 ? -first : all.length / 3;
  const numbers = first < 0 ? all.subarray(1) : all;
  for (const key of keys) {
    const place = found.find(key);
    if (place === -1) continue;
    numbers[count + place] = UNSETTLED;
    numbers[2 * count + place] = 0;
  }
  return Buffer.from(all.buffer);
}

/** 16 bits per key, for one false positive in sixteen. */
const BYTES_PER_KEY = 2;

/** @param keys of one block */
export function encodeLooseKeys(keys: readonly number[]): Buffer {
  const bytes = Buffer.alloc(keys.length * BYTES_PER_KEY);
  for (const key of keys) {
    const slice = sliceOf(key, bytes);
    bytes[slice >> 3] = (bytes[slice >> 3] ?? 0) | (1 << (slice & 7));
  }
  return bytes;
}

/**
 * Loose keys of a block as a bitmap, 16 bits per key (a Bloom filter with one hash). Each bit stands for a slice of the
 * block's key range, and is set if a key lies in it.
 */
export class LooseKeys {
  constructor(private readonly bytes: Uint8Array) {}

  /** False when the key is certainly not there. */
  mayHave(key: number): boolean {
    const slice = sliceOf(key, this.bytes);
    return ((this.bytes[slice >> 3] ?? 0) & (1 << (slice & 7))) !== 0;
  }
}

const sliceOf = (key: number, { length }: Uint8Array): number => Math.floor(partOfBlock(key) * length * 8);

/** Numbers of an address index entry, in this order. An import writes entries, and job processes copy them. */
export const KeyNumber = { Key: 0, Record: 1, Seal: 2, Contacts: 3 } as const;
export const KEY_NUMBERS = 4;
/** Stands for a missing number. */
export const NONE = -1;
/** Record of an entry that only says that its key exists. Real records count from 1. */
export const NO_RECORD = 0;

export interface KeyBlock {
  block: number;
  bytes: Buffer;
}

/** Builds the blocks of an import from its keys in ascending order. */
export class BlockMaker {
  #finished: KeyBlock[] = [];
  #block = 0;
  #exact: ExactKey[] = [];
  #loose: number[] = [];

  /** @param numbers of which one entry begins at `at` */
  add(numbers: Float64Array, at: number): void {
    const key = numbers[at + KeyNumber.Key] ?? 0;
    const block = blockOf(key);
    if (block !== this.#block) this.#finish(block);
    if (key < EXACT_HASHES) this.#addExact(key, numbers, at);
    else if (this.#loose.at(-1) !== key) this.#loose.push(key);
  }

  /** Blocks completed since the last call. */
  finished(): KeyBlock[] {
    const finished = this.#finished;
    this.#finished = [];
    return finished;
  }

  /** Remaining blocks after the last key. */
  all(): KeyBlock[] {
    this.#finish(this.#block);
    return this.finished();
  }

  #addExact(key: number, numbers: Float64Array, at: number): void {
    const last = this.#exact.at(-1);
    if (last?.key === key) {
      last.seal = null;
      return;
    }
    const recordId = numbers[at + KeyNumber.Record] ?? NO_RECORD;
    const seal = numbers[at + KeyNumber.Seal] ?? NONE;
    const contacts = numbers[at + KeyNumber.Contacts] ?? NONE;
    const isSettled = recordId !== NO_RECORD && seal !== NONE && contacts !== NONE;
    this.#exact.push(
      isSettled ? { key, seal, recordId, contacts } : { key, seal: null, recordId: 0, contacts: 0 },
    );
  }

  #finish(next: number): void {
    const block = this.#block;
    if (this.#exact.length > 0) this.#finished.push({ block, bytes: encodeExactKeys(this.#exact) });
    if (this.#loose.length > 0) this.#finished.push({ block, bytes: encodeLooseKeys(this.#loose) });
    this.#exact = [];
    this.#loose = [];
    this.#block = next;
  }
}
