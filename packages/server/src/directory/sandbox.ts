import type { Ids } from '../platform/ids.js';
import { SANDBOX_SOURCE } from './entities.js';
import { fingerprint, LoadingImport } from './import/loading-import.js';
import { newRecord } from './import/owner-row.js';
import { RecordBatch } from './import/record-batch.js';
import { deleteSource } from './import/sources.js';
import { storedProperty } from './property.js';
import { SANDBOX_OWNERS } from './sandbox-directory.js';
import type { OwnerStores } from './stores.js';

/**
 * Adds the sandbox's made-up owners to the directory (docs: the table of sandbox addresses). Loading them again changes
 * nothing; owners of an older version are replaced.
 */
export async function loadSandbox(stores: OwnerStores, ids: Ids): Promise<void> {
  const records = SANDBOX_OWNERS.map(({ property, ownerNumber, fails, contact }) => {
    const stored = storedProperty(property);
    if ('refused' in stored) throw new Error(`the sandbox has an unusable address: ${stored.refused}`);
    return { ...newRecord(stored, ownerNumber, null, contact), fails };
  });
  const mark = fingerprint(JSON.stringify(records), SANDBOX_SOURCE);
  const active = await stores.store.imports('active', SANDBOX_SOURCE);
  if (active.some(({ fingerprint: known }) => known === mark)) return;
  const loading = await LoadingImport.begin(stores, ids, {
    source: SANDBOX_SOURCE,
    fingerprint: mark,
  });
  const batch = new RecordBatch(stores.store.rowFormat);
  for (const record of records) batch.add(record);
  await loading.add(batch.encoded());
  await loading.finish();
  const sum = (count: (record: (typeof records)[number]) => number): number =>
    records.reduce((total, record) => total + count(record), 0);
  const counts = {
    rowsRead: records.length,
    rowsMerged: 0,
    rowsRefused: 0,
    records: records.length,
    addressKeys: sum(({ addressKeys }) => addressKeys.length),
    phones: sum(({ contact }) => contact.phones.length),
    untypedPhones: 0,
    emails: sum(({ contact }) => contact.emails.length),
  };
  await loading.activate(counts, { replace: true });
}

/** Removes the sandbox's owners, for a server started without `--sandbox`. */
export async function unloadSandbox(stores: OwnerStores): Promise<void> {
  const active = await stores.store.imports('active', SANDBOX_SOURCE);
  if (active.length > 0) await deleteSource(stores, SANDBOX_SOURCE);
}
