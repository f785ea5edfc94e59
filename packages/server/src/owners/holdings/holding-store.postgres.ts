import { errorCode } from '../../error-code.js';
import { itemAt } from '../../item-at.js';
import type { OwnersCluster } from '../import/loading.postgres.js';
import { recordsTable, SHARED, tableOf } from '../own-tables.postgres.js';
import { asArray, changed } from '../rows.postgres.js';
import { ERASED } from '../stored-contact.js';
import type { Holding, HoldingStore } from './holding-store.js';
import { holdingsIn } from './holdings-in.js';

/** What is read of more at once outlives the young generation of the heap, and is collected late. */
const PER_PAGE = 500;
/** Rows of one transaction. */
const PER_STEP = 5_000;
/** PostgreSQL's code for a table that does not exist: the import was purged. */
const UNDEFINED_TABLE = '42P01';

export class PostgresHoldingStore implements HoldingStore {
  constructor(private readonly cluster: Omit<OwnersCluster, 'clock'>) {}

  async *pages(): AsyncGenerator<Holding[]> {
    const { rows } = await this.cluster.pool.query<{ sequence: number; source: string; table: number }>(
      `SELECT sequence, source, table_number AS "table" FROM owner_imports WHERE state = 'active'`,
    );
    const sources = new Map(rows.map(({ sequence, source }) => [sequence, source]));
    // Joined records are in the shared table, also of imports that have tables of their own.
    yield* this.#pagesOf(SHARED, 'import_sequence', sources);
    for (const { table, sequence } of rows)
      if (table !== SHARED) yield* this.#pagesOf(table, `${sequence}`, sources);
  }

  async *#pagesOf(
    table: number,
    sequence: string,
    sources: ReadonlyMap<number, string>,
  ): AsyncGenerator<Holding[]> {
    for (let after = 0; ;) {
      const page = await this.#page(table, sequence, after);
      if (page.last === null) return;
      yield holdingsIn(page.found, sources);
      after = page.last;
    }
  }

  async #page(table: number, sequence: string, after: number): Promise<Page> {
    try {
      const { rows } = await this.cluster.pool.query<Page>(
        `SELECT MAX(id) AS last,
                string_agg(id || chr(9) || ${sequence} || chr(9) || joined || chr(9) || contact, chr(10)) AS found
           FROM (SELECT *, (SELECT COUNT(*) FROM owner_joins j WHERE j.joined_id = r.id) AS joined
                   FROM ${recordsTable(table)} r WHERE id > $1 ORDER BY id LIMIT ${PER_PAGE}) AS page`,
        [after],
      );
      return itemAt(rows, 0);
    } catch (error) {
      if (errorCode(error) === UNDEFINED_TABLE) return { last: null, found: null };
      throw error;
    }
  }

  async erase(ids: readonly number[]): Promise<number> {
    const byTable = new Map<number, number[]>();
    for (const id of ids) {
      const same = byTable.get(tableOf(id));
      if (same === undefined) byTable.set(tableOf(id), [id]);
      else same.push(id);
    }
    let erased = 0;
    for (const [table, some] of byTable)
      for (let from = 0; from < some.length; from += PER_STEP)
        erased += await this.#erase(table, some.slice(from, from + PER_STEP));
    return erased;
  }

  async #erase(table: number, ids: readonly number[]): Promise<number> {
    try {
      return changed(
        await this.cluster.pool.query(
          `UPDATE ${recordsTable(table)} SET contact = $1, owner_id = NULL, phone_count = 0, email_count = 0
            WHERE contact <> $1 AND id = ANY($2::bigint[])`,
          [ERASED, asArray(ids)],
        ),
      );
    } catch (error) {
      if (errorCode(error) === UNDEFINED_TABLE) return 0;
      throw error;
    }
  }
}

interface Page {
  last: number | null;
  found: string | null;
}
