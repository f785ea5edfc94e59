import type { Ids } from '../../platform/ids.js';
import type { Import } from '../entities.js';
import { UnknownSourceError } from '../errors.js';
import { joinOwners, joinWithout } from '../join/join-owners.js';
import type { PhoneType } from '../record.js';
import type { OwnerStores } from '../stores.js';
import { countUntyped, retypedPhones } from './cells.js';
import { LoadingImport } from './loading-import.js';
import { RecordBatch } from './record-batch.js';

/**
 * Sets the priority of sources at properties they share. Existing joins stay; joins needed for the new order are added.
 * @throws UnknownSourceError
 */
export async function setPriority(stores: OwnerStores, source: string, priority: number): Promise<void> {
  if ((await stores.store.setPriority(source, priority)) === 0) throw new UnknownSourceError(source);
  for (const one of await stores.store.imports('active', source)) await joinOwners(stores, one);
}

/**
 * Removes a source from the directory atomically; its owners no longer match. Records that an unfinished job or a replay
 * refers to stay readable by id until they are purged.
 * @returns number of imports retired
 * @throws UnknownSourceError
 */
export async function deleteSource(stores: OwnerStores, source: string): Promise<number> {
  const active = await stores.store.imports('active', source);
  await joinWithout(
    stores,
    active.map(({ sequence }) => sequence),
  );
  const retired = await stores.store.retire(source);
  if (retired === 0) throw new UnknownSourceError(source);
  await stores.screening?.catchUp();
  return retired;
}

const RECORDS_PER_STEP = 2_000;

/** State of a source after the change. */
interface PhoneTypeChange {
  source: string;
  phoneTypeDefault: PhoneType | null;
  /** Phones that the data gives no type. */
  untypedPhones: number;
}

/**
 * Sets the type assumed for phones of a source without one, in all imports so far and in later ones. Null leaves them out of
 * answers.
 *
 * Visible records never change, because jobs and replays refer to them. So each import is written again with the new setting and
 * replaces the old one, keeping its rank and age. If the process dies in between, each import is either old or new; running it
 * again does the rest.
 * @throws UnknownSourceError, OwnerImportError
 */
export async function setPhoneTypeDefault(
  { stores, ids }: { stores: OwnerStores; ids: Ids },
  source: string,
  phoneTypeDefault: PhoneType | null,
): Promise<PhoneTypeChange> {
  const active = await stores.store.imports('active', source);
  if (active.length === 0) throw new UnknownSourceError(source);
  for (const import_ of active) {
    if (import_.phoneTypeDefault === phoneTypeDefault) continue;
    if (import_.untypedPhones === 0)
      await stores.store.setPhoneTypeDefault(import_.sequence, phoneTypeDefault);
    else await writeAgain(stores, ids, import_, phoneTypeDefault);
  }
  return {
    source,
    phoneTypeDefault,
    untypedPhones: active.reduce((sum, { untypedPhones }) => sum + untypedPhones, 0),
  };
}

async function writeAgain(
  stores: OwnerStores,
  ids: Ids,
  old: Import,
  phoneTypeDefault: PhoneType | null,
): Promise<void> {
  const { source, fingerprint, fileDigest, addressRules, chosenColumns } = old;
  const loading = await LoadingImport.begin(stores, ids, {
    source,
    fingerprint,
    addressRules,
    phoneTypeDefault,
    chosenColumns,
    ...(fileDigest !== null && { fileDigest }),
    bytes: old.records * BYTES_PER_RECORD,
  });
  try {
    const counts = { records: 0, addressKeys: 0, phones: 0, untypedPhones: 0, emails: 0 };
    for (let afterId = 0; ;) {
      const records = await stores.store.recordsOf(old, afterId, RECORDS_PER_STEP);
      const batch = new RecordBatch(stores.store.rowFormat);
      for (const { id, contact, ...record } of records) {
        const { untypedPhones: _, ...details } = contact;
        const retyped = { ...details, ...retypedPhones(contact, phoneTypeDefault) };
        batch.add({ ...record, contact: retyped, streets: [] });
        counts.records++;
        counts.addressKeys += record.addressKeys.length;
        counts.phones += retyped.phones.length;
        counts.untypedPhones += countUntyped(retyped);
        counts.emails += retyped.emails.length;
        afterId = id;
      }
      if (records.length === 0) break;
      await loading.add(batch.encoded());
    }
    await loading.takePlaceOf(old);
    const merged = await loading.finish();
    await loading.activate(
      {
        rowsRead: old.rowsRead,
        rowsMerged: old.rowsMerged,
        rowsRefused: old.rowsRefused,
        records: counts.records - merged.records,
        addressKeys: counts.addressKeys - merged.addressKeys,
        phones: counts.phones - merged.phones,
        untypedPhones: counts.untypedPhones - merged.untypedPhones,
        emails: counts.emails - merged.emails,
      },
      { replace: false },
    );
  } catch (error) {
    await loading.abandon();
    throw error;
  }
}

/** Approximate size of a row in a file; decides the tables and memory of an import. */
const BYTES_PER_RECORD = 150;
