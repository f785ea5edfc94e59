import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto';
import type { AddressInput } from '@skiptrace/address';
import { awaitedLater } from '../lib/awaited-later.js';
import { hash53 } from '../owners/match/index.js';
import type { Places } from './places.js';
import { VALUE_KINDS, type Value, type ValueKind } from './suppression.js';
import type {
  KeyPair,
  ListChange,
  ListState,
  SuppressionKey,
  SuppressionReads,
} from './suppression-store.js';

/** Bytes of a keyed hash. Of a billion values no two meet by accident. */
const KEY_BYTES = 16;
/** Lengths of AES-GCM. */
const IV_BYTES = 12;
const TAG_BYTES = 16;
/** With more keys a process keeps no marks, and asks the database about every value. */
const MAX_MARKS = 60_000_000;
/**
 * With so many bits, and `PROBES` of them set for each key, at most one in 1,400 values that aren't listed looks as if it were. To these come
 * the values that share their mark with a key: one in 1,000 with 2 million keys, one in 200 with 10 million.
 */
const BITS_PER_KEY = 32;
const PROBES = 3;
const LEAST_BITS = 2 ** 16;
/** 64 MB, with more than 8 million keys, in each process; with 2 million it is 16 MB. */
const MOST_BITS = 2 ** 29;

/** Marks of values: all of the list, or those that changed. */
export interface ListMarks extends Places {
  /** Whether there are hashes of California's DROP among them: only then owners are compared with them. */
  readonly hasDrops: boolean;
}

/** The list as of one moment, which is not empty. */
export interface ListView extends ListMarks {
  /** Which of these are on the list, by `slotOf`. */
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

  /** An address that only this list can read: to compare spellings, a hash isn't enough. */
  seal({ address, city, state, zip }: AddressInput): string {
    const iv = randomBytes(IV_BYTES);
    const cipher = createCipheriv('aes-256-gcm', this.#sealKey(), iv);
    const text = JSON.stringify([address, city ?? '', state ?? '', zip ?? '']);
    const sealed = [cipher.update(text, 'utf8'), cipher.final()];
    return Buffer.concat([iv, cipher.getAuthTag(), ...sealed]).toString('base64url');
  }

  unseal(sealed: string): AddressInput {
    const bytes = Buffer.from(sealed, 'base64url');
    const content = IV_BYTES + TAG_BYTES;
    const decipher = createDecipheriv('aes-256-gcm', this.#sealKey(), bytes.subarray(0, IV_BYTES));
    decipher.setAuthTag(bytes.subarray(IV_BYTES, content));
    const text = Buffer.concat([decipher.update(bytes.subarray(content)), decipher.final()]).toString();
    const [address = '', city = '', state = '', zip = ''] = JSON.parse(text) as string[];
    return { address, city, state, zip };
  }

  #sealKey(): Buffer {
    return createHmac('sha256', this.secret).update('addresses').digest();
  }

  both(value: Value): SuppressionKey {
    return { key: this.key(value), mark: this.mark(value.kind, value.text) };
  }
}

/** The low bits: a remainder would take longer than the hash. */
const short = (hash: number): number => hash & 0x7fffffff;

/** Marks as bits of a table (a Bloom filter): one that is in it is always found. */
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

  static with(some: readonly number[]): Marks {
    const marks = new Marks(some.length);
    marks.add(some);
    return marks;
  }

  static async of(pages: AsyncIterable<readonly number[]>, keys: number): Promise<Marks> {
    const marks = new Marks(keys);
    for await (const page of pages) marks.add(page);
    return marks;
  }

  /** Whether the marks still tell most values that aren't listed apart, with this number of keys. */
  hasRoomFor(keys: number): boolean {
    const bits = this.#last + 1;
    return bits === MOST_BITS || (keys * BITS_PER_KEY) / 2 <= bits;
  }

  add(marks: readonly number[]): void {
    for (const mark of marks) {
      const step = stepOf(mark);
      for (let probe = 0, at = mark; probe < PROBES; probe++, at = (at + step) | 0) {
        const bit = at & this.#last;
        this.#bits[bit >>> 3] = (this.#bits[bit >>> 3] ?? 0) | (1 << (bit & 7));
      }
    }
  }

  mayHave(mark: number): boolean {
    const step = stepOf(mark);
    for (let probe = 0, at = mark; probe < PROBES; probe++, at = (at + step) | 0) {
      const bit = at & this.#last;
      if (((this.#bits[bit >>> 3] ?? 0) & (1 << (bit & 7))) === 0) return false;
    }
    return true;
  }
}

/** From one bit of a mark to the next: not told by the first one. */
const stepOf = (mark: number): number => Math.imul(mark ^ (mark >>> 15), 0x2c1b3c6d) | 1;

interface Known {
  version: number;
  secret: string;
  marks: Promise<Marks>;
  view: Promise<ListView>;
}

/**
 * Answers whether values are on the suppression list. Each question checks the list's version, so a committed change applies to the next
 * one in every process. An empty list costs only that check, and a change only the marks that it adds.
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
    if (keys > MAX_MARKS) return this.#viewOf(state, null);
    const known =
      (this.#known === null ? null : await this.#caughtUp(this.#known, state)) ??
      this.#knownOf(state, Marks.of(this.store.marks(), state.keys));
    this.#known = known;
    known.view.catch(() => (this.#known = null));
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
    if (marks?.hasRoomFor(state.keys) !== true) return null;
    const changes = await this.#changesTo(state, version);
    if (changes === null) return null;
    for (const change of changes) marks.add(change.marks);
    return this.#knownOf(state, Promise.resolve(marks));
  }

  /** All changes after a version; null where they aren't kept any more. */
  async #changesTo(state: ListState, version: number): Promise<ListChange[] | null> {
    const changes = await this.store.changes(version);
    const last = changes.at(-1)?.version ?? version;
    return last < state.version || last - version !== changes.length ? null : changes;
  }

  #hashesOf(secret: string): Hashes {
    if (this.#hashes?.secret !== secret) this.#hashes = { secret, of: new Hashes(secret) };
    return this.#hashes.of;
  }

  #knownOf(state: ListState, marks: Promise<Marks>): Known {
    const { version, secret } = state;
    return { version, secret, marks, view: awaitedLater(marks.then((all) => this.#viewOf(state, all))) };
  }

  #viewOf({ drops, secret }: ListState, marks: Marks | null): ListView {
    const hashes = this.#hashesOf(secret);
    return {
      hasDrops: drops > 0,
      mayHave: (kind, text) => marks === null || marks.mayHave(hashes.mark(kind, text)),
      held: async (values) => {
        const slots = new Map<string, string>();
        for (const value of values)
          if (marks === null || marks.mayHave(hashes.mark(value.kind, value.text)))
            slots.set(hashes.key(value), slotOf(value));
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
