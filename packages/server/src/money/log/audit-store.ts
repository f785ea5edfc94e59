import type { Tx } from '../../platform/database/index.js';
import type { LogEntry, NewEntry, Point } from './entry.js';

/** Columns of an entry, in the order in which an export prints them. */
export const ENTRY_COLUMNS = [
  ...(['number', 'chain', 'at', 'actor', 'kind', 'reference', 'cents', 'details'] as const),
] as const;

/** A part of the records of a job's result, packed (`Packing`); large results have several. */
export interface RecordsPart {
  chain: string;
  /** The job's id. */
  reference: string;
  part: number;
  content: Buffer;
}

export type PartName = Pick<RecordsPart, 'chain' | 'reference' | 'part'>;

/** Number and hash of a seal. */
export interface SealName {
  number: number;
  hash: string;
}

/** A signed statement of what was appended to the log since the seal before. Seals form a chain. */
export interface Seal extends SealName {
  /** 1, 2, 3 … */
  number: number;
  /** Milliseconds since the epoch. */
  at: number;
  /** Hash of the seal before; empty before the first. */
  previous: string;
  /** Where the seal before ended. */
  from: Point;
  /** The last entry of this seal; the same as `from` if it has none. */
  to: Point;
  /** The last seal that was deleted, with all entries up to its end; null if this seal deletes nothing. */
  cut: SealName | null;
  /** The public key (Ed25519, raw, base64url). */
  key: string;
  /** Signature of `hash`, base64url. */
  signature: string;
}

/** Keeps the log. Entries are appended and, below a cut, deleted; none is ever changed. */
export interface AuditStore {
  /** Appends entries, which get their numbers here. */
  write(tx: Tx, entries: readonly NewEntry[]): Promise<void>;

  /**
   * The number up to which the log stands still: no transaction that is still running can add an entry at or below it. Null if one
   * runs for too long to wait for it.
   */
  settledUntil(): Promise<number | null>;
  /** Entries after a number, in order. */
  log(after: number, limit: number): Promise<LogEntry[]>;
  /** Entries of an account after a number, in order. */
  entries(chain: string, after: number, limit: number): Promise<LogEntry[]>;
  /** Number of stored entries. */
  count(): Promise<number>;

  /** Writes a part before the entry that names it; a part of an earlier attempt is replaced. */
  writePart(part: RecordsPart): Promise<void>;
  readPart(name: PartName): Promise<Buffer | null>;
  /** The names of all parts. */
  partNames(): AsyncIterable<readonly PartName[]>;

  /** Seals after a number, in order. */
  seals(after: number, limit: number): Promise<Seal[]>;
  lastSeal(): Promise<Seal | null>;
  /** @returns false if another process sealed first; nothing was written then */
  seal(seal: Seal): Promise<boolean>;
  /** Deletes a seal and those before it, with all their entries, in one commit. */
  deleteThrough(seal: Seal): Promise<void>;
}
