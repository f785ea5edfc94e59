import type { Tx } from '../database/index.js';
import type { Suppression } from './suppression.js';

/** What every reader looks at first. It changes with each addition and each lift. */
export interface ListState {
  version: number;
  /** Keys in force; 0: nobody asked to be left out. */
  keys: number;
  /** Those of them that are hashes of California's DROP. */
  drops: number;
  /** What keys are hashed with. */
  secret: string;
}

/** What a process that only asks needs of the list. Committed data. */
export interface SuppressionReads {
  state(): Promise<ListState>;
  /** The marks of all keys in force, some at a time. */
  marks(): AsyncIterable<number[]>;
  /** Those of these keys that are in force. */
  held(keys: readonly string[]): Promise<string[]>;
}

/** One of the values an entry is found by. */
export interface SuppressionKey {
  /** Keyed hash of the value. */
  key: string;
  /** A short hash of it, by which most values are known not to be on the list without asking. */
  mark: number;
}

export interface NewSuppression extends Omit<
  Suppression,
  'liftedAt' | 'liftedBy' | 'liftReason' | 'erasedAt' | 'erasedBy'
> {
  keys: readonly SuppressionKey[];
}

export interface Lift {
  id: string;
  at: number;
  by: string;
  reason: string;
}

/** A decision to delete the people whom entries are about. */
export interface Erasure {
  /** Of the entries. */
  identities: readonly string[];
  at: number;
  by: string;
}

/** Keeps who asked to be left out. */
export interface SuppressionStore extends SuppressionReads {
  /** Entries whose request is in force, or whose id is known, change nothing. @returns ids of those that were added */
  add(tx: Tx, entries: readonly NewSuppression[]): Promise<string[]>;
  /** @returns ids of those that were in force */
  lift(tx: Tx, lifts: readonly Lift[]): Promise<string[]>;
  /** Notes that the people of these entries are deleted, too. The first time counts. */
  markErased(tx: Tx, erasure: Erasure): Promise<void>;
  /** The entries alone whose people are deleted, too. */
  readonly erased: SuppressionReads;
  /** Entries in force, by their identities. */
  inForce(identities: readonly string[]): Promise<{ id: string; identity: string }[]>;
  /** Newest first. */
  list(filter: { inForce: boolean; limit: number }): Promise<Suppression[]>;
  /** Replaces the secret while the list is empty. @returns false when it is not */
  adoptSecret(tx: Tx, secret: string): Promise<boolean>;
}
