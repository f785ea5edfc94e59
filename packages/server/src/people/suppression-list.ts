import { createHmac } from 'node:crypto';
import { hash53, hash53OfBytes } from '../owners/match/index.js';
import { VALUE_KINDS, type Value, type ValueKind } from './suppression.js';
import type { ListState, SuppressionKey, SuppressionReads } from './suppression-store.js';

/** Bytes of a keyed hash. Of a billion values no two meet by accident. */
const KEY_BYTES = 16;
/** With more keys a process keeps no marks, and asks the database about every value. */
const MAX_MARKS = 20_000_000;
/** About one in 1,024 values that aren't listed causes a needless query; more when the table is full. */
const BITS_PER_KEY = 1_024;
const LEAST_BITS = 2 ** 16;
/** 16 MB, which each job process has. */
const MOST_BITS = 2 ** 27;

/** The list as of one moment, which is not empty. */
export interface ListView {
  /** False where a value is certainly not on the list: costs next to nothing. */
  mayHave(kind: ValueKind, text: string): boolean;
  /** The same of ASCII that lies in memory; capitals count as small letters. */
  mayHaveBytes(kind: ValueKind, bytes: Uint8Array, start: number, end: number): boolean;
  /** Whether there are hashes of California's DROP on it: only then owners are compared with them. */
  readonly hasDrops: boolean;
  /** Which of these are on the list, by `slotOf`. */
  held(values: readonly Value[]): Promise<ReadonlySet<string>>;
}

export const slotOf = ({ kind, text }: Value): string => `${kind}\t${text}`;

/** Turns values into what the list keeps of them. */
export class Hashes {
  readonly #seeds: Readonly<Record<ValueKind, number>>;

  constructor(private readonly secret: string) {
    const seedOf = (kind: ValueKind): number =>
      createHmac('sha256', secret).update(`mark\n${kind}`).digest().readInt32LE();
    this.#seeds = Object.fromEntries(VALUE_KINDS.map((kind) => [kind, seedOf(kind)])) as Record<
      ValueKind,
      number
    >;
  }

  key(value: Value): string {
    return createHmac('sha256', this.secret)
      .update(slotOf(value))
      .digest()
      .toString('base64url', 0, KEY_BYTES);
  }

  mark(kind: ValueKind, text: string): number {
    return short(hash53(text, this.#seeds[kind]));
  }

  markOfBytes(kind: ValueKind, bytes: Uint8Array, start: number, end: number): number {
    return short(hash53OfBytes(bytes, start, end, this.#seeds[kind]));
  }

  both(value: Value): SuppressionKey {
    return { key: this.key(value), mark: this.mark(value.kind, value.text) };
  }
}

/** The low bits: a remainder would take longer than the hash. */
const short = (hash: number): number => hash & 0x7fffffff;

/** Marks as bits of a table. */
export class Marks {
  readonly #bits: Uint8Array;
  readonly #last: number;

  /** @param keys about how many there will be */
  private constructor(keys: number) {
    const wanted = 2 ** Math.ceil(Math.log2((keys + 1) * BITS_PER_KEY));
    const bits = Math.min(MOST_BITS, Math.max(LEAST_BITS, wanted));
    this.#bits = new Uint8Array(bits / 8);
    this.#last = bits - 1;
  }

  static async of(pages: AsyncIterable<readonly number[]>, keys: number): Promise<Marks> {
    const marks = new Marks(keys);
    for await (const page of pages) marks.#add(page);
    return marks;
  }

  #add(marks: readonly number[]): void {
    for (const mark of marks) {
      const bit = mark & this.#last;
      this.#bits[bit >>> 3] = (this.#bits[bit >>> 3] ?? 0) | (1 << (bit & 7));
    }
  }

  mayHave(mark: number): boolean {
    const bit = mark & this.#last;
    return ((this.#bits[bit >>> 3] ?? 0) & (1 << (bit & 7))) !== 0;
  }
}

/**
 * Answers whether values are on the suppression list. Each batch checks the list's version, so a committed
 * change applies to the next batch in every process. An empty list costs only that check.
 */
export class SuppressionList {
  #known: { version: number; view: Promise<ListView> } | null = null;

  constructor(private readonly store: SuppressionReads) {}

  async version(): Promise<number> {
    return (await this.store.state()).version;
  }

  /** null when the list is empty. */
  async view(): Promise<ListView | null> {
    const state = await this.store.state();
    const { version, keys } = state;
    if (keys === 0) return null;
    if (this.#known?.version !== version) {
      // What is read now may be newer than the version: then it is read once more.
      const view = this.#read(state);
      this.#known = { version, view };
      view.catch(() => (this.#known = null));
    }
    return this.#known.view;
  }

  async #read({ keys, drops, secret }: ListState): Promise<ListView> {
    const hashes = new Hashes(secret);
    const marks = keys > MAX_MARKS ? null : await Marks.of(this.store.marks(), keys);
    return {
      hasDrops: drops > 0,
      mayHave: (kind, text) => marks === null || marks.mayHave(hashes.mark(kind, text)),
      mayHaveBytes: (kind, bytes, start, end) =>
        marks === null || marks.mayHave(hashes.markOfBytes(kind, bytes, start, end)),
      held: async (values) => {
        const slots = new Map<string, string>();
        for (const value of values)
          if (marks === null || marks.mayHave(hashes.mark(value.kind, value.text)))
            slots.set(hashes.key(value), slotOf(value));
        if (slots.size === 0) return new Set();
        const held = await this.store.held([...slots.keys()]);
        return new Set(held.map((key) => slots.get(key) ?? ''));
      },
    };
  }
}
