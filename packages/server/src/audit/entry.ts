import { hash } from 'node:crypto';

/** Kinds of entries. audit/every-kind.test.ts proves that each kind is written somewhere. */
export const KINDS = [
  'lookup',
  'bulk',
  'job.confirm',
  'job.result',
  'job.download',
  'refund',
  'credit',
  'price',
  'account',
  'key.create',
  'key.revoke',
  'sign_in',
  'suppression',
  'people.delete',
  'correction',
  'command',
] as const;
export type Kind = (typeof KINDS)[number];

/** The chain of entries that belong to no account: operators, their commands, the suppression list. */
export const SERVICE_CHAIN = 'service';

/** The actor if no person and no key asked for the action. */
export const BY_SERVICE = 'service';

/** A customer's key, or a session that began with it. */
export const actorOf = ({ origin, keyId }: { origin: 'api' | 'dashboard'; keyId: string }): string =>
  `${origin === 'api' ? 'key' : origin}:${keyId}`;

/** A person on the operator pages, by the name of the session. */
export const operatorActor = (name: string): string => `operator:${name}`;

/** A person at a shell, by user name. */
export const commandActor = (name: string): string => `command:${name}`;

/** Content of an entry. Ids, counts and keyed hashes only: nothing personal. */
export interface Fact {
  /** An account's id, or `SERVICE_CHAIN`. */
  chain: string;
  kind: Kind;
  /** `key:ID`, `dashboard:ID`, `operator:NAME`, `command:NAME` or `service`. */
  actor: string;
  /** The lookup's request id, the job's id, the key's id or the ledger record's id. */
  reference: string | null;
  /** Cents that left the balance; negative for cents that were added to it. */
  cents: number;
  details: Details;
}

export type Details = Readonly<Record<string, Json>>;
type Json = string | number | boolean | null | readonly Json[] | { readonly [name: string]: Json };

/** A fact at its place in the chain of its account. */
export interface Entry extends Omit<Fact, 'details'> {
  /** 1, 2, 3 … within the chain. */
  seq: number;
  /** Milliseconds since the epoch. */
  at: number;
  /** JSON, kept as the text that was hashed. */
  details: string;
  /** See `hashOfEntry`. */
  hash: string;
}

/** The last entry of a chain. */
export interface Head {
  seq: number;
  hash: string;
}

/** The head of an empty chain. */
export const START: Head = { seq: 0, hash: '' };

/** A place in a chain, and the hash of its entry. */
export interface Point extends Head {
  chain: string;
}

const VERSION = 'skiptrace-audit-1';

/**
 * SHA-256, hex, of a JSON array: the version, the hash of the previous entry, and the fields in the order of docs/privacy.md.
 * Anyone can recompute it from an export.
 */
export const hashOfEntry = (
  previous: string,
  { chain, seq, at, actor, kind, reference, cents, details }: Omit<Entry, 'hash'>,
): string => {
  const fields = [VERSION, previous, chain, seq, at, actor, kind, reference, cents, details];
  return hash('sha256', JSON.stringify(fields), 'hex');
};

/** The entry that follows a head. @param at milliseconds since the epoch */
export function entryAfter(head: Head, fact: Fact, at: number): Entry {
  const { chain, kind, actor, reference, cents } = fact;
  const details = JSON.stringify(fact.details);
  // Field by field: this runs for every lookup, and copying objects took longer than the hash.
  const entry = { chain, seq: head.seq + 1, at, actor, kind, reference, cents, details, hash: '' };
  entry.hash = hashOfEntry(head.hash, entry);
  return entry;
}

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
