import { OwnerImportError } from '../errors.js';
import { readContact } from '../stored-contact.js';
import type { StoredRecord } from './import-store.js';

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
