import { addUnder } from '../../directory/match/index.js';
import type { Tx } from '../../platform/database/index.js';
import type { Correction } from './corrected-owners.js';
import type { Suppression } from './suppression.js';

/**
 * Version of the list, which every reader checks first. Each addition and each lift adds a random number: after a restore no later list
 * has the version of one that was lost.
 */
export interface ListState {
  version: number;
  /** Number of keys in force; 0 means the list is empty. */
  keys: number;
  /** How many of them are DROP hashes. */
  drops: number;
  /** Secret that keys are hashed with. */
  secret: string;
  /** Version of the corrections of owners; 0 if there never was one. */
  corrections: number;
}

/** A version of the list, and the marks of the keys that it added or took back. */
export interface ListChange {
  version: number;
  /** The version before it. */
  previous: number;
  marks: readonly number[];
}

/** Reads of the list. Returns committed data. */
export interface SuppressionReads {
  state(): Promise<ListState>;
  /** The marks of all keys in force, some at a time. */
  marks(): AsyncIterable<number[]>;
  /**
   * The changes after a version, oldest first, as far back as they are kept. A version may be missing: then the marks have to be read
   * anew.
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

/** An entry as far as the list compares it. */
export type ListedEntry = Pick<Suppression, 'kind'> & {
  keys: readonly SuppressionKey[];
  /** See `Hashes.seal`; null in entries without one. */
  address: string | null;
};

/** A list of these entries only, in memory. */
export function listOf(secret: string, entries: readonly ListedEntry[]): SuppressionReads {
  const byKey = new Map<string, ListedEntry[]>();
  for (const entry of entries) for (const { key } of entry.keys) addUnder(byKey, key, entry);
  const addressesOf = ([near, name]: KeyPair): KeptAddress[] =>
    (byKey.get(near) ?? []).flatMap(({ kind, keys, address }) => {
      const isMeant =
        name === null ? kind === 'property' : kind === 'person' && keys.some(({ key }) => key === name);
      return isMeant && address !== null ? [{ near, name, address }] : [];
    });
  const marks = entries.flatMap(({ keys }) => keys.map(({ mark }) => mark));
  return {
    state: () => Promise.resolve({ version: 1, keys: marks.length, drops: 0, secret, corrections: 0 }),
    async *marks() {
      yield await Promise.resolve(marks);
    },
    changes: () => Promise.resolve([]),
    held: (asked) => Promise.resolve(asked.filter((key) => byKey.has(key))),
    addresses: (asked) => Promise.resolve(asked.flatMap(addressesOf)),
    corrections: () => Promise.resolve([]),
  };
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
  /** The entries in force about people who must be deleted. */
  erased(): Promise<ListedEntry[]>;
  /** Entries in force, by their identities. */
  inForce(identities: readonly string[]): Promise<{ id: string; identity: string }[]>;
  /** Replaces the secret while the list is empty. @returns false when it is not */
  adoptSecret(tx: Tx, secret: string): Promise<boolean>;
}

/** The six lists of DROP. */
export const DROP_LISTS = ['Email', 'Phone', 'NDZ', 'MAID', 'NameVIN', 'CTVID'] as const;
export type DropList = (typeof DROP_LISTS)[number];

/** Whether owners have a list's kind of identifier; they never have dates of birth, VINs or devices. */
export const isScreened = (list: DropList): list is 'Email' | 'Phone' => list === 'Email' || list === 'Phone';

/** Which DROP environment the lists are from. Sandbox lists suppress no one. */
export type DropService = 'production' | 'sandbox';

/** Statuses reported to DROP (OpenAPI document 1.2.0 of the platform). */
export const DROP_STATUS = { exempted: 2, deleted: 3, optedOut: 4, notFound: 5 } as const;
/** Internal status, never reported: the row matches one person, who is suppressed but not deleted yet. */
export const WAITS = 1;

/**
 * `asked`: the download has begun, and DROP may have handed out the lists. `archived`: the lists are stored as they came.
 * `listed`: their rows are in force. `answered`: the platform has a status for each row.
 */
type BatchState = 'asked' | 'archived' | 'listed' | 'answered';

/** Lists fetched together. */
export interface DropBatch {
  id: string;
  service: DropService;
  way: 'api' | 'files';
  state: BatchState;
  createdAt: number;
  /** Time when the lists were downloaded, or given as files. */
  takenAt: number | null;
  answeredAt: number | null;
}

/** A file of a batch. */
export interface ListFile {
  id: number;
  batchId: string;
  service: DropService;
  /** Original name: `20260312_4821_Email.csv`. */
  name: string;
  list: DropList;
}

/** A row of a list. */
export interface DropItem extends SuppressionKey {
  workId: string;
}

/** A file of statuses. */
export interface DropReport {
  name: string;
  listId: number;
  /** Name in the file store. */
  file: string;
  kind: 'upload' | 'amend';
  madeAt: number;
  /** Time it was first sent; the response may have been lost. */
  sentAt: number | null;
  takenAt: number | null;
}

export interface ItemCount {
  list: DropList;
  inForce: boolean;
  /** Null before matching. */
  status: number | null;
  reported: number | null;
  items: number;
}

/** Id and status of a row. */
export type ItemStatus = readonly [workId: string, status: number];

/** Stores the lists of DROP. Operations on many rows run in steps, and each step may be repeated. */
export interface DropStore {
  /** Newest first. */
  batches(service: DropService, limit: number): Promise<DropBatch[]>;
  /** Adds a batch; an existing one stays unchanged. */
  addBatch(tx: Tx, batch: DropBatch): Promise<void>;
  changeBatch(tx: Tx, batch: DropBatch): Promise<void>;

  lists(batchId: string): Promise<ListFile[]>;
  /** @returns number of the list, even if it already exists */
  putList(tx: Tx, list: Omit<ListFile, 'id' | 'service'>): Promise<number>;

  /** Adds rows. A row of another file moves to this one and is owed a status again. */
  addItems(tx: Tx, list: ListFile, items: readonly DropItem[]): Promise<void>;
  /** Withdraws rows. @returns keys that no other row has in force */
  takeBack(tx: Tx, service: DropService, workIds: readonly string[]): Promise<string[]>;
  /** Makes changed rows visible to all readers. */
  publish(tx: Tx): Promise<void>;

  /** Marks of a service's rows in force, in chunks. */
  marks(service: DropService): AsyncIterable<number[]>;
  /** Returns the given keys that are in force. */
  known(service: DropService, keys: readonly string[]): Promise<string[]>;
  /** Sets the status of rows by their keys. */
  decide(
    tx: Tx,
    service: DropService,
    statuses: readonly (readonly [key: string, status: number])[],
  ): Promise<void>;
  /** Keys of rows that wait for a deletion. */
  waiting(service: DropService): Promise<string[]>;
  /** Sets the status of a file's next rows without one. @returns where to continue; null at the end */
  decideRest(tx: Tx, listId: number, after: string, status: number): Promise<string | null>;

  /** Files with rows that have no status. */
  undecidedLists(service: DropService): Promise<ListFile[]>;
  /** Rows of a file that wait for a deletion. */
  waitingIn(listId: number): Promise<number>;

  /** Next rows of a file with their status: all in force, or only rows with a status that DROP doesn't have yet. */
  statuses(listId: number, kind: DropReport['kind'], after: string): Promise<ItemStatus[]>;
  reports(listId: number): Promise<DropReport[]>;
  /** Adds or changes a report. */
  putReport(tx: Tx, report: DropReport): Promise<void>;
  removeReport(tx: Tx, report: DropReport): Promise<void>;
  /** Saves the statuses that DROP has. */
  noteReported(tx: Tx, service: DropService, statuses: readonly ItemStatus[]): Promise<void>;
  /** Files with rows for which DROP has an outdated status. */
  changedLists(service: DropService): Promise<ListFile[]>;

  linkPeople(tx: Tx, links: readonly (readonly [key: string, identity: string])[]): Promise<void>;
  /** Identities of people left out only because of these keys. */
  soleIdentities(keys: readonly string[]): Promise<string[]>;
  unlinkPeople(tx: Tx, keys: readonly string[]): Promise<void>;

  counts(service: DropService): Promise<ItemCount[]>;
}
