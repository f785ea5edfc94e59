import type pg from 'pg';
import { itemAt } from '../../lib/item-at.js';
import {
  recordsTable,
  SHARED,
  keysTable,
  tableOf,
  asArray,
  type OwnersCluster,
  ifTableIsGone,
} from '../cluster.postgres.js';
import {
  holdingsIn,
  isOf,
  type EraseStore,
  type HeldImport,
  type Holding,
  type HoldingStore,
  type Which,
} from './erase-store.js';
import { inTransaction, LOCKING } from '../../database/postgres/transaction.js';
import { ERASED_CONTACT } from '../stored-contact.js';

/** Rows per page. Larger pages live long enough to slow garbage collection. */
const PER_PAGE = 500;

export class PostgresHoldingStore implements HoldingStore {
  constructor(private readonly cluster: Omit<OwnersCluster, 'clock'>) {}

  async *pages(which: Which = 'active', mayBe?: (contact: string) => boolean): AsyncGenerator<Holding[]> {
    const { rows } = await this.cluster.pool.query<
      HeldImport & { sequence: number; table: number; first: number }
    >(
      `SELECT sequence, source, state, table_number AS "table", first_record_id AS first
         FROM owner_imports WHERE ${isOf(which)}`,
    );
    const imports = new Map(rows.map(({ sequence, source, state }) => [sequence, { source, state }]));
    const read = ({ found }: Page) => holdingsIn(found, imports, mayBe);
    // Joined records are in the shared table, even for imports with tables of their own.
    const [one] = rows;
    if (typeof which === 'string') yield* this.#pagesOf(SHARED, 'import_sequence', read);
    else if (one?.table === SHARED) yield* this.#pagesOf(SHARED, 'import_sequence', read, one.first - 1);
    for (const { table, sequence } of rows)
      if (table !== SHARED) yield* this.#pagesOf(table, `${sequence}`, read);
  }

  async *#pagesOf(
    table: number,
    sequence: string,
    read: (page: Page) => Holding[],
    from = 0,
  ): AsyncGenerator<Holding[]> {
    for (let after = from; ;) {
      const page = await this.#page(table, sequence, after);
      if (page.last === null) return;
      yield read(page);
      after = page.last;
    }
  }

  async #page(table: number, sequence: string, after: number): Promise<Page> {
    const found = await this.cluster.pool
      .query<Page>(
        `SELECT MAX(id) AS last,
                string_agg(id || chr(9) || import_sequence || chr(9) || joined || chr(9) || contact, chr(10)) AS found
           FROM (SELECT r.id AS id, ${sequence} AS import_sequence, COALESCE(o.contact, r.contact) AS contact,
                        (SELECT COUNT(*) FROM owner_joins j WHERE j.joined_id = r.id)
                          + CASE WHEN o.record_id IS NULL THEN 0 ELSE 2 END AS joined
                   FROM ${recordsTable(table)} r LEFT JOIN owner_originals o ON o.record_id = r.id
                  WHERE r.id > $1 ORDER BY r.id LIMIT ${PER_PAGE}) AS page`,
        [after],
      )
      .catch(ifTableIsGone);
    return found === null ? { last: null, found: null } : itemAt(found.rows, 0);
  }
}

interface Page {
  last: number | null;
  found: string | null;
}

export class PostgresEraseStore implements EraseStore {
  constructor(private readonly cluster: Omit<OwnersCluster, 'clock'>) {}

  async erase(ids: readonly number[]): Promise<number> {
    return inTransaction(this.cluster.pool, LOCKING, async (tx) => {
      // Tables still loading are left out: they have no index.
      const { rows } = await tx.query<{ table: number; sequence: number }>(
        `SELECT table_number AS "table", sequence FROM owner_imports
          WHERE table_number <> ${SHARED} AND state <> 'loading'`,
      );
      const own = new Map(rows.map(({ table, sequence }) => [table, sequence]));
      let erased = 0;
      for (const [table, some] of byTable(ids)) {
        const sequence = own.get(table);
        if (table === SHARED || sequence !== undefined) erased += await eraseIn(tx, table, sequence, some);
      }
      return erased;
    });
  }

  async isLoading(): Promise<boolean> {
    const { rows } = await this.cluster.pool.query(
      "SELECT 1 FROM owner_imports WHERE state = 'loading' LIMIT 1",
    );
    return rows.length > 0;
  }
}

function byTable(ids: readonly number[]): Map<number, number[]> {
  const found = new Map<number, number[]>();
  for (const id of ids) {
    const same = found.get(tableOf(id));
    if (same === undefined) found.set(tableOf(id), [id]);
    else same.push(id);
  }
  return found;
}

/** @param own the import, if the table holds only one */
async function eraseIn(
  tx: pg.PoolClient,
  table: number,
  own: number | undefined,
  ids: readonly number[],
): Promise<number> {
  const { rows } = await tx.query<{ id: number; sequence: number; keys: string | null }>(
    own === undefined
      ? `SELECT id, import_sequence AS sequence, address_keys AS keys FROM owner_records
          WHERE id = ANY($1) AND contact <> $2
            AND import_sequence NOT IN (SELECT sequence FROM owner_imports WHERE state = 'loading') FOR UPDATE`
      : `SELECT id, ${own}::bigint AS sequence, address_keys AS keys FROM ${recordsTable(table)}
          WHERE id = ANY($1) AND contact <> $2 FOR UPDATE`,
    [asArray(ids), ERASED_CONTACT],
  );
  for (const { id, sequence, keys: written } of rows) {
    const keys = JSON.parse(written ?? '[]') as number[];
    await tx.query(
      `DELETE FROM ${keysTable(table)} WHERE address_key = ANY($1) AND record_id = $2
       ${own === undefined ? 'AND import_sequence = $3' : 'AND $3::bigint IS NOT NULL'}`,
      [asArray(keys), id, sequence],
    );
  }
  const erased = asArray(rows.map(({ id }) => id));
  await tx.query('DELETE FROM owner_duplicates WHERE record_id = ANY($1)', [erased]);
  await tx.query('DELETE FROM owner_originals WHERE record_id = ANY($1)', [erased]);
  await tx.query(
    `UPDATE ${recordsTable(table)} SET identity = 0, address_seal = NULL, owner_id = NULL, phone_count = 0,
            email_count = 0, address = '', address_keys = '[]', contact = $2
      WHERE id = ANY($1)`,
    [erased, ERASED_CONTACT],
  );
  return rows.length;
}
