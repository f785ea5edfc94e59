import type { Reader } from '../../database/index.js';
import { exactBlockOf, ExactKeys, MAX_EXACT_KEYS } from '../exact-keys.js';
import { unpackContacts, type FoundRecord, type SealedKey } from './candidates.js';

/** Each is looked at for every key. */
const MAX_IMPORTS = 16;
/** What one answer holds, a few dozen kilobytes each. */
const BLOCKS_PER_QUERY = 64;

/** Blocks of an import by number; null for one without keys. */
type Blocks = Map<number, ExactKeys | null>;

/**
 * The exact keys of the directory in memory, for a process that looks up so many addresses that asking the index for
 * each would take longer (docs/decisions/008). A block is read when a key in it is first asked for. An import that
 * is visible does not change any more, so what is read once stays true.
 */
export class IndexCopy {
  readonly #imports = new Map<number, Blocks>();

  /** @param maxKeys a directory with more is left to the index */
  constructor(
    private readonly reader: Reader,
    private readonly maxKeys = MAX_EXACT_KEYS,
  ) {}

  /** The only visible record under a key, with this very seal; undefined where the index itself has to be asked. */
  async find(wanted: readonly (SealedKey | null)[]): Promise<(FoundRecord | undefined)[]> {
    const blocks = new Set<number>();
    for (const one of wanted) if (one !== null) blocks.add(exactBlockOf(one.key));
    const visible = await this.#load([...blocks]);
    return wanted.map((one) => (one === null ? undefined : this.#find(visible, one)));
  }

  #find(visible: readonly number[], { key, seal }: SealedKey): FoundRecord | undefined {
    const block = exactBlockOf(key);
    let found: FoundRecord | undefined;
    for (const importSequence of visible) {
      const keys = this.#imports.get(importSequence)?.get(block);
      const place = keys?.find(key) ?? -1;
      if (keys === undefined || keys === null || place === -1) continue;
      if (found !== undefined || !keys.isSealed(place, seal)) return undefined;
      const { phoneCount, emailCount } = unpackContacts(keys.contactsAt(place));
      // What fails has no seal.
      found = { id: keys.recordAt(place), importSequence, phoneCount, emailCount, fails: 0 };
    }
    return found;
  }

  /** Reads what is missing of some blocks. @returns the visible imports; none where not all of them are in the copy */
  async #load(blocks: readonly number[]): Promise<readonly number[]> {
    for (let visible = await this.#visible(); ;) {
      for (const known of this.#imports.keys()) if (!visible.includes(known)) this.#imports.delete(known);
      const read = new Map<number, Blocks>();
      for (const sequence of visible) {
        const kept = this.#imports.get(sequence);
        const missing = blocks.filter((block) => kept?.has(block) !== true);
        if (missing.length > 0) read.set(sequence, await this.#read(sequence, missing));
      }
      if (read.size === 0) return visible;
      // A block that is not there has no keys, unless it was purged: then its import is not visible any more.
      visible = await this.#visible();
      for (const [sequence, found] of read) {
        if (!visible.includes(sequence)) continue;
        this.#imports.set(sequence, new Map([...(this.#imports.get(sequence) ?? []), ...found]));
      }
    }
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
