import { copyFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { SqliteDatabase } from '../database/sqlite/index.js';
import { openOwnerDatabase } from '../engine.sqlite.js';
import { randomIds } from '../ids.js';
import { importOwners, OwnerDirectory, type ImportOptions, type ImportSummary } from '../owners/index.js';
import { sqliteOwnerStores } from '../owners/stores.sqlite.js';
import { ManualClock, temporaryFolder } from './temporary.js';

export const openOwners = (file: string): Promise<SqliteDatabase> => openOwnerDatabase(file);

/** An owner directory in a folder of its own. */
export async function temporaryOwners() {
  const folder = await temporaryFolder();
  const clock = new ManualClock();
  const file = path.join(folder.value, 'owners.sqlite');
  const database = await openOwners(file);
  const stores = sqliteOwnerStores(database, clock);
  const directory = new OwnerDirectory(stores, clock);
  let files = 0;
  const write = async (content: string | Uint8Array): Promise<string> => {
    const csv = path.join(folder.value, `owners-${++files}.csv`);
    await writeFile(csv, content);
    return csv;
  };
  return {
    folder: folder.value,
    file,
    clock,
    database,
    stores,
    directory,
    parts: { stores, ids: randomIds },
    /** Writes a CSV file and returns its path. */
    write,
    copy: async (from: string): Promise<string> => {
      const csv = path.join(folder.value, path.basename(from));
      await copyFile(from, csv);
      return csv;
    },
    /** Writes a CSV file and imports it. */
    load: async (content: string | Uint8Array, options: ImportOptions = {}): Promise<ImportSummary> =>
      importOwners({ stores, ids: randomIds }, await write(content), options),
    remove: async () => {
      await database.close();
      await folder.remove();
    },
  };
}

export type TemporaryOwners = Awaited<ReturnType<typeof temporaryOwners>>;
