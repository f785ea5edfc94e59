import type pg from 'pg';
import { inTransaction, LOCKING } from '../../database/postgres/transaction.js';
import { itemAt } from '../../lib/item-at.js';
import { rowsOf, type OwnerNode } from '../match/owner-nodes.postgres.js';
import { asArray } from '../cluster.postgres.js';
import type { DncKind, DncReads, DncStore } from './dnc-store.js';
import { LISTS, SqlDncStore, VERSION } from './dnc-store.sql.js';

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

const BLOCKS = 'SELECT prefix, kind, bits FROM dnc_blocks WHERE prefix = ANY($1::bigint[])';

export const postgresDnc = (pool: pg.Pool): DncStore =>
  new SqlDncStore((work) =>
    inTransaction(pool, LOCKING, async (tx) => {
      // One import after another.
      await tx.query('LOCK TABLE dnc_lists IN SHARE ROW EXCLUSIVE MODE');
      await work(async <Row extends pg.QueryResultRow>(sql: string, parameters?: unknown[]) => {
        const { rows } = await tx.query<Row>(sql, parameters);
        return rows;
      });
    }),
  );
