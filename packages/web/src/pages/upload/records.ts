// What this browser keeps of an upload that the server does not have yet: the file's bytes, what was decided about it, and the
// key under which its job is asked for. It goes when the server has the file.
import type { Decisions, ListCopy, OpenedList } from '../../lead-file/report.js';

export interface UploadRecord extends OpenedList {
  readonly id: string;
  /** Whose it is: another account that signs in on this browser does not see it. */
  readonly accountId: string;
  readonly startedAt: number;
  readonly decisions: Decisions;
  /** Ask for each property once. */
  readonly payOnce: boolean;
  /** From the moment of the yes to the upload. */
  readonly sending: Sending | null;
}

export interface Sending extends ListCopy {
  /** Made before the job is asked for: an answer that is lost makes no second job. */
  readonly idempotencyKey: string;
  /** Once it is known. */
  readonly jobId: string | null;
  readonly rows: number;
}

const DATABASE = 'skiptrace';
const STORE = 'uploads';
/** The server has long given up waiting for the file of an older one. */
const KEPT_MS = 7 * 24 * 60 * 60 * 1000;

/** The browser has no room, or keeps nothing at all in this window. */
export class NotKept extends Error {
  override readonly name = 'NotKept';
}

let opening: Promise<IDBDatabase> | undefined;

function database(): Promise<IDBDatabase> {
  opening ??= new Promise<IDBDatabase>((resolve, reject) => {
    const request = indexedDB.open(DATABASE, 1);
    request.onupgradeneeded = () => request.result.createObjectStore(STORE, { keyPath: 'id' });
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
    throw error;
  });
  return opening;
}

async function inStore<T>(
  mode: IDBTransactionMode,
  work: (store: IDBObjectStore) => IDBRequest<T>,
): Promise<T> {
  const open = await database();
  return new Promise<T>((resolve, reject) => {
    const transaction = open.transaction(STORE, mode, { durability: 'strict' });
    const request = work(transaction.objectStore(STORE));
    // Not before the disk has it.
    transaction.oncomplete = () => resolve(request.result);
    transaction.onabort = () => reject(notKept(transaction.error ?? request.error));
  });
}

const notKept = (cause: unknown) => new NotKept('This browser has no room to keep the file.', { cause });

/** @throws NotKept */
export async function keepRecord(record: UploadRecord): Promise<void> {
  await inStore('readwrite', (store) => store.put(record));
}

export async function readRecord(id: string): Promise<UploadRecord | null> {
  const found = await inStore('readonly', (store) => store.get(id) as IDBRequest<UploadRecord | undefined>);
  return found ?? null;
}

export async function forgetRecord(id: string): Promise<void> {
  await inStore('readwrite', (store) => store.delete(id));
}

/** Of one account, newest first. What is too old is forgotten. */
export async function listRecords(accountId: string, now: number): Promise<UploadRecord[]> {
  const all = await inStore('readonly', (store) => store.getAll() as IDBRequest<UploadRecord[]>);
  const old = all.filter(({ startedAt }) => now - startedAt > KEPT_MS);
  for (const { id } of old) await forgetRecord(id);
  return all
    .filter((record) => record.accountId === accountId && !old.includes(record))
    .sort((a, b) => b.startedAt - a.startedAt);
}
