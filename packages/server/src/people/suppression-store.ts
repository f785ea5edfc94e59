import type { Tx } from '../database/index.js';
import type { Correction } from './corrected-owners.js';
import type { Suppression } from './suppression.js';

/** Version of the list, which every reader checks first. It changes with each addition and each lift. */
export interface ListState {
  version: number;
  /** Number of keys in force; 0 means the list is empty. */
  keys: number;
  /** How many of them are DROP hashes. */
  drops: number;
  /** Secret that keys are hashed with. */
  secret: string;
  /** How often operators changed corrections of owners; 0 if never. */
  corrections: number;
}

/** A version of the list, and the marks of the keys that it added. */
export interface ListChange {
  version: number;
  marks: readonly number[];
}

/** The part of the list that read-only processes need. Returns committed data. */
export interface SuppressionReads {
  state(): Promise<ListState>;
  /** The marks of all keys in force, some at a time. */
  marks(): AsyncIterable<number[]>;
  /**
   * The changes after a version, oldest first, as far back as they are kept. A version may be missing: then the marks have to be read
   * anew. Marks of lifted entries stay.
   */
  changes(after: number): Promise<ListChange[]>;
  /** Returns the keys that are in force. */
  held(keys: readonly string[]): Promise<string[]>;
  /**
   * Addresses of entries in force with these keys.
   * @param asked with a name: of people who have this key of a name, too; with null: of whole properties
   */
  addresses(asked: readonly KeyPair[]): Promise<KeptAddress[]>;
  /** All corrections of owners, newest first. */
  corrections(): Promise<Correction[]>;
}

/** Keys of an entry: one of its address, and one of its name; null for a whole property. */
export type KeyPair = readonly [near: string, name: string | null];

export interface KeptAddress {
  near: string;
  name: string | null;
  /** See `Hashes.seal`. */
  address: string;
}

/** One of the values an entry is found by. */
export interface SuppressionKey {
  /** Keyed hash of the value. */
  key: string;
  /** Short hash of the value, used to skip most values without a query. */
  mark: number;
}

export interface NewSuppression extends Omit<
  Suppression,
  'liftedAt' | 'liftedBy' | 'liftReason' | 'erasedAt' | 'erasedBy'
> {
  keys: readonly SuppressionKey[];
  /** Its address, sealed; missing in entries without one. */
  address?: string;
}

export interface Lift {
  id: string;
  at: number;
  by: string;
  reason: string;
}

/** Marks the people of these entries for deletion. */
export interface Erasure {
  /** Ids of the entries. */
  identities: readonly string[];
  at: number;
  by: string;
}

/** Stores suppression entries. */
export interface SuppressionStore extends SuppressionReads {
  /**
   * Adds entries; skips those already in force under another id, or lifted. An entry that is in force gets the keys it lacks.
   * @returns ids of those that were added
   */
  add(tx: Tx, entries: readonly NewSuppression[]): Promise<string[]>;
  /** @returns ids of those that were in force */
  lift(tx: Tx, lifts: readonly Lift[]): Promise<string[]>;
  /** Records that the people of these entries must be deleted. Only the first call counts. */
  markErased(tx: Tx, erasure: Erasure): Promise<void>;
  /** Filters entries in force: the ones that lack a key, or the address. */
  incomplete(entries: readonly NewSuppression[]): Promise<NewSuppression[]>;
  /** Only the entries whose people must be deleted. */
  readonly erased: SuppressionReads;
  /** Entries in force, by their identities. */
  inForce(identities: readonly string[]): Promise<{ id: string; identity: string }[]>;
  /** Newest first. */
  list(filter: { inForce: boolean; limit: number }): Promise<Suppression[]>;
  /** Replaces the secret while the list is empty. @returns false when it is not */
  adoptSecret(tx: Tx, secret: string): Promise<boolean>;
}
