import { errorCode } from '../../lib/error-code.js';
import { itemAt } from '../../lib/item-at.js';
import type { OwnersCluster } from '../loading/loading.postgres.js';
import { recordsTable, SHARED } from '../own-tables.postgres.js';
import {
  holdingsIn,
  isOf,
  type HeldImport,
  type Holding,
  type HoldingStore,
  type Which,
} from './holding-store.js';

/** Rows per page. Larger pages live long enough to slow garbage collection. */
const PER_PAGE = 500;
/** PostgreSQL's code for a table that does not exist: the import was purged. */
const UNDEFINED_TABLE = '42P01';

export class PostgresHoldingStore implements HoldingStore {
  constructor(private readonly cluster: Omit<OwnersCluster, 'clock'>) {}

  async *pages(which: Which = 'active', mayBe?: (contact: string) => boolean): AsyncGenerator<Holding[]> {
    const { rows } = await this.cluster.pool.query<HeldImport & { sequence: number; table: number }>(
      `SELECT sequence, source, state, table_number AS "table" FROM owner_imports WHERE ${isOf(which)}`,
    );
    const imports = new Map(rows.map(({ sequence, source, state }) => [sequence, { source, state }]));
    const read = ({ found }: Page) => holdingsIn(found, imports, mayBe);
    // Joined records are in the shared table, even for imports with tables of their own.
    yield* this.#pagesOf(SHARED, 'import_sequence', read);
    for (const { table, sequence } of rows)
      if (table !== SHARED) yield* this.#pagesOf(table, `${sequence}`, read);
  }

  async *#pagesOf(
    table: number,
    sequence: string,
    read: (page: Page) => Holding[],
  ): AsyncGenerator<Holding[]> {
    for (let after = 0; ;) {
      const page = await this.#page(table, sequence, after);
      if (page.last === null) return;
      yield read(page);
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
}

interface Page {
  last: number | null;
  found: string | null;
}
