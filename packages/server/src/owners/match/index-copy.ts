import type { Reader } from '../../database/index.js';
import { exactBlockOf, ExactKeys, MAX_EXACT_KEYS } from '../exact-keys.js';
import { unpackContacts, type FoundRecord, type SealedKey } from './candidates.js';

/** Each is looked at for every key. */
const MAX_IMPORTS = 16;
/** What one answer holds, a few dozen kilobytes each. */
const BLOCKS_PER_QUERY = 64;

/** Blocks of an import by number; null for one without keys. */
type Blocks = Map<number, ExactKeys | null>;

/** The copy as of one moment. */
export interface CopyView {
  /** The only visible record under a key, with this very seal; undefined where the index itself has to be asked. */
  find(wanted: SealedKey): FoundRecord | undefined;
}

/**
 * The exact keys of the directory in memory, for a process that looks up so many addresses that asking the index for
 * each would take longer (docs/decisions/008). A block is read after a key in it was asked for in vain. An import that
 * is visible does not change any more, so what is read once stays true.
 */
export class IndexCopy {
  readonly #imports = new Map<number, Blocks>();
  readonly #missing = new Map<number, Set<number>>();

  /** @param maxKeys a directory with more is left to the index */
  constructor(
    private readonly reader: Reader,
    private readonly maxKeys = MAX_EXACT_KEYS,
  ) {}

  /** Before each batch: reads what was missing in the last, and then looks which imports are visible. */
  async view(): Promise<CopyView> {
    const read: (readonly [sequence: number, blocks: Blocks])[] = [];
    for (const [sequence, missing] of this.#missing)
      read.push([sequence, await this.#read(sequence, [...missing])]);
    this.#missing.clear();
    const visible = await this.#visible();
    for (const known of this.#imports.keys()) if (!visible.includes(known)) this.#imports.delete(known);
    for (const sequence of visible) if (!this.#imports.has(sequence)) this.#imports.set(sequence, new Map());
    // It was visible when its blocks were found missing, and still is: no purge has taken any before they were read.
    for (const [sequence, blocks] of read) {
      for (const [block, keys] of blocks) this.#imports.get(sequence)?.set(block, keys);
    }
    return { find: (wanted) => this.#find(visible, wanted) };
  }

  #find(visible: readonly number[], { key, seal }: SealedKey): FoundRecord | undefined {
    const block = exactBlockOf(key);
    let found: FoundRecord | undefined;
    let isWhole = true;
    for (const importSequence of visible) {
      const keys = this.#imports.get(importSequence)?.get(block);
      if (keys === undefined) {
        this.#miss(importSequence, block);
        isWhole = false;
        continue;
      }
      const place = keys?.find(key) ?? -1;
      if (keys === null || place === -1) continue;
      if (found !== undefined || !keys.isSealed(place, seal)) return undefined;
      const { phoneCount, emailCount } = unpackContacts(keys.contactsAt(place));
      // What fails has no seal.
      found = { id: keys.recordAt(place), importSequence, phoneCount, emailCount, fails: 0 };
    }
    return isWhole ? found : undefined;
  }

  #miss(sequence: number, block: number): void {
    const missing = this.#missing.get(sequence);
    if (missing === undefined) this.#missing.set(sequence, new Set([block]));
    else missing.add(block);
  }

  async #read(sequence: number, wanted: readonly number[]): Promise<Blocks> {
    const blocks: Blocks = new Map(wanted.map((block) => [block, null]));
    for (let from = 0; from < wanted.length; from += BLOCKS_PER_QUERY) {
      const rows = await this.reader.query<{ block: number; entries: Uint8Array }[]>(READ_BLOCKS, [
        sequence,
        JSON.stringify(wanted.slice(from, from + BLOCKS_PER_QUERY)),
      ]);
      for (const { block, entries } of rows) blocks.set(block, new ExactKeys(entries));
    }
    return blocks;
  }

  async #visible(): Promise<number[]> {
    const imports = await this.reader.query<{ sequence: number; exactKeys: number | null }[]>(VISIBLE, []);
    const size = imports.reduce((sum, { exactKeys }) => sum + (exactKeys ?? Number.POSITIVE_INFINITY), 0);
    return size > this.maxKeys || imports.length > MAX_IMPORTS ? [] : imports.map(({ sequence }) => sequence);
  }
}

const VISIBLE = "SELECT sequence, exactKeys FROM imports WHERE state = 'active'";
const READ_BLOCKS = `
  SELECT block, entries FROM exact_keys
   WHERE importSequence = ? AND block IN (SELECT value FROM json_each(?))`.trim();
