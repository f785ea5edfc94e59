import type { Database, Reader, Tx } from '../../database/index.js';
import { itemAt } from '../../lib/item-at.js';
import {
  areaCodeOfBlock,
  changedBits,
  countOf,
  listsOf,
  pairedBlocks,
  type DncBlock,
  type DncKind,
  type DncList,
  type DncReads,
  type DncStore,
} from './dnc-store.js';

/** Blocks that one statement writes. */
const BLOCKS_PER_STATEMENT = 200;

export const sqliteDncReads = (reader: Reader): DncReads => ({
  version: async () => itemAt(await reader.query<{ version: number }[]>(VERSION, []), 0).version,
  lists: () => reader.query<DncList[]>(LISTS, []),
  blocks: (prefixes) => reader.query(BLOCKS, [JSON.stringify(prefixes)]),
});

export class SqliteDncStore implements DncStore {
  constructor(private readonly database: Database) {}

  async replace(
    list: Omit<DncList, 'areaCode' | 'numbers'>,
    areaCodes: readonly number[] | null,
    blocks: readonly DncBlock[],
  ): Promise<void> {
    const codes = JSON.stringify(areaCodes ?? []);
    await this.database.write(async (tx) => {
      const edition = 1 + (await versionIn(tx));
      const where = areaCodes === null ? '' : `AND prefix / 1000 IN (SELECT value FROM json_each(?))`;
      const parameters = areaCodes === null ? [list.kind] : [list.kind, codes];
      await tx.query(`DELETE FROM dnc_blocks WHERE kind = ? ${where}`, parameters);
      if (areaCodes === null) await tx.query('DELETE FROM dnc_lists WHERE kind = ?', [list.kind]);
      await insertBlocks(tx, list.kind, blocks);
      for (const one of listsOf(list, areaCodes, blocks)) await putList(tx, edition, one);
    });
  }

  async change(
    { dated, importedAt }: Pick<DncList, 'dated' | 'importedAt'>,
    { add, remove }: { add: readonly DncBlock[]; remove: readonly DncBlock[] },
  ): Promise<void> {
    await this.database.write(async (tx) => {
      const edition = 1 + (await versionIn(tx));
      const lists = await tx.query<DncList[]>(`${LISTS} WHERE kind = 'national'`);
      const covers = new Map(lists.map((one) => [one.areaCode, one]));
      for (const [prefix, changes] of pairedBlocks(add, remove)) {
        const list = covers.get(areaCodeOfBlock({ prefix, bits: new Uint8Array(0) })) ?? covers.get(0);
        if (list === undefined) continue;
        const [found] = await tx.query<{ bits: Uint8Array }[]>(
          "SELECT bits FROM dnc_blocks WHERE prefix = ? AND kind = 'national'",
          [prefix],
        );
        const bits = changedBits(found?.bits ?? null, changes.add, changes.remove);
        const before = found === undefined ? 0 : countOf([{ prefix, bits: found.bits }]);
        list.numbers += countOf([{ prefix, bits }]) - before;
        if (bits.length > 0) await insertBlocks(tx, 'national', [{ prefix, bits }]);
        else await tx.query("DELETE FROM dnc_blocks WHERE prefix = ? AND kind = 'national'", [prefix]);
      }
      for (const list of lists) await putList(tx, edition, { ...list, dated, importedAt });
    });
  }
}

async function insertBlocks(tx: Tx, kind: DncKind, blocks: readonly DncBlock[]): Promise<void> {
  for (let from = 0; from < blocks.length; from += BLOCKS_PER_STATEMENT) {
    const some = blocks.slice(from, from + BLOCKS_PER_STATEMENT);
    await tx.query(
      `INSERT OR REPLACE INTO dnc_blocks (prefix, kind, bits) VALUES ${some.map(() => '(?, ?, ?)').join(', ')}`,
      some.flatMap(({ prefix, bits }) => [prefix, kind, Buffer.from(bits)]),
    );
  }
}

const putList = (
  tx: Tx,
  edition: number,
  { kind, areaCode, dated, numbers, importedAt }: DncList,
): Promise<unknown> =>
  tx.query(
    'INSERT OR REPLACE INTO dnc_lists (kind, area_code, dated, numbers, imported_at, edition) VALUES (?, ?, ?, ?, ?, ?)',
    [kind, areaCode, dated, numbers, importedAt, edition],
  );

const VERSION = 'SELECT COALESCE(MAX(edition), 0) AS version FROM dnc_lists';

const versionIn = async (tx: Tx): Promise<number> =>
  itemAt(await tx.query<{ version: number }[]>(VERSION), 0).version;

const LISTS =
  'SELECT kind, area_code AS "areaCode", dated, numbers, imported_at AS "importedAt" FROM dnc_lists';

// CROSS JOIN makes SQLite probe the blocks for each prefix.
const BLOCKS = `
  SELECT b.prefix AS prefix, b.kind AS kind, b.bits AS bits
    FROM json_each(?) AS wanted CROSS JOIN dnc_blocks AS b ON b.prefix = wanted.value`;
