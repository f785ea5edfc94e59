// Uploads in IndexedDB that the server doesn't have yet: the file's bytes, the decisions about it, and the idempotency key of
// its job. Deleted when the server has the file.
import type { Decisions, ListCopy, OpenedList, Paying } from './report.js';

export interface UploadRecord extends Omit<OpenedList, 'csv'>, Paying {
  readonly id: string;
  /** The account (`accountName`): other accounts that sign in on this browser don't see the record. */
  readonly account: string;
  /** The person's name of the file; `filename` is the one sent to the server. */
  readonly name: string;
  readonly startedAt: number;
  readonly decisions: Decisions;
  /** Whether the decisions were copied from an earlier list with the same columns. */
  readonly isRemembered?: boolean;
  /** Null until the person has agreed to the upload. */
  readonly sending: Sending | null;
}

export interface Sending extends Omit<ListCopy, 'csv'> {
  /** Saved before the job is created, so a lost response doesn't create a second job. */
  readonly idempotencyKey: string;
  /** Null until the server has confirmed that the job exists. */
  readonly jobId: string | null;
  /** Size of the file to send. */
  readonly bytes: number;
  /** Price per match that the person agreed to; no job is created at a higher price. */
  readonly priceCents: number;
  /** Maximum number of matches: properties, or rows if each row is paid for. */
  readonly askedFor: number;
}

/** The browser's storage is full, or unavailable in this window. */
class NotKept extends Error {
  override readonly name = 'NotKept';
}

const DATABASE = 'skiptrace';
const RECORDS = 'uploads';
/** Store of the files' bytes, separate so that saving a decision doesn't rewrite them. */
const FILES = 'files';
const DAY_MS = 24 * 60 * 60 * 1000;
/** Older records are deleted. The server cancels a job without a file after a day, so nothing waits for them. */
const KEPT_MS = 7 * DAY_MS;
/** Lifetime of a list that was opened but not sent. */
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
      // Doesn't block a newer version of the app in another tab.
      request.result.onversionchange = () => {
        request.result.close();
        reopen();
      };
      // Browsers close the database when site data is cleared, for example.
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

/** @throws NotKept, also if the browser just closed the database */
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
    // Resolves only once the data is on disk.
    transaction.oncomplete = () => resolve();
    transaction.onabort = () => reject(notKept(transaction.error));
    try {
      work({ records: transaction.objectStore(RECORDS), files: transaction.objectStore(FILES) });
    } catch (error) {
      // Some browsers can't store files in a private window.
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

/** Records that don't fit into IndexedDB; they last as long as this tab. */
const inThisTab = new Map<string, { readonly record: UploadRecord; readonly file: Blob }>();

/** Whether closing the tab would lose the record. */
export const isInThisTabAlone = (id: string): boolean => inThisTab.has(id);

/** Saves a record with the bytes of its file. */
export async function keepRecord(record: UploadRecord, file: Blob): Promise<void> {
  try {
    // With this, a browser that runs short of space clears the data of other sites first.
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
 * Saves the agreement to an upload with the file to send, and returns the saved record. If another tab was faster, its
 * agreement stays, because two idempotency keys would create two jobs; null if that upload has finished already.
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
 * Changes a record if it still exists. What doesn't fit into IndexedDB stays in this tab.
 * @returns false if the record is gone: another tab has finished or cancelled it
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

/** Deletes the copies in this tab and in IndexedDB. Both exist if IndexedDB had room for the list but not for the file to send. */
export async function forgetRecord(id: string): Promise<void> {
  const isHere = inThisTab.delete(id);
  try {
    await change(({ records, files }) => {
      records.delete(id);
      files.delete(id);
    });
  } catch (error) {
    // Without IndexedDB, the copy in this tab was the only one.
    if (!isHere || !(error instanceof NotKept)) throw error;
  }
}

export async function readRecord(id: string): Promise<UploadRecord | null> {
  const here = inThisTab.get(id);
  if (here) return here.record;
  const found = await ask(RECORDS, (store) => store.get(id) as IDBRequest<UploadRecord | undefined>);
  return found ?? null;
}

/** Bytes of a record's file: the list, or, once the person has agreed to the upload, the file to send. */
export async function readFile(id: string): Promise<Blob | null> {
  const here = inThisTab.get(id);
  if (here) return here.file;
  const found = await ask(FILES, (store) => store.get(id) as IDBRequest<Blob | undefined>);
  return found ?? null;
}

/**
 * Deletes an account's lists that were opened but not sent. A list that can't be deleted now expires by itself.
 * @param isMeant selects the lists to delete; all by default
 */
export async function forgetUnsent(
  account: string,
  isMeant: (record: UploadRecord) => boolean = () => true,
): Promise<void> {
  for (const record of await listRecords(account, Date.now()))
    if (record.sending === null && isMeant(record)) await forgetRecord(record.id).catch(() => undefined);
}

/** Records of one account, newest first; deletes expired ones. */
export async function listRecords(account: string, now: number): Promise<UploadRecord[]> {
  const kept = await ask(RECORDS, (store) => store.getAll() as IDBRequest<UploadRecord[]>).catch(() => []);
  const here = [...inThisTab.values()].map(({ record }) => record);
  const all = [...here, ...kept.filter(({ id }) => !inThisTab.has(id))];
  const old = all.filter(
    ({ startedAt, sending }) => now - startedAt > (sending === null ? UNSENT_KEPT_MS : KEPT_MS),
  );
  // Deletions that fail now are tried again the next time.
  for (const { id } of old) await forgetRecord(id).catch(() => undefined);
  return all
    .filter((record) => record.account === account && !old.includes(record))
    .sort((a, b) => b.startedAt - a.startedAt);
}
