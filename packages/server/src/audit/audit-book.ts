import { entryAfter, START, type Entry, type Fact, type Head } from './entry.js';

/** Last entries by chain. A chain without an entry is missing. */
export type Heads = ReadonlyMap<string, Head>;

/**
 * Chains while a unit of work decides: they start from the stored heads, and new entries are added in memory.
 */
export class AuditBook {
  readonly #heads: Map<string, Head>;
  readonly #entries: Entry[] = [];

  /** @param now milliseconds since the epoch */
  constructor(
    heads: Heads,
    private readonly now: number,
  ) {
    this.#heads = new Map(heads);
  }

  note(fact: Fact): void {
    const entry = entryAfter(this.#heads.get(fact.chain) ?? START, fact, this.now);
    this.#heads.set(fact.chain, entry);
    this.#entries.push(entry);
  }

  /** In the order in which they were added. */
  changes(): readonly Entry[] {
    return this.#entries;
  }
}
