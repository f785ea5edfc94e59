import { copyFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { randomIds } from '../ids.js';
import { importOwners, OwnerDirectory, type ImportOptions, type ImportSummary } from '../owners/index.js';
import { sqliteOwners, type Kept, type OwnerEngine } from './owner-engines.js';
import { ManualClock, temporaryFolder } from './temporary.js';

/** Owner directory in a temporary folder. */
export async function temporaryOwners(engine: OwnerEngine = sqliteOwners) {
  const folder = await temporaryFolder();
  const clock = new ManualClock();
  const { stores, source, tables, query, close } = await engine.open(folder.value, clock);
  const directory = new OwnerDirectory(stores, clock);
  let files = 0;
  const write = async (content: string | Uint8Array): Promise<string> => {
    const csv = path.join(folder.value, `owners-${++files}.csv`);
    await writeFile(csv, content);
    return csv;
  };
  return {
    folder: folder.value,
    clock,
    stores,
    source,
    directory,
    parts: { stores, ids: randomIds },
    /** Rows of a kind from all of the engine's tables. @param sql query on one of the tables */
    kept: async <Row>(kind: Kept, sql: (table: string) => string): Promise<Row[]> => {
      const rows: Row[] = [];
      for (const table of await tables(kind)) rows.push(...(await query<Row>(sql(table))));
      return rows;
    },
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
      await close();
      await folder.remove();
    },
  };
}

export type TemporaryOwners = Awaited<ReturnType<typeof temporaryOwners>>;
