import type { FileStore } from '../../storage/index.js';
import { readChecked, writeChecked } from './checked-files.js';
import { NOTHING_WITHHELD, type Withheld } from './part-work.js';

/** Stores the withheld matches in a file of the job; without any, there is no file. */
export async function storeWithheld(store: FileStore, name: string, withheld: Withheld): Promise<void> {
  if (withheld.rows === 0) await store.remove(name);
  else await writeChecked(store, name, [Buffer.from(JSON.stringify(withheld))]);
}

/** @throws DamagedFileError */
export async function readWithheld(store: FileStore, name: string): Promise<Withheld> {
  const content = await readChecked(store, name);
  return content === null ? NOTHING_WITHHELD : (JSON.parse(content.toString('utf8')) as Withheld);
}
