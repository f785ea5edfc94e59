import { hash } from 'node:crypto';

/** Kinds of entries. money/log/every-kind.test.ts proves that each kind is written somewhere. */
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
/** Kinds of entries about anything but a lookup: what customers, operators and the server did. */
export const ACTION_KINDS = KINDS.filter((kind) => kind !== 'lookup' && kind !== 'bulk');

/** In place of an account in entries that belong to none: operators, their commands, the suppression list. */
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

/** A fact with its time, as it is appended to the log. */
export interface NewEntry extends Fact {
  /** Milliseconds since the epoch. */
  at: number;
}

/** An entry of the log. */
export interface LogEntry extends Omit<NewEntry, 'details'> {
  /** Rises from entry to entry, with gaps where a transaction failed. */
  number: number;
  /** JSON, kept as the text that is hashed. */
  details: string;
}

/** How far the log is hashed. */
export interface Point {
  /** The last entry's number. */
  number: number;
  /** How many entries there were up to it, deleted ones included. */
  entries: number;
  /** See `pointAfter`. */
  hash: string;
}

/** Before the first entry. */
export const START: Point = { number: 0, entries: 0, hash: '' };

const VERSION = 'skiptrace-audit-2';

/**
 * The point after an entry. Its hash is the SHA-256, hex, of a JSON array: the version, the hash before, and the fields in the order
 * of docs/privacy.md. Anyone can recompute it from an export.
 */
export const pointAfter = (
  before: Point,
  { number, chain, at, actor, kind, reference, cents, details }: LogEntry,
): Point => {
  const fields = [VERSION, before.hash, number, chain, at, actor, kind, reference, cents, details];
  return { number, entries: before.entries + 1, hash: hash('sha256', JSON.stringify(fields), 'hex') };
};
