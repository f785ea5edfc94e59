import type { Database, Reader } from '../../database/index.js';
import { itemAt } from '../../lib/item-at.js';
import type { DncList, DncReads, DncStore } from './dnc-store.js';
import { LISTS, SqlDncStore, VERSION } from './dnc-store.sql.js';

export const sqliteDncReads = (reader: Reader): DncReads => ({
  version: async () => itemAt(await reader.query<{ version: number }[]>(VERSION, []), 0).version,
  lists: () => reader.query<DncList[]>(LISTS, []),
  blocks: (prefixes) => reader.query(BLOCKS, [JSON.stringify(prefixes)]),
});

// CROSS JOIN makes SQLite probe the blocks for each prefix.
const BLOCKS = `
  SELECT b.prefix AS prefix, b.kind AS kind, b.bits AS bits
    FROM json_each(?) AS wanted CROSS JOIN dnc_blocks AS b ON b.prefix = wanted.value`;

export const sqliteDnc = (database: Database): DncStore =>
  new SqlDncStore((work) => database.write((tx) => work((sql, parameters) => tx.query(sql, parameters))));
