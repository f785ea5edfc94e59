import { itemAt } from '../../platform/lib/item-at.js';
import type { OwnerDatabase, OwnerDialect, Query } from '../owner-database.js';
import {
  areaCodeOfBlock,
  changedBits,
  countOf,
  listsOf,
  pairedBlocks,
  PREFIXES_PER_AREA,
  type DncBlock,
  type DncKind,
  type DncList,
  type DncReads,
  type DncStore,
} from './dnc-store.js';

// SQLite numbers parameters by first appearance: each statement uses $1, $2 and so on once and in order.

/** Blocks that one statement writes. */
const BLOCKS_PER_STATEMENT = 200;

export class SqlDncStore implements DncStore {
  constructor(private readonly database: Pick<OwnerDatabase, 'writeVisible'>) {}

  replace(
    list: Omit<DncList, 'areaCode' | 'numbers'>,
    areaCodes: readonly number[] | null,
    blocks: readonly DncBlock[],
  ): Promise<void> {
    return this.database.writeVisible(async ({ query }) => {
      const edition = await nextEdition(query);
      if (areaCodes === null) {
        await query('DELETE FROM dnc_blocks WHERE kind = $1', [list.kind]);
        await query('DELETE FROM dnc_lists WHERE kind = $1', [list.kind]);
      }
      for (const areaCode of areaCodes ?? []) {
        const first = areaCode * PREFIXES_PER_AREA;
        await query('DELETE FROM dnc_blocks WHERE kind = $1 AND prefix >= $2 AND prefix < $3', [
          list.kind,
          first,
          first + PREFIXES_PER_AREA,
        ]);
      }
      await putBlocks(query, list.kind, blocks);
      for (const one of listsOf(list, areaCodes, blocks)) await putList(query, edition, one);
    });
  }

  change(
    { dated, importedAt }: Pick<DncList, 'dated' | 'importedAt'>,
    { add, remove }: { add: readonly DncBlock[]; remove: readonly DncBlock[] },
  ): Promise<void> {
    return this.database.writeVisible(async ({ query }) => {
      const edition = await nextEdition(query);
      const lists = await query<DncList>(`${LISTS} WHERE kind = 'national'`);
      const covers = new Map(lists.map((one) => [one.areaCode, one]));
      // An area code without a change keeps its date: nothing tells that the file is about it, too.
      const changed = new Set<DncList>();
      for (const [prefix, changes] of pairedBlocks(add, remove)) {
        const list = covers.get(areaCodeOfBlock({ prefix, bits: new Uint8Array(0) })) ?? covers.get(0);
        if (list === undefined) continue;
        changed.add(list);
        const [found] = await query<{ bits: Uint8Array }>(
          "SELECT bits FROM dnc_blocks WHERE prefix = $1 AND kind = 'national'",
          [prefix],
        );
        const bits = changedBits(found?.bits ?? null, changes.add, changes.remove);
        const before = found === undefined ? 0 : countOf([{ prefix, bits: found.bits }]);
        list.numbers += countOf([{ prefix, bits }]) - before;
        if (bits.length > 0) await putBlocks(query, 'national', [{ prefix, bits }]);
        else await query("DELETE FROM dnc_blocks WHERE prefix = $1 AND kind = 'national'", [prefix]);
      }
      for (const list of changed) await putList(query, edition, { ...list, dated, importedAt });
    });
  }
}

const nextEdition = async (query: Query): Promise<number> =>
  1 + itemAt(await query<{ version: number }>(DNC_EDITION), 0).version;

async function putBlocks(query: Query, kind: DncKind, blocks: readonly DncBlock[]): Promise<void> {
  for (let from = 0; from < blocks.length; from += BLOCKS_PER_STATEMENT) {
    const some = blocks.slice(from, from + BLOCKS_PER_STATEMENT);
    const rows = some.map((_, at) => `($${3 * at + 1}, $${3 * at + 2}, $${3 * at + 3})`);
    await query(
      `INSERT INTO dnc_blocks (prefix, kind, bits) VALUES ${rows.join(', ')}
       ON CONFLICT (prefix, kind) DO UPDATE SET bits = excluded.bits`,
      some.flatMap(({ prefix, bits }) => [prefix, kind, Buffer.from(bits)]),
    );
  }
}

const putList = (query: Query, edition: number, list: DncList): Promise<unknown> =>
  query(
    `INSERT INTO dnc_lists (kind, area_code, dated, numbers, imported_at, edition) VALUES ($1, $2, $3, $4, $5, $6)
     ON CONFLICT (kind, area_code)
     DO UPDATE SET dated = excluded.dated, numbers = excluded.numbers, imported_at = excluded.imported_at,
                   edition = excluded.edition`,
    [list.kind, list.areaCode, list.dated, list.numbers, list.importedAt, edition],
  );

/** 0 without a list. */
export const DNC_EDITION = 'SELECT COALESCE(MAX(edition), 0) AS version FROM dnc_lists';
const LISTS =
  'SELECT kind, area_code AS "areaCode", dated, numbers, imported_at AS "importedAt" FROM dnc_lists';

export function sqlDncReads(
  query: Query,
  { isIn, numbers }: Pick<OwnerDialect, 'isIn' | 'numbers'>,
): DncReads {
  const blocks = `SELECT prefix, kind, bits FROM dnc_blocks WHERE ${isIn('prefix', 1)}`;
  return {
    version: async () => itemAt(await query<{ version: number }>(DNC_EDITION), 0).version,
    lists: () => query<DncList>(LISTS),
    blocks: (prefixes) => query(blocks, [numbers(prefixes)]),
  };
}
