import { decide } from '@skiptrace/address';
import { unpackContacts } from '../contact-counts.js';
import type { SealedKey } from '../property.js';
import type { CopySource, FoundRecord, OwnerIndex } from './owner-index.js';
import { blockOf, EXACT_BLOCKS, ExactKeys, MAX_EXACT_KEYS, LooseKeys } from './key-blocks.js';
import {
  looseHashes,
  matchLeads,
  type Decision,
  type Lead,
  type OpenLead,
  type Screen,
} from './match-leads.js';

/** Decides like `matchLeads`, for a process with many batches: queries the index only for leads the copy doesn't settle. */
export class MatcherWithCopy {
  readonly #copy: IndexCopy;

  /** @param maxKeys a directory with more keys is left to the index */
  constructor(
    private readonly index: OwnerIndex,
    maxKeys?: number,
    private readonly screen?: Screen,
  ) {
    this.#copy = new IndexCopy(index.copySource, maxKeys);
  }

  /** Decisions in the order of the leads. */
  match(leads: readonly Lead[]): Promise<Decision[]> {
    const settle = this.#copy.view().then((view) => (lead: OpenLead) => settledByCopy(lead, view));
    return matchLeads(this.index, leads, 'decisions', settle, this.screen);
  }
}

function settledByCopy(lead: OpenLead, view: CopyView): Decision | undefined {
  const { address, sealed, exact } = lead;
  const record = sealed === null ? undefined : view.find(sealed);
  if (record !== undefined) return { record, at: () => [address] };
  if (!view.hasNone(exact) || !view.hasNone(looseHashes(lead))) return undefined;
  // There is nothing to choose from.
  const outcome = decide(address, []);
  return outcome.matched ? undefined : { reason: outcome.reason };
}

/** Maximum number of imports, because each is searched for every key. */
const MAX_IMPORTS = 16;
/** Maximum number of blocks per query, a few dozen kilobytes each. */
const BLOCKS_PER_QUESTION = 64;

/** Blocks of an import by number; undefined: not read yet, null: read, no key in this range. */
class Blocks {
  readonly exact = new Array<ExactKeys | null | undefined>(EXACT_BLOCKS).fill(undefined);
  readonly #loose = new Array<LooseKeys | null | undefined>(EXACT_BLOCKS).fill(undefined);

  set(block: number, bytes: Uint8Array | undefined): void {
    if (block < EXACT_BLOCKS) this.exact[block] = bytes === undefined ? null : new ExactKeys(bytes);
    else this.#loose[block - EXACT_BLOCKS] = bytes === undefined ? null : new LooseKeys(bytes);
  }

  of(block: number): ExactKeys | LooseKeys | null | undefined {
    return block < EXACT_BLOCKS ? this.exact[block] : this.#loose[block - EXACT_BLOCKS];
  }
}

/** The copy as of one moment. */
export interface CopyView {
  /** The only visible record under a key, with this seal; undefined if the index has to be queried. */
  find(wanted: SealedKey): FoundRecord | undefined;
  /** Whether there is certainly no visible record under any of these exact or loose keys. */
  hasNone(keys: readonly number[]): boolean;
}

/**
 * In-memory copy of the directory's keys, for a process that looks up many addresses: reading it is faster than querying the index
 * for each (docs/decisions/008). Blocks are loaded after a first miss in them. Visible imports never change, so a loaded
 * block stays valid.
 */
export class IndexCopy {
  readonly #imports = new Map<number, Blocks>();
  readonly #missing = new Map<number, Set<number>>();

  /** @param maxKeys a directory with more keys is left to the index */
  constructor(
    private readonly source: CopySource,
    private readonly maxKeys = MAX_EXACT_KEYS,
  ) {}

  /** Call before each batch: loads the blocks missing in the last batch, then reads which imports are visible. */
  async view(): Promise<CopyView> {
    const read: { sequence: number; wanted: readonly number[]; found: ReadonlyMap<number, Uint8Array> }[] =
      [];
    for (const [sequence, missing] of this.#missing) {
      const wanted = [...missing];
      read.push({ sequence, wanted, found: await this.#read(sequence, wanted) });
    }
    this.#missing.clear();
    const visible = await this.#visible();
    for (const known of this.#imports.keys()) if (!visible.includes(known)) this.#imports.delete(known);
    for (const sequence of visible)
      if (!this.#imports.has(sequence)) this.#imports.set(sequence, new Blocks());
    // The list of active imports was read after these blocks. An import that is still on it has not been purged, so a
    // block that was not found has no keys.
    for (const { sequence, wanted, found } of read) {
      const blocks = this.#imports.get(sequence);
      for (const block of wanted) blocks?.set(block, found.get(block));
    }
    return {
      find: (wanted) => this.#find(visible, wanted),
      hasNone: (keys) => visible.length > 0 && this.#hasNone(visible, keys),
    };
  }

  #find(visible: readonly number[], { key, seal }: SealedKey): FoundRecord | undefined {
    const block = blockOf(key);
    let found: FoundRecord | undefined;
    let isWhole = true;
    for (const importSequence of visible) {
      const keys = this.#imports.get(importSequence)?.exact[block];
      if (keys === undefined) {
        this.#miss(importSequence, block);
        isWhole = false;
        continue;
      }
      const place = keys?.find(key) ?? -1;
      if (keys === null || place === -1) continue;
      if (found !== undefined || !keys.isSealed(place, seal)) return undefined;
      const { phoneCount, emailCount, contents } = unpackContacts(keys.contactsAt(place));
      // The sandbox's failing address has no seal.
      found = { id: keys.recordAt(place), importSequence, phoneCount, emailCount, contents, fails: 0 };
    }
    return isWhole ? found : undefined;
  }

  #hasNone(visible: readonly number[], keys: readonly number[]): boolean {
    let hasNone = true;
    for (const key of keys) {
      const block = blockOf(key);
      for (const importSequence of visible) {
        const found = this.#imports.get(importSequence)?.of(block);
        if (found === undefined) this.#miss(importSequence, block);
        if (found === undefined || found?.mayHave(key) === true) hasNone = false;
      }
    }
    return hasNone;
  }

  #miss(sequence: number, block: number): void {
    const missing = this.#missing.get(sequence);
    if (missing === undefined) this.#missing.set(sequence, new Set([block]));
    else missing.add(block);
  }

  async #read(sequence: number, wanted: readonly number[]): Promise<Map<number, Uint8Array>> {
    const found = new Map<number, Uint8Array>();
    for (let from = 0; from < wanted.length; from += BLOCKS_PER_QUESTION) {
      const blocks = await this.source.blocks(sequence, wanted.slice(from, from + BLOCKS_PER_QUESTION));
      for (const { block, bytes } of blocks) found.set(block, bytes);
    }
    return found;
  }

  async #visible(): Promise<number[]> {
    const imports = await this.source.imports();
    const size = imports.reduce((sum, { exactKeys }) => sum + (exactKeys ?? Number.POSITIVE_INFINITY), 0);
    return size > this.maxKeys || imports.length > MAX_IMPORTS ? [] : imports.map(({ sequence }) => sequence);
  }
}
