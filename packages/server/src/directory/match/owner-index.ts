import type { OwnerDetails } from '@skiptrace/csv';
import { itemAt } from '../../platform/lib/item-at.js';
import { UNKNOWN_CONTENTS, type ContactCounts } from '../contact-counts.js';
import type { DncReads } from '../dnc/dnc-store.js';
import type { SealedKey } from '../property.js';
import type { OwnerRecord } from '../record.js';

/**
 * Active imports at one moment, by sequence. Leads with several queries use the imports visible before the first. The
 * records of an import never change, but for what is shown of them (shown/), and outlive its retirement, so this is a snapshot without a
 * transaction: a source replaced meanwhile is seen completely, either old or new.
 */
export type VisibleImports = ReadonlyMap<number, VisibleImport>;

export interface VisibleImport {
  source: string;
  edition: number;
  priority: number;
}

/**
 * Visible import of a record.
 * @throws Error if the import isn't visible, because the record could get a wrong rank or a wrong owner
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

/** A record that a lead may match. */
export interface FoundRecord extends ContactCounts {
  id: number;
  importSequence: number;
  /** 1 for the sandbox's failing address. */
  fails: number;
}

/** `phone_count` of a record that is hidden (shown/): nothing of it is handed out, and it is never chosen. */
export const HIDDEN_COUNT = -1;

export const isHidden = ({ phoneCount }: Pick<FoundRecord, 'phoneCount'>): boolean => phoneCount < 0;

/** The parts of a record with a common key that are needed to decide about a lead. */
export interface CandidateRow extends FoundRecord {
  identity: number;
  ownerId: string | null;
  ownerNumber: number;
  /** Packed standard form of the property. */
  address: string;
}

/** Index entry of a record under an exact key. */
export interface IndexEntry extends FoundRecord {
  /**
   * See `SealedKey`. Null if the record itself has to be compared (property.ts), as for the sandbox's failing address and a hidden record:
   * then the counts mean nothing.
   */
  seal: number | null;
}

/** Consistent answer of the index. */
export interface Entries {
  /** All visible entries, by key. */
  byKey: ReadonlyMap<number, readonly IndexEntry[]>;
  visible: VisibleImports;
  /** Edition of the Do Not Call lists at the same moment; 0 without a list. */
  doNotCallEdition: number;
  /** Requested records by id. */
  records: ReadonlyMap<number, OwnerRecord>;
}

/** Joined record: the data of several sources about one owner (docs/decisions/010). */
export interface JoinedRecord {
  id: number;
  phoneCount: number;
  emailCount: number;
}

/** A parent of a joined record. */
export type Parent = [recordId: number, importSequence: number];

/**
 * Reads of the directory for matching. Every query takes a set, because a batch of leads costs a database little more than
 * one lead. Reads only committed data, and never returns purged records.
 */
export interface OwnerIndex {
  visibleImports(): Promise<VisibleImports>;

  /**
   * All visible entries under any of these exact keys.
   * @param sealed keys and seals to return the records of
   */
  entries(keys: Iterable<number>, sealed: readonly SealedKey[]): Promise<Entries>;

  /**
   * All visible records under any of these keys, by key. Keys are hashes, so some records may be collisions.
   * @throws Error if a key has lost its record, because the address would look like a miss
   */
  candidates(visible: VisibleImports, keys: ReadonlySet<number>): Promise<Map<number, CandidateRow[]>>;

  /** Streets on file in visible imports under these keys, by key; a key that is missing has none. */
  streets(visible: VisibleImports, keys: ReadonlySet<number>): Promise<Map<number, string[]>>;

  /**
   * Records by id as they may be handed out, visible or not, until they are purged. Ids without a record are missing in the result; one
   * that is hidden or erased has no contact (`isErased`).
   */
  records(ids: readonly number[]): Promise<Map<number, OwnerRecord>>;

  /** Records by id as on file, for comparisons: also hidden ones, and those shown in another way. */
  originals(ids: readonly number[]): Promise<Map<number, OwnerRecord>>;

  /** Records by id as stored bytes, for the result of a job. */
  details(ids: readonly number[]): Promise<Map<number, OwnerDetails>>;

  /** Joined records of these records, if all parents are visible; the newest of the largest. */
  joins(visible: VisibleImports, recordIds: readonly number[]): Promise<Map<number, JoinedRecord>>;

  /** Which phones are not to be called. */
  readonly doNotCall: DncReads;

  /** Parents of a joined record, the winner first; null for any other record. */
  parentsOf(recordId: number): Promise<Parent[] | null>;
}

/** A key with the records under it, each at the place of its import. */
export type StoredKey = [addressKey: number, importSequences: readonly number[], ids: readonly number[]];

/** A record under some of the keys found: each once, because a large building has very many, and each under several keys. */
export type StoredCandidate = [
  id: number,
  identity: number,
  ownerId: string | null,
  ownerNumber: number,
  phoneCount: number,
  emailCount: number,
  fails: number,
  address: string,
];

/** Candidates of visible imports by key. @throws Error if a key has lost its record */
export function candidatesIn(
  keys: readonly StoredKey[],
  records: readonly StoredCandidate[],
  visible: VisibleImports,
): Map<number, CandidateRow[]> {
  const stored = new Map<number, StoredCandidate | CandidateRow>();
  for (const record of records) stored.set(record[0], record);
  const rowOf = (recordId: number, importSequence: number): CandidateRow => {
    const record = stored.get(recordId);
    // A purge removes keys before records, so this is no race.
    if (record === undefined) throw new Error('the index of owners has a key whose record is gone');
    if (!Array.isArray(record)) return record;
    const [id, identity, ownerId, ownerNumber, phoneCount, emailCount, fails, address] = record;
    const contents = UNKNOWN_CONTENTS;
    // oxfmt-ignore
    const row = { id, importSequence, identity, ownerId, ownerNumber, phoneCount, emailCount, contents, fails, address };
    stored.set(id, row);
    return row;
  };
  const found = new Map<number, CandidateRow[]>();
  for (const [key, imports, ids] of keys) {
    const under = ids.flatMap((id, at) => {
      const importSequence = itemAt(imports, at);
      return visible.has(importSequence) ? rowOf(id, importSequence) : [];
    });
    if (under.length > 0) found.set(key, [...(found.get(key) ?? []), ...under]);
  }
  return found;
}

/** A join as read from the database; `parents` is a JSON array. */
export type StoredJoin = [
  recordId: number,
  joinedId: number,
  parents: string,
  phoneCount: number,
  emailCount: number,
];

/** For each record, the newest of its largest joins with all parents visible. */
export function bestJoins(joins: readonly StoredJoin[], visible: VisibleImports): Map<number, JoinedRecord> {
  const best = new Map<number, JoinedRecord & { parents: number }>();
  for (const [recordId, id, written, phoneCount, emailCount] of joins) {
    const parents = JSON.parse(written) as Parent[];
    if (!parents.every(([, importSequence]) => visible.has(importSequence))) continue;
    const known = best.get(recordId);
    const isBetter =
      known === undefined ||
      parents.length > known.parents ||
      (parents.length === known.parents && id > known.id);
    if (isBetter) best.set(recordId, { id, phoneCount, emailCount, parents: parents.length });
  }
  return best;
}

/** Notes an item under its key, beside those that are there. */
export function addUnder<K, T>(found: Map<K, T[]>, key: K, item: T): void {
  const sameKey = found.get(key);
  if (sameKey === undefined) found.set(key, [item]);
  else sameKey.push(item);
}
