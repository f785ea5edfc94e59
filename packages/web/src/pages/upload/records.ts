// What this browser keeps of an upload that the server does not have yet: the file's bytes, what was decided about it, and the
// key under which its job is asked for. It goes when the server has the file.
import type { Decisions, ListCopy, OpenedList } from '../../lead-file/report.js';

export interface UploadRecord extends Omit<OpenedList, 'csv'> {
  readonly id: string;
  /** Whose it is: another account that signs in on this browser does not see it. */
  readonly accountId: string;
  readonly startedAt: number;
  readonly decisions: Decisions;
  /** Ask for each property once. */
  readonly payOnce: boolean;
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
}

/** The browser has no room, or keeps nothing at all in this window. */
class NotKept extends Error {
  override readonly name = 'NotKept';
}

const DATABASE = 'skiptrace';
const RECORDS = 'uploads';
/** The bytes of each record, apart from it: a decision is kept without writing them again. */
const FILES = 'files';
/** Older records are forgotten: the server cancels a job whose file has not come within a day, so nothing waits for theirs. */
const KEPT_MS = 7 * 24 * 60 * 60 * 1000;

let opening: Promise<IDBDatabase> | undefined;

function database(): Promise<IDBDatabase> {
  opening ??= new Promise<IDBDatabase>((resolve, reject) => {
    const request = indexedDB.open(DATABASE, 1);
    request.onupgradeneeded = () => {
      request.result.createObjectStore(RECORDS, { keyPath: 'id' });
      request.result.createObjectStore(FILES);
    };
    request.onsuccess = () => {
      // A newer version of the app in another tab must not wait for this one.
      request.result.onversionchange = () => {
        request.result.close();
        opening = undefined;
      };
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

/** All of `work`, or none of it. @throws NotKept */
async function change(work: (stores: Stores) => void): Promise<void> {
  const open = await database();
  return new Promise((resolve, reject) => {
    const transaction = open.transaction([RECORDS, FILES], 'readwrite', { durability: 'strict' });
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

async function ask<T>(store: string, question: (store: IDBObjectStore) => IDBRequest<T>): Promise<T> {
  const open = await database();
  return new Promise((resolve, reject) => {
    const request = question(open.transaction(store, 'readonly').objectStore(store));
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
    // There was room for the list, and is none for what is made of it.
    kept = { ...before, sending };
    inThisTab.set(id, { record: kept, file });
  }
  return kept;
}

/** Changes a record that is still there; another tab may have finished it. */
export async function updateRecord(
  id: string,
  changed: (record: UploadRecord) => UploadRecord,
): Promise<void> {
  const here = inThisTab.get(id);
  if (here) {
    inThisTab.set(id, { ...here, record: changed(here.record) });
    return;
  }
  await change(({ records }) => {
    const reading = records.get(id) as IDBRequest<UploadRecord | undefined>;
    reading.onsuccess = () => {
      if (reading.result) records.put(changed(reading.result));
    };
  });
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

/** The records of one account, newest first; deletes those that are too old. */
export async function listRecords(accountId: string, now: number): Promise<UploadRecord[]> {
  const kept = await ask(RECORDS, (store) => store.getAll() as IDBRequest<UploadRecord[]>).catch(() => []);
  const here = [...inThisTab.values()].map(({ record }) => record);
  const all = [...here, ...kept.filter(({ id }) => !inThisTab.has(id))];
  const old = all.filter(({ startedAt }) => now - startedAt > KEPT_MS);
  for (const { id } of old) await forgetRecord(id);
  return all
    .filter((record) => record.accountId === accountId && !old.includes(record))
    .sort((a, b) => b.startedAt - a.startedAt);
}
