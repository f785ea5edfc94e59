import { encodeExactKeys, exactBlockOf, type ExactKey } from '../exact-keys.js';
import { KeyNumber, NONE } from './record-batch.js';

/** The record of an entry that says no more than that there is something under its key. Records count from 1. */
export const NOBODY = 0;

export interface ExactBlock {
  block: number;
  bytes: Buffer;
}

/** The blocks of an import (exact-keys.ts), made as its exact keys pass by in ascending order. */
export class ExactKeyCopy {
  #finished: ExactBlock[] = [];
  #block = 0;
  #entries: ExactKey[] = [];

  /** @param numbers of which one entry begins at `at` */
  add(numbers: Float64Array, at: number): void {
    const key = numbers[at + KeyNumber.Key] ?? 0;
    const block = exactBlockOf(key);
    if (block !== this.#block) this.#finish(block);
    const last = this.#entries.at(-1);
    if (last?.key === key) {
      last.seal = null;
      return;
    }
    const recordId = numbers[at + KeyNumber.Record] ?? NOBODY;
    const seal = numbers[at + KeyNumber.Seal] ?? NONE;
    const contacts = numbers[at + KeyNumber.Contacts] ?? NONE;
    const isSettled = recordId !== NOBODY && seal !== NONE && contacts !== NONE;
    this.#entries.push(
      isSettled ? { key, seal, recordId, contacts } : { key, seal: null, recordId: 0, contacts: 0 },
    );
  }

  /** The blocks that became complete since it was last asked. */
  finished(): ExactBlock[] {
    const finished = this.#finished;
    this.#finished = [];
    return finished;
  }

  /** Those that are left, when no key follows. */
  all(): ExactBlock[] {
    this.#finish(this.#block);
    return this.finished();
  }

  #finish(next: number): void {
    if (this.#entries.length > 0) {
      this.#finished.push({ block: this.#block, bytes: encodeExactKeys(this.#entries) });
    }
    this.#entries = [];
    this.#block = next;
  }
}

export const INSERT_BLOCK =
  'INSERT OR FAIL INTO exact_keys (importSequence, block, entries) VALUES (?, ?, ?)';
