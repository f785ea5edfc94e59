// What this browser keeps of an upload that the server does not have yet: the file's bytes, what was decided about it, and the
// key under which its job is asked for. It goes when the server has the file.
import type { Decisions, ListCopy, OpenedList, Paying } from './report.js';

export interface UploadRecord extends Omit<OpenedList, 'csv'>, Paying {
  readonly id: string;
  /** The account (`accountName`): another account that signs in on this browser does not see the record. */
  readonly account: string;
  /** As the person calls the file; `filename` is what the server is told. */
  readonly name: string;
  readonly startedAt: number;
  readonly decisions: Decisions;
  /** They began with what was decided for an earlier list with the same columns. */
  readonly isRemembered?: boolean;
  /** Null until the person has agreed to the upload. */
  readonly sending: Sending | null;
}

export interface Sending extends Omit<ListCopy, 'csv'> {
  /** Made before the job is asked for: an answer that is lost makes no second job. */
  readonly idempotencyKey: string;
  /** Null until the server has answered that the job exists. */
  readonly jobId: string | null;
  /** Size of the file that is sent. */
  readonly bytes: number;
  /** Cents of a match, as the person saw it when agreeing to the upload: no job is made at a higher price. */
  readonly priceCents: number;
  /** How many matches there can be at most: properties, or rows where each is paid. */
  readonly askedFor: number;
}

/** The browser has no room, or keeps nothing at all in this window. */
class NotKept extends Error {
  override readonly name = 'NotKept';
}

const DATABASE = 'skiptrace';
const RECORDS = 'uploads';
/** The bytes of each record, apart from it: a decision is kept without writing them again. */
const FILES = 'files';
const DAY_MS = 24 * 60 * 60 * 1000;
/** Older records are forgotten: the server cancels a job whose file has not come within a day, so nothing waits for their files. */
const KEPT_MS = 7 * DAY_MS;
/** A list that was looked at and not sent. */
const UNSENT_KEPT_MS = DAY_MS;

let opening: Promise<IDBDatabase> | undefined;

function database(): Promise<IDBDatabase> {
  opening ??= new Promise<IDBDatabase>((resolve, reject) => {
    const request = indexedDB.open(DATABASE, 1);
    request.onupgradeneeded = () => {
      request.result.createObjectStore(RECORDS, { keyPath: 'id' });
      request.result.createObjectStore(FILES);
    };
    request.onsuccess = () => {
      const reopen = () => (opening = undefined);
      // A newer version of the app in another tab must not wait for this one.
      request.result.onversionchange = () => {
        request.result.close();
        reopen();
      };
      // The browser closes it when its data are cleared, for example.
      request.result.onclose = reopen;
      resolve(request.result);
    };
    request.onerror = () => reject(notKept(request.error));
  }).catch((error: unknown) => {
    opening = undefined;
    throw notKept(error);
  });
  return opening;
}

const notKept = (cause: unknown) =>
  cause instanceof NotKept ? cause : new NotKept('This browser has no room to keep the file.', { cause });

interface Stores {
  readonly records: IDBObjectStore;
  readonly files: IDBObjectStore;
}

/** @throws NotKept, also where the browser closed the database a moment ago */
async function begin(stores: string[], mode: 'readonly' | 'readwrite'): Promise<IDBTransaction> {
  const open = await database();
  try {
    return open.transaction(stores, mode, { durability: 'strict' });
  } catch (error) {
    throw notKept(error);
  }
}

/** All of `work`, or none of it. @throws NotKept */
async function change(work: (stores: Stores) => void): Promise<void> {
  const transaction = await begin([RECORDS, FILES], 'readwrite');
  return new Promise((resolve, reject) => {
    // Not before the disk has it.
    transaction.oncomplete = () => resolve();
    transaction.onabort = () => reject(notKept(transaction.error));
    try {
      work({ records: transaction.objectStore(RECORDS), files: transaction.objectStore(FILES) });
    } catch (error) {
      // Some browsers keep no files in a private window.
      transaction.abort();
      reject(notKept(error));
    }
  });
}

/** @throws NotKept */
async function ask<T>(store: string, question: (store: IDBObjectStore) => IDBRequest<T>): Promise<T> {
  const transaction = await begin([store], 'readonly');
  return new Promise((resolve, reject) => {
    const request = question(transaction.objectStore(store));
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(notKept(request.error));
  });
}

/** What the browser has no room for is kept in this tab alone. */
const inThisTab = new Map<string, { readonly record: UploadRecord; readonly file: Blob }>();

/** Whether closing the tab would lose it. */
export const isInThisTabAlone = (id: string): boolean => inThisTab.has(id);

/** Keeps a record with the bytes it is about. */
export async function keepRecord(record: UploadRecord, file: Blob): Promise<void> {
  try {
    // Asked for: a browser that runs short of room then clears other things first.
    void navigator.storage.persist().catch(() => false);
    await change(({ records, files }) => {
      records.put(record);
      files.put(file, record.id);
    });
    inThisTab.delete(record.id);
  } catch (error) {
    if (!(error instanceof NotKept)) throw error;
    inThisTab.set(record.id, { record, file });
  }
}

/**
 * Keeps the yes to an upload with the file that is sent, and returns what is kept. Where another tab was faster its yes stays,
 * because two keys would make two jobs; null where it has finished already.
 */
export async function beginSending(id: string, sending: Sending, file: Blob): Promise<UploadRecord | null> {
  const here = inThisTab.get(id);
  if (here) {
    const record = { ...here.record, sending };
    inThisTab.set(id, { record, file });
    return record;
  }
  const before = await readRecord(id);
  let kept: UploadRecord | null = null;
  try {
    await change(({ records, files }) => {
      const reading = records.get(id) as IDBRequest<UploadRecord | undefined>;
      reading.onsuccess = () => {
        kept = reading.result ?? null;
        if (kept === null || kept.sending !== null) return;
        kept = { ...kept, sending };
        records.put(kept);
        files.put(file, id);
      };
    });
  } catch (error) {
    if (!(error instanceof NotKept) || before === null) throw error;
    // The list fit into IndexedDB, the copy to send does not: keep it in memory.
    kept = { ...before, sending };
    inThisTab.set(id, { record: kept, file });
  }
  return kept;
}

/**
 * Changes a record that is still there. What the browser has no room for stays in this tab.
 * @returns false where it is gone: another tab has finished or canceled it
 */
export async function updateRecord(
  id: string,
  changed: (record: UploadRecord) => UploadRecord,
): Promise<boolean> {
  const here = inThisTab.get(id);
  if (here) {
    inThisTab.set(id, { ...here, record: changed(here.record) });
    return true;
  }
  let isThere = false;
  try {
    await change(({ records }) => {
      const reading = records.get(id) as IDBRequest<UploadRecord | undefined>;
      reading.onsuccess = () => {
        isThere = reading.result !== undefined;
        if (reading.result) records.put(changed(reading.result));
      };
    });
    return isThere;
  } catch (error) {
    const [record, file] = [await readRecord(id), await readFile(id)];
    if (!(error instanceof NotKept) || record === null || file === null) throw error;
    inThisTab.set(id, { record: changed(record), file });
    return true;
  }
}

/** Deletes the copy of this tab and the one in IndexedDB. There are two when IndexedDB had room for the list but not for what is sent. */
export async function forgetRecord(id: string): Promise<void> {
  const isHere = inThisTab.delete(id);
  try {
    await change(({ records, files }) => {
      records.delete(id);
      files.delete(id);
    });
  } catch (error) {
    // Without IndexedDB the copy of this tab was the only one.
    if (!isHere || !(error instanceof NotKept)) throw error;
  }
}

export async function readRecord(id: string): Promise<UploadRecord | null> {
  const here = inThisTab.get(id);
  if (here) return here.record;
  const found = await ask(RECORDS, (store) => store.get(id) as IDBRequest<UploadRecord | undefined>);
  return found ?? null;
}

/** The bytes that a record is about: the list, and what is sent of it from the yes to the upload. */
export async function readFile(id: string): Promise<Blob | null> {
  const here = inThisTab.get(id);
  if (here) return here.file;
  const found = await ask(FILES, (store) => store.get(id) as IDBRequest<Blob | undefined>);
  return found ?? null;
}

/**
 * Forgets lists of an account that were looked at and not sent. One that cannot be forgotten now ends by itself.
 * @param isMeant all of them, unless it says which
 */
export async function forgetUnsent(
  account: string,
  isMeant: (record: UploadRecord) => boolean = () => true,
): Promise<void> {
  for (const record of await listRecords(account, Date.now()))
    if (record.sending === null && isMeant(record)) await forgetRecord(record.id).catch(() => undefined);
}

/** The records of one account, newest first; deletes those that are too old. */
export async function listRecords(account: string, now: number): Promise<UploadRecord[]> {
  const kept = await ask(RECORDS, (store) => store.getAll() as IDBRequest<UploadRecord[]>).catch(() => []);
  const here = [...inThisTab.values()].map(({ record }) => record);
  const all = [...here, ...kept.filter(({ id }) => !inThisTab.has(id))];
  const old = all.filter(
    ({ startedAt, sending }) => now - startedAt > (sending === null ? UNSENT_KEPT_MS : KEPT_MS),
  );
  // One that cannot be forgotten now is tried again the next time.
  for (const { id } of old) await forgetRecord(id).catch(() => undefined);
  return all
    .filter((record) => record.account === account && !old.includes(record))
    .sort((a, b) => b.startedAt - a.startedAt);
}
