import type { Tx } from '../database/index.js';
import type { Heads } from './audit-book.js';
import type { Entry, Point } from './entry.js';
import type { Cuts, Seal } from './seal.js';

/** Records that a job's result has, packed (`packed`); parts of a result that has many. */
export interface RecordsPart {
  chain: string;
  /** The job's id. */
  reference: string;
  part: number;
  content: Buffer;
}

export type PartName = Pick<RecordsPart, 'chain' | 'reference' | 'part'>;

/** Keeps the log. Entries are added and, below a cut, deleted; none is ever changed. */
export interface AuditStore {
  /** Last entries of chains; locked until the transaction ends. */
  read(tx: Tx, chains: readonly string[]): Promise<Heads>;
  /** Entries that go on where `read` said the chains end. */
  write(tx: Tx, entries: readonly Entry[]): Promise<void>;

  /** Where every chain ends now. */
  heads(): Promise<Point[]>;
  /** Entries of a chain after a number, in their order. */
  entries(chain: string, afterSeq: number, limit: number): Promise<Entry[]>;
  /** The hashes of entries, in the order of the points; null where there is none. */
  hashesAt(points: readonly Pick<Point, 'chain' | 'seq'>[]): Promise<(string | null)[]>;
  /** How many entries there are. */
  count(): Promise<number>;

  /** Writes parts before the entry that names them; those of an earlier try are replaced. */
  writePart(part: RecordsPart): Promise<void>;
  readPart(name: PartName): Promise<Buffer | null>;
  /** The names of all parts. */
  partNames(): AsyncIterable<readonly PartName[]>;

  /** Seals after a number, in their order. */
  seals(afterNumber: number, limit: number): Promise<Seal[]>;
  lastSeal(): Promise<Seal | null>;
  /** Where each chain was when it was last sealed. */
  sealed(): Promise<ReadonlyMap<string, number>>;
  /** @returns false when another process has sealed meanwhile, and nothing was written */
  seal(seal: Seal): Promise<boolean>;
  /** The seal that says what was cut last; null before the first cut. */
  lastCut(): Promise<Seal | null>;
  /** Deletes what lies at or below a cut, some rows a commit. @returns how many entries */
  deleteBelow(cuts: Cuts): Promise<number>;
}
