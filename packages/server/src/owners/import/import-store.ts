import type { Import, ImportCounts, ImportState } from '../entities.js';
import type { KeyBlock } from '../match/copy/index.js';
import type { OwnerContact, PhoneType } from '../record.js';
import type { EncodedRecords, NewRecord } from './record-batch.js';

/** An import that begins. */
export interface NewImport {
  id: string;
  source: string;
  fingerprint: string;
  fileDigest: string | null;
  /** Null: the one its source has. */
  priority: number | null;
  /** What phones without a type are; null leaves them out of answers. */
  phoneTypeDefault: PhoneType | null;
  addressRules: number;
  /** Of the file; 0 where there is none. An engine may keep what is large elsewhere. */
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

/** The record that stays of several, as it is from now on. */
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
  /** Its priority becomes that of the whole source. */
  setsPriority: boolean;
  /** Everything else of the source goes; otherwise only what came from the same file. */
  replace: boolean;
  exactKeys: number | null;
  /** An import that it takes the place of, with its rank and age; nothing else goes. */
  inPlaceOf?: Import;
}

/**
 * Imports, and what they write. Each method is one transaction, or says that it takes several steps; others write in between.
 * Methods that take a `loading` import give a sign of its life in the same transaction.
 * @throws OwnerImportError given_up, by those, when somebody took the import for dead
 */
export interface ImportStore {
  /** The oldest edition first. */
  imports(state?: ImportState, source?: string): Promise<Import[]>;

  begin(import_: NewImport): Promise<Import>;

  /**
   * Adds records after all others, with their streets, and moves `loading.lastRecordId`.
   * @param setAside places in `records` of those that merging decides about; their keys are not in the index yet
   * @returns the id of the first; the others follow without a gap
   */
  append(loading: Import, records: EncodedRecords, setAside: readonly number[]): Promise<number>;

  /**
   * Adds keys to the index. What is to be written is made at once, while another write may be under way.
   * @returns does the write
   * @param entries in ascending order, KEY_NUMBERS numbers each, with the ids of stored records
   * @param blocks of the copy for job processes (match/copy/)
   */
  addKeys(loading: Import, entries: Float64Array, blocks: readonly KeyBlock[]): () => Promise<void>;

  /** Sets the first record of each identity aside that has another one set aside. */
  setAsideFirst(loading: Import): Promise<void>;
  /** What was set aside, by identity and id. */
  duplicates(loading: Import, after: DuplicatePlace, limit: number): Promise<Duplicate[]>;
  merge(loading: Import, merged: readonly MergedRecord[], absorbed: readonly number[]): Promise<void>;
  /** Indexes whoever is left of those that were set aside, with the contacts they have now. In steps. */
  indexSetAside(loading: Import): Promise<void>;

  /** To be called when all keys are in, and before `neighbors`: makes them fast to look up. It may take long. */
  finishIndex(loading: Import): Promise<void>;

  /** A sign of life alone. */
  touch(loading: Import): Promise<void>;

  /**
   * Makes the import visible, and the source's other imports invisible where it has to: one moment for all.
   * @throws OwnerImportError source_changed where the one that it takes the place of is no longer visible
   */
  activate(loading: Import, counts: ImportCounts, activation: Activation): Promise<Import>;

  /** Gives a loading import up. Its records, which nobody saw, are removed by the next purge. */
  abandon(loading: Import): Promise<void>;

  /** Active imports of a source become invisible, but for one. @returns how many */
  retire(source: string, except?: Import): Promise<number>;

  /** @returns how many active imports the source has */
  setPriority(source: string, priority: number): Promise<number>;

  /** Notes the setting alone: for an import that has no phones without a type. */
  setPhoneTypeDefault(sequence: number, phoneTypeDefault: PhoneType | null): Promise<void>;

  /** Records of an import in the order of their ids, without joined ones. */
  recordsOf(import_: Import, afterId: number, limit: number): Promise<StoredRecord[]>;

  /** Gives a loading import the streets of another. */
  copyStreets(loading: Import, from: Import): Promise<void>;
}
