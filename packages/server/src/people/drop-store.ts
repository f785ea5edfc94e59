import type { Tx } from '../database/index.js';
import type { SuppressionKey } from './suppression-store.js';

/** The six lists of DROP. */
export const DROP_LISTS = ['Email', 'Phone', 'NDZ', 'MAID', 'NameVIN', 'CTVID'] as const;
export type DropList = (typeof DROP_LISTS)[number];

/** Whether owners have what a list names: no dates of birth, VINs or devices. */
export const isScreened = (list: DropList): list is 'Email' | 'Phone' => list === 'Email' || list === 'Phone';

/** Which DROP environment the lists are from. Sandbox lists suppress no one. */
export type DropService = 'production' | 'sandbox';

/** What DROP is told of a row (OpenAPI document 1.2.0 of the platform). */
export const DROP_STATUS = { exempted: 2, deleted: 3, optedOut: 4, notFound: 5 } as const;
/** Internal, never reported: it matches one person, who is suppressed but not deleted yet. */
export const WAITS = 1;

/**
 * `asked`: the platform is asked, and perhaps has handed out the lists. `archived`: they lie among the files as they came.
 * `listed`: their rows are in force. `answered`: the platform has a status for each row.
 */
export type BatchState = 'asked' | 'archived' | 'listed' | 'answered';

/** Lists that were fetched at once. */
export interface DropBatch {
  id: string;
  service: DropService;
  way: 'api' | 'files';
  state: BatchState;
  createdAt: number;
  /** When the lists were downloaded. */
  takenAt: number | null;
  answeredAt: number | null;
}

/** A file of a batch. */
export interface ListFile {
  id: number;
  batchId: string;
  service: DropService;
  /** As it was downloaded: `20260312_4821_Email.csv`. */
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
  /** Among the files. */
  file: string;
  kind: 'upload' | 'amend';
  madeAt: number;
  /** When it was first sent; the answer may have been lost. */
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

/** The status of a row: its id and what it is. */
export type ItemStatus = readonly [workId: string, status: number];

/** Keeps the lists of DROP. All that goes through many rows goes in steps, each of which may be done again. */
export interface DropStore {
  /** Newest first. */
  batches(service: DropService, limit: number): Promise<DropBatch[]>;
  /** One that is known stays as it is. */
  addBatch(tx: Tx, batch: DropBatch): Promise<void>;
  changeBatch(tx: Tx, batch: DropBatch): Promise<void>;

  lists(batchId: string): Promise<ListFile[]>;
  /** @returns its number, also where it is known */
  putList(tx: Tx, list: Omit<ListFile, 'id' | 'service'>): Promise<number>;

  /** A row that another file had belongs to the new one, which is owed a status once more. */
  addItems(tx: Tx, list: ListFile, items: readonly DropItem[]): Promise<void>;
  /** Takes rows out of force. @returns keys that no other row has in force */
  takeBack(tx: Tx, service: DropService, workIds: readonly string[]): Promise<string[]>;
  /** From now on every reader knows what is in force. */
  publish(tx: Tx): Promise<void>;

  /** Marks of rows of one service in force, some at a time. */
  marks(service: DropService): AsyncIterable<number[]>;
  /** Those of the keys that are in force. */
  known(service: DropService, keys: readonly string[]): Promise<string[]>;
  /** Decides rows by their keys. */
  decide(
    tx: Tx,
    service: DropService,
    statuses: readonly (readonly [key: string, status: number])[],
  ): Promise<void>;
  /** Keys of rows that wait for a deletion. */
  waiting(service: DropService): Promise<string[]>;
  /** Decides the next rows of a file that have no status. @returns where to go on; null at the end */
  decideRest(tx: Tx, listId: number, after: string, status: number): Promise<string | null>;

  /** Files with rows that have no status. */
  undecidedLists(service: DropService): Promise<ListFile[]>;
  /** Rows of a file that wait for a deletion. */
  waitingIn(listId: number): Promise<number>;

  /** The next rows of a file with their status: all in force, or only those that DROP has another status of. */
  statuses(listId: number, kind: DropReport['kind'], after: string): Promise<ItemStatus[]>;
  reports(listId: number): Promise<DropReport[]>;
  /** Also changes one. */
  putReport(tx: Tx, report: DropReport): Promise<void>;
  removeReport(tx: Tx, report: DropReport): Promise<void>;
  /** Notes what DROP has been told. */
  noteReported(tx: Tx, service: DropService, statuses: readonly ItemStatus[]): Promise<void>;
  /** Files of which DROP has another status than we have, where it has one. */
  changedLists(service: DropService): Promise<ListFile[]>;

  linkPeople(tx: Tx, links: readonly (readonly [key: string, identity: string])[]): Promise<void>;
  /** Identities that no other key leaves out. */
  soleIdentities(keys: readonly string[]): Promise<string[]>;
  unlinkPeople(tx: Tx, keys: readonly string[]): Promise<void>;

  counts(service: DropService): Promise<ItemCount[]>;
}
