import type { Import, ImportCounts, ImportState } from '../entities.js';
import { OwnerImportError } from '../errors.js';
import type { RowFormat } from '../owner-database.js';
import type { OwnerContact, PhoneType } from '../record.js';
import { readContact } from '../stored-contact.js';
import type { EncodedRecords, NewRecord } from './record-batch.js';

/** An import that begins. */
export interface NewImport {
  id: string;
  source: string;
  fingerprint: string;
  fileDigest: string | null;
  /** Null keeps the priority of the source. */
  priority: number | null;
  /** Type of phones without one; null leaves them out of answers. */
  phoneTypeDefault: PhoneType | null;
  chosenColumns: string | null;
  addressRules: number;
  /** Size of the file; 0 without a file. An engine may store large imports in tables of their own. */
  bytes: number;
}

/** A stored record that may have to be merged with another. */
export interface Duplicate {
  id: number;
  identity: number;
  ownerId: string | null;
  ownerNumber: number;
  /** As a JSON array. */
  addressKeys: string;
  contact: OwnerContact;
}

export interface DuplicatePlace {
  identity: number;
  id: number;
}

/** Surviving record of a merge, with its new contacts. */
export interface MergedRecord {
  id: number;
  ownerNumber: number;
  contact: OwnerContact;
}

/** A record as it is stored, to be stored again with changed contacts. */
export interface StoredRecord extends Omit<NewRecord, 'streets'> {
  id: number;
}

/** How an import becomes visible. */
export interface Activation {
  /** Its priority becomes the priority of the whole source. */
  setsPriority: boolean;
  /** Retire every other import of the source; otherwise only earlier imports of the same file. */
  replace: boolean;
  /** Import to replace, keeping its rank and age; no other import is retired. */
  inPlaceOf?: Import;
  /** Whether what is shown of its records is still right. Asked where no other writer can come in between. */
  isCurrent?: () => Promise<boolean>;
}

/**
 * Stores imports and their records. Each method is one transaction, or says that it takes several steps; other writers run in
 * between. Methods with a `loading` import send its heartbeat in the same transaction.
 * @throws OwnerImportError given_up, from methods with a `loading` import, if it was retired as dead
 */
export interface ImportStore {
  readonly rowFormat: RowFormat;

  /** Ordered by edition, oldest first. */
  imports(state?: ImportState, source?: string): Promise<Import[]>;

  begin(import_: NewImport): Promise<Import>;

  /**
   * Appends records with their streets and moves `loading.lastRecordId`.
   * @param setAside indexes in `records` of possible duplicates; merging adds their keys to the index later
   * @returns the id of the first; the others follow without a gap
   */
  append(loading: Import, records: EncodedRecords, setAside: readonly number[]): Promise<number>;

  /**
   * Adds keys to the index.
   * @param entries in ascending order, KEY_NUMBERS numbers each, with the ids of stored records
   */
  addKeys(loading: Import, entries: Float64Array): Promise<void>;

  /** Sets aside the first record of each identity that has another record set aside. */
  setAsideFirst(loading: Import): Promise<void>;
  /** Records that were set aside, by identity and id. */
  duplicates(loading: Import, after: DuplicatePlace, limit: number): Promise<Duplicate[]>;
  merge(loading: Import, merged: readonly MergedRecord[], absorbed: readonly number[]): Promise<void>;
  /** Indexes the set-aside records that merging kept, with their current contacts. In steps. */
  indexSetAside(loading: Import): Promise<void>;

  /** Finishes the index so that lookups are fast. Call after all keys are added and before `neighbors`. It may take long. */
  finishIndex(loading: Import): Promise<void>;

  /** Sends a heartbeat only. */
  touch(loading: Import): Promise<void>;

  /**
   * Makes the import visible and retires the source's other imports as `activation` says, in one atomic change.
   * @returns null, with nothing changed, if what is shown of its records is not current
   * @throws OwnerImportError source_changed if the import to replace is no longer visible
   */
  activate(loading: Import, counts: ImportCounts, activation: Activation): Promise<Import | null>;

  /** Abandons a loading import. The next purge removes its records, which were never visible. */
  abandon(loading: Import): Promise<void>;

  /** Retires the active imports of a source, except one. @returns how many */
  retire(source: string, except?: Import): Promise<number>;

  /** @returns how many active imports the source has */
  setPriority(source: string, priority: number): Promise<number>;

  /** Stores only the setting: for an import that has no phones without a type. */
  setPhoneTypeDefault(sequence: number, phoneTypeDefault: PhoneType | null): Promise<void>;

  /** Records of an import as on file, in the order of their ids, without joined ones. */
  recordsOf(import_: Import, afterId: number, limit: number): Promise<StoredRecord[]>;

  /** Gives a loading import the streets of another. */
  copyStreets(loading: Import, from: Import): Promise<void>;
}

/** A stored record as both databases give it. */
export interface RecordRow extends Omit<StoredRecord, 'addressKeys' | 'contact' | 'fails'> {
  fails: number;
  /** As a JSON array. */
  addressKeys: string;
  contact: string;
}

export const storedRecord = ({ fails, addressKeys, contact, ...row }: RecordRow): StoredRecord => ({
  ...row,
  fails: fails === 1,
  addressKeys: JSON.parse(addressKeys) as number[],
  contact: readContact(contact),
});

export const sourceChanged = (): OwnerImportError =>
  new OwnerImportError(
    'source_changed',
    'The source was replaced or deleted meanwhile, so nothing changed. Set it again.',
  );
