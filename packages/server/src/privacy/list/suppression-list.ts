import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto';
import type { AddressInput } from '@skiptrace/address';
import { hash53 } from '../../directory/match/index.js';
import { awaitedLater } from '../../platform/lib/awaited-later.js';
import type { Places } from './places.js';
import type {
  KeyPair,
  ListChange,
  ListState,
  SuppressionKey,
  SuppressionReads,
} from './suppression-store.js';
import { VALUE_KINDS, type Value, type ValueKind } from './suppression.js';

/** Bytes of a keyed hash. Of a billion values no two meet by accident. */
const KEY_BYTES = 16;
/** Lengths of AES-GCM. */
const IV_BYTES = 12;
const TAG_BYTES = 16;
/** Marks of values: all of the list, or those that changed. */
export interface ListMarks extends Places {
  /** Whether there are hashes of California's DROP among them: only then owners are compared with them. */
  readonly hasDrops: boolean;
}

/** The list as of one moment, which is not empty. */
export interface ListView extends ListMarks {
  /** Which of these are on the list, by `valueSlot`. */
  held(values: readonly Value[]): Promise<ReadonlySet<string>>;
  /** Addresses of entries with these values: of people with the name, and with null of whole properties. */
  addresses(asked: readonly NearAsked[]): Promise<NearAddress[]>;
}

interface NearAsked {
  near: Value;
  name: Value | null;
}

/** The address of an entry, as it was asked for. */
interface NearAddress extends NearAsked {
  address: AddressInput;
}

export const valueSlot = ({ kind, text }: Value): string => `${kind}\t${text}`;

/** Turns values into what the list keeps of them. */
export class Hashes {
  readonly #seeds: Readonly<Record<ValueKind, number>>;
  readonly #sealKey: Buffer;

  constructor(private readonly secret: string) {
    this.#sealKey = createHmac('sha256', secret).update('addresses').digest();
    const seedOf = (kind: ValueKind): number =>
      createHmac('sha256', secret).update(`mark\n${kind}`).digest().readInt32LE();
    this.#seeds = Object.fromEntries(VALUE_KINDS.map((kind) => [kind, seedOf(kind)])) as Record<
      ValueKind,
      number
    >;
  }

  key(value: Value): string {
    return createHmac('sha256', this.secret)
      .update(valueSlot(value))
      .digest()
      .toString('base64url', 0, KEY_BYTES);
  }

  mark(kind: ValueKind, text: string): number {
    return short(hash53(text, this.#seeds[kind]));
  }

  /** An address that only this list can read: to compare spellings, a hash isn't enough. */
  seal({ address, city, state, zip }: AddressInput): string {
    const iv = randomBytes(IV_BYTES);
    const cipher = createCipheriv('aes-256-gcm', this.#sealKey, iv);
    const text = JSON.stringify([address, city ?? '', state ?? '', zip ?? '']);
    const sealed = [cipher.update(text, 'utf8'), cipher.final()];
    return Buffer.concat([iv, cipher.getAuthTag(), ...sealed]).toString('base64url');
  }

  unseal(sealed: string): AddressInput {
    const bytes = Buffer.from(sealed, 'base64url');
    const content = IV_BYTES + TAG_BYTES;
    const decipher = createDecipheriv('aes-256-gcm', this.#sealKey, bytes.subarray(0, IV_BYTES));
    decipher.setAuthTag(bytes.subarray(IV_BYTES, content));
    const text = Buffer.concat([decipher.update(bytes.subarray(content)), decipher.final()]).toString();
    const [address = '', city = '', state = '', zip = ''] = JSON.parse(text) as string[];
    return { address, city, state, zip };
  }

  both(value: Value): SuppressionKey {
    return { key: this.key(value), mark: this.mark(value.kind, value.text) };
  }
}

/** The low bits: a remainder would take longer than the hash. */
const short = (hash: number): number => hash & 0x7fffffff;

/** Marks of keys: a value without one of them is certainly not on the list. Four bytes for each key, so that millions fit. */
export class Marks {
  readonly #added = new Set<number>();

  private constructor(private readonly sorted: Int32Array) {}

  static with(marks: readonly number[]): Marks {
    return new Marks(Int32Array.from(marks).sort());
  }

  static async of(pages: AsyncIterable<readonly number[]>): Promise<Marks> {
    let all = new Int32Array(FIRST_CAPACITY);
    let size = 0;
    for await (const page of pages) {
      if (size + page.length > all.length) {
        const larger = new Int32Array(2 * (size + page.length));
        larger.set(all);
        all = larger;
      }
      all.set(page, size);
      size += page.length;
    }
    return new Marks(all.slice(0, size).sort());
  }

  add(marks: readonly number[]): void {
    for (const mark of marks) this.#added.add(mark);
  }

  mayHave(mark: number): boolean {
    let [from, to] = [0, this.sorted.length];
    while (from < to) {
      const middle = (from + to) >>> 1;
      if ((this.sorted[middle] ?? 0) < mark) from = middle + 1;
      else to = middle;
    }
    return this.sorted[from] === mark || this.#added.has(mark);
  }
}

const FIRST_CAPACITY = 1_024;

interface Known {
  version: number;
  secret: string;
  marks: Promise<Marks>;
  view: Promise<ListView>;
}

/**
 * Answers whether values are on the suppression list. Each question checks the list's version, so that a screening, or a check of
 * a stored result, sees every committed change. An empty list costs only that check, and a change only the marks that it adds.
 */
export class SuppressionList {
  #known: Known | null = null;
  #hashes: { secret: string; of: Hashes } | null = null;

  constructor(private readonly store: SuppressionReads) {}

  /** Null when the list is empty. */
  async view(): Promise<ListView | null> {
    const state = await this.store.state();
    const { version, keys } = state;
    if (keys === 0) return null;
    if (this.#known?.version === version) return this.#known.view;
    const known =
      (this.#known === null ? null : await this.#caughtUp(this.#known, state)) ??
      this.#knownOf(state, Marks.of(this.store.marks()));
    this.#known = known;
    known.view.catch(() => {
      if (this.#known === known) this.#known = null;
    });
    return known.view;
  }

  /** Marks of the keys that were added and taken back after a version; null where that isn't known any more. */
  async changedSince(after: number): Promise<ListMarks | null> {
    const state = await this.store.state();
    const changes = await this.#changesTo(state, after);
    if (changes === null) return null;
    const marks = changes.flatMap((change) => change.marks);
    return this.#viewOf(state, Marks.with(marks));
  }

  /** Adds the changes since to the known marks; null where they don't reach to this version. */
  async #caughtUp({ version, secret, marks: reading }: Known, state: ListState): Promise<Known | null> {
    if (secret !== state.secret) return null;
    const marks = await reading.catch(() => null);
    const changes = await this.#changesTo(state, version);
    if (marks === null || changes === null) return null;
    for (const change of changes) marks.add(change.marks);
    return this.#knownOf(state, Promise.resolve(marks));
  }

  /** All changes after a version; null where they aren't kept any more. */
  async #changesTo(state: ListState, version: number): Promise<ListChange[] | null> {
    const changes = await this.store.changes(version);
    const isWhole = changes.every(({ previous }, at) => previous === (changes[at - 1]?.version ?? version));
    return isWhole && (changes.at(-1)?.version ?? version) === state.version ? changes : null;
  }

  #hashesOf(secret: string): Hashes {
    if (this.#hashes?.secret !== secret) this.#hashes = { secret, of: new Hashes(secret) };
    return this.#hashes.of;
  }

  #knownOf(state: ListState, marks: Promise<Marks>): Known {
    const { version, secret } = state;
    return { version, secret, marks, view: awaitedLater(marks.then((all) => this.#viewOf(state, all))) };
  }

  #viewOf({ drops, secret }: ListState, marks: Marks): ListView {
    const hashes = this.#hashesOf(secret);
    return {
      hasDrops: drops > 0,
      mayHave: (kind, text) => marks.mayHave(hashes.mark(kind, text)),
      held: async (values) => {
        const slots = new Map<string, string>();
        for (const value of values)
          if (marks.mayHave(hashes.mark(value.kind, value.text)))
            slots.set(hashes.key(value), valueSlot(value));
        if (slots.size === 0) return new Set();
        const held = await this.store.held([...slots.keys()]);
        return new Set(held.map((key) => slots.get(key) ?? ''));
      },
      addresses: async (asked) => {
        const byKeys = new Map(
          asked.map((one) => [
            JSON.stringify([hashes.key(one.near), one.name === null ? null : hashes.key(one.name)]),
            one,
          ]),
        );
        const kept = await this.store.addresses(
          [...byKeys.keys()].map((pair) => JSON.parse(pair) as KeyPair),
        );
        return kept.flatMap(({ near, name, address }) => {
          const one = byKeys.get(JSON.stringify([near, name]));
          return one === undefined ? [] : [{ ...one, address: hashes.unseal(address) }];
        });
      },
    };
  }
}
