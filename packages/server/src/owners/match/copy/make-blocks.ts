import { KeyNumber, NONE } from '../../key-entry.js';
import { EXACT_HASHES } from '../../property.js';
import { blockOf, encodeExactKeys, type ExactKey } from './exact-keys.js';
import { encodeLooseKeys } from './loose-keys.js';

/** Record of an entry that only says that its key exists. Real records count from 1. */
export const NO_RECORD = 0;

export interface KeyBlock {
  block: number;
  bytes: Buffer;
}

/** Builds the blocks of an import (exact-keys.ts) from its keys in ascending order. */
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
