import type { OwnerDetails } from '@skiptrace/csv';
import type { DncReads } from '../dnc/dnc-store.js';
import type { ContactCounts } from '../contact-counts.js';
import type { SealedKey } from '../property.js';
import type { OwnerRecord } from '../record.js';

/**
 * The active imports at one moment, by sequence. Leads that take several queries see what was visible before the first:
 * records never change and outlive their retirement, so this is a snapshot of the directory without a transaction, and a
 * source that is replaced meanwhile is seen whole, as it was or as it is.
 */
export type VisibleImports = ReadonlyMap<number, VisibleImport>;

export interface VisibleImport {
  source: string;
  edition: number;
  priority: number;
}

/**
 * The import of a record that was found among the visible ones.
 * @throws Error when it is not one of them: the record could be taken for one of lower rank, or for somebody else's
 */
export function importOf(
  visible: VisibleImports,
  { importSequence }: Pick<FoundRecord, 'importSequence'>,
): VisibleImport {
  const found = visible.get(importSequence);
  if (found === undefined)
    throw new Error(`import ${importSequence} is not visible, but a record of it was found`);
  return found;
}

/** A record that a lead may be matched to. */
export interface FoundRecord extends ContactCounts {
  id: number;
  importSequence: number;
  /** 1 for the sandbox's failing address. */
  fails: number;
}

/** A record that shares a key with a lead, as far as it is needed to decide. */
export interface CandidateRow extends FoundRecord {
  identity: number;
  ownerId: string | null;
  ownerNumber: number;
  /** Packed standard form of the property. */
  address: string;
}

/** What the index says of a record under an exact key. */
export interface IndexEntry {
  id: number;
  importSequence: number;
  /** Null when the record itself has to be compared (property.ts), as for the sandbox's failing address. */
  sealed: (ContactCounts & { seal: number }) | null;
}

/** What the index says at one moment. */
export interface Entries {
  /** All visible entries, by key. */
  byKey: ReadonlyMap<number, readonly IndexEntry[]>;
  visible: VisibleImports;
  /** The records under a key and seal that were asked for, by id. */
  records: ReadonlyMap<number, OwnerRecord>;
}

/** What several sources know of one owner together, as a record of its own (docs/decisions/010). */
export interface JoinedRecord {
  id: number;
  phoneCount: number;
  emailCount: number;
}

/** What a copy of the keys is read from (docs/decisions/008). */
export interface CopySource {
  /** The active imports now. `exactKeys`: how many exact keys the copy has at most; null where it has none. */
  imports(): Promise<{ sequence: number; exactKeys: number | null }[]>;
  /** Blocks of an import by number, exact keys first; those without a key are left out. */
  blocks(sequence: number, blocks: readonly number[]): Promise<{ block: number; bytes: Uint8Array }[]>;
}

/** A record that a joined record was made of. */
export type Parent = [recordId: number, importSequence: number];

/**
 * What matching reads of the directory. Every question takes a set, because a batch of leads costs a database little more
 * than one lead. Only committed data; answers never contain what a purge has removed.
 */
export interface OwnerIndex {
  visibleImports(): Promise<VisibleImports>;

  /**
   * All visible entries under any of these exact keys.
   * @param sealed keys and seals whose record is wanted with the answer
   */
  entries(keys: Iterable<number>, sealed: readonly SealedKey[]): Promise<Entries>;

  /**
   * All visible records under any of these keys, by key. Keys are hashes, so some may be there by accident.
   * @throws Error when the index has a key whose record is gone: without it the address would look like a miss
   */
  candidates(visible: VisibleImports, keys: ReadonlySet<number>): Promise<Map<number, CandidateRow[]>>;

  /** Streets on file in visible imports under these keys, by key; a key that is missing has none. */
  streets(visible: VisibleImports, keys: ReadonlySet<number>): Promise<Map<number, string[]>>;

  /** Records by id, visible or not, until they are purged. An id without a record is not in the answer. */
  records(ids: readonly number[]): Promise<Map<number, OwnerRecord>>;

  /** The same for the result of a job, as the bytes they are. */
  details(ids: readonly number[]): Promise<Map<number, OwnerDetails>>;

  /** The joined records of these records, where all their parents are visible; the newest of the largest. */
  joins(visible: VisibleImports, recordIds: readonly number[]): Promise<Map<number, JoinedRecord>>;

  /** For processes that match many leads. */
  readonly copySource: CopySource;

  /** Which phones are not to be called. */
  readonly doNotCall: DncReads;

  /** Which records a joined record was made of, the winner first; null for any other record. */
  parentsOf(recordId: number): Promise<Parent[] | null>;
}
