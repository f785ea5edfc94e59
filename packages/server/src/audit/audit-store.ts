import type { Tx } from '../database/index.js';
import type { Entry, Heads, Point } from './entry.js';

/** A part of the records of a job's result, packed (`packed`); large results have several. */
export interface RecordsPart {
  chain: string;
  /** The job's id. */
  reference: string;
  part: number;
  content: Buffer;
}

export type PartName = Pick<RecordsPart, 'chain' | 'reference' | 'part'>;

export interface Span {
  chain: string;
  first: number;
  last: number;
}

/** The start of the log after a purge. */
export interface Cuts {
  /** The last deleted entry of each chain. */
  chains: readonly SealedPoint[];
  /** The last deleted seal; number 0 if no seal was deleted. */
  seal: { number: number; hash: string };
}

/** Chain, number and hash of an entry. */
export type SealedPoint = readonly [chain: string, seq: number, hash: string];

/** A signed statement of where the chains ended at a time. Seals form a chain, too. */
export interface Seal {
  /** 1, 2, 3 … */
  number: number;
  /** Milliseconds since the epoch. */
  at: number;
  /** The heads of all chains that grew since the previous seal. */
  heads: readonly SealedPoint[];
  /** Everything deleted up to now; null if this seal cuts nothing. */
  cuts: Cuts | null;
  hash: string;
  /** The public key (Ed25519, raw, base64url). */
  key: string;
  /** Signature of `hash`, base64url. */
  signature: string;
}

/** Keeps the log. Entries are added and, below a cut, deleted; none is ever changed. */
export interface AuditStore {
  /** Last entries of chains, locked until the transaction ends. */
  read(tx: Tx, chains: readonly string[]): Promise<Heads>;
  /** Appends entries after the heads that `read` returned. */
  write(tx: Tx, entries: readonly Entry[]): Promise<void>;

  /** The last entry of every chain. */
  heads(): Promise<Point[]>;
  /** Entries of a chain after a number, in order. */
  entries(chain: string, afterSeq: number, limit: number): Promise<Entry[]>;
  /** The first and the last number among the entries of every chain. */
  spans(): Promise<Span[]>;
  /** Hashes of entries, in the order of the points; null for a missing entry. */
  hashesAt(points: readonly Pick<Point, 'chain' | 'seq'>[]): Promise<(string | null)[]>;
  /** Number of stored entries. */
  count(): Promise<number>;

  /** Writes a part before the entry that names it; a part of an earlier attempt is replaced. */
  writePart(part: RecordsPart): Promise<void>;
  readPart(name: PartName): Promise<Buffer | null>;
  /** The names of all parts. */
  partNames(): AsyncIterable<readonly PartName[]>;

  /** Seals after a number, in order. */
  seals(afterNumber: number, limit: number): Promise<Seal[]>;
  lastSeal(): Promise<Seal | null>;
  /** The last sealed number of each chain. */
  sealed(): Promise<ReadonlyMap<string, number>>;
  /** @returns false if another process sealed first; nothing was written then */
  seal(seal: Seal): Promise<boolean>;
  /** The seal of the last cut; null before the first cut. */
  lastCut(): Promise<Seal | null>;
  /** Deletes entries at or below a cut, several rows per commit. @returns how many entries */
  deleteBelow(cuts: Cuts): Promise<number>;
}
