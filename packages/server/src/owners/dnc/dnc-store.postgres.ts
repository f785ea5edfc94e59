import type pg from 'pg';
import { inTransaction, LOCKING } from '../../database/postgres/transaction.js';
import { itemAt } from '../../lib/item-at.js';
import { rowsOf, type OwnerNode } from '../match/owner-nodes.postgres.js';
import { asArray } from '../cluster.postgres.js';
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
const BLOCKS_PER_STATEMENT = 500;

type Ask = <T>(question: (node: OwnerNode) => Promise<T>) => Promise<T>;

export const postgresDncReads = (ask: Ask): DncReads => ({
  version: async () => itemAt(await ask((node) => rowsOf<[number]>(node, VERSION, [])), 0)[0],
  lists: async () => {
    type Row = [DncKind, number, string, number, number];
    const rows = await ask((node) => rowsOf<Row>(node, LISTS, []));
    return rows.map(([kind, areaCode, dated, numbers, importedAt]) => ({
      kind,
      areaCode,
      dated,
      numbers,
      importedAt,
    }));
  },
  blocks: async (prefixes) => {
    const rows = await ask((node) => rowsOf<[number, DncKind, Buffer]>(node, BLOCKS, [asArray(prefixes)]));
    return rows.map(([prefix, kind, bits]) => ({ prefix, kind, bits }));
  },
});

export class PostgresDncStore implements DncStore {
  constructor(private readonly pool: pg.Pool) {}

  async replace(
    list: Omit<DncList, 'areaCode' | 'numbers'>,
    areaCodes: readonly number[] | null,
    blocks: readonly DncBlock[],
  ): Promise<void> {
    await inTransaction(this.pool, LOCKING, async (tx) => {
      const edition = await nextEdition(tx);
      await tx.query(
        'DELETE FROM dnc_blocks WHERE kind = $1 AND ($2::bigint[] IS NULL OR prefix / 1000 = ANY($2))',
        [list.kind, areaCodes === null ? null : asArray(areaCodes)],
      );
      if (areaCodes === null) await tx.query('DELETE FROM dnc_lists WHERE kind = $1', [list.kind]);
      await putBlocks(tx, list.kind, blocks);
      for (const one of listsOf(list, areaCodes, blocks)) await putList(tx, edition, one);
    });
  }

  async change(
    { dated, importedAt }: Pick<DncList, 'dated' | 'importedAt'>,
    { add, remove }: { add: readonly DncBlock[]; remove: readonly DncBlock[] },
  ): Promise<void> {
    await inTransaction(this.pool, LOCKING, async (tx) => {
      const edition = await nextEdition(tx);
      const { rows: lists } = await tx.query<DncList>(
        `SELECT kind, area_code AS "areaCode", dated, numbers, imported_at AS "importedAt" FROM dnc_lists
          WHERE kind = 'national'`,
      );
      const covers = new Map(lists.map((one) => [one.areaCode, one]));
      for (const [prefix, changes] of pairedBlocks(add, remove)) {
        const list = covers.get(areaCodeOfBlock({ prefix, bits: new Uint8Array(0) })) ?? covers.get(0);
        if (list === undefined) continue;
        const { rows } = await tx.query<{ bits: Uint8Array }>(
          "SELECT bits FROM dnc_blocks WHERE prefix = $1 AND kind = 'national'",
          [prefix],
        );
        const before = rows[0]?.bits ?? null;
        const bits = changedBits(before, changes.add, changes.remove);
        list.numbers +=
          countOf([{ prefix, bits }]) - (before === null ? 0 : countOf([{ prefix, bits: before }]));
        if (bits.length > 0) await putBlocks(tx, 'national', [{ prefix, bits }]);
        else await tx.query("DELETE FROM dnc_blocks WHERE prefix = $1 AND kind = 'national'", [prefix]);
      }
      for (const list of lists) await putList(tx, edition, { ...list, dated, importedAt });
    });
  }
}

/** Serializes imports. */
async function nextEdition(tx: pg.PoolClient): Promise<number> {
  await tx.query('LOCK TABLE dnc_lists IN SHARE ROW EXCLUSIVE MODE');
  const { rows } = await tx.query<{ version: number }>(VERSION);
  return 1 + itemAt(rows, 0).version;
}

async function putBlocks(tx: pg.PoolClient, kind: DncKind, blocks: readonly DncBlock[]): Promise<void> {
  for (let from = 0; from < blocks.length; from += BLOCKS_PER_STATEMENT) {
    const some = blocks.slice(from, from + BLOCKS_PER_STATEMENT);
    await tx.query(
      `INSERT INTO dnc_blocks (prefix, kind, bits)
       SELECT prefix, $1, decode(bits, 'hex') FROM unnest($2::bigint[], $3::text[]) AS made (prefix, bits)
       ON CONFLICT (prefix, kind) DO UPDATE SET bits = excluded.bits`,
      [
        kind,
        asArray(some.map(({ prefix }) => prefix)),
        some.map(({ bits }) => Buffer.from(bits).toString('hex')),
      ],
    );
  }
}

const putList = (tx: pg.PoolClient, edition: number, list: DncList): Promise<unknown> =>
  tx.query(
    `INSERT INTO dnc_lists (kind, area_code, dated, numbers, imported_at, edition) VALUES ($1, $2, $3, $4, $5, $6)
     ON CONFLICT (kind, area_code)
     DO UPDATE SET dated = excluded.dated, numbers = excluded.numbers, imported_at = excluded.imported_at,
                   edition = excluded.edition`,
    [list.kind, list.areaCode, list.dated, list.numbers, list.importedAt, edition],
  );

const VERSION = 'SELECT COALESCE(MAX(edition), 0)::bigint AS version FROM dnc_lists';

const LISTS = 'SELECT kind, area_code, dated, numbers, imported_at FROM dnc_lists';

const BLOCKS = 'SELECT prefix, kind, bits FROM dnc_blocks WHERE prefix = ANY($1::bigint[])';
