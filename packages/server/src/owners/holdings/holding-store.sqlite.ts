import type { Database } from '../../database/index.js';
import { itemAt } from '../../lib/item-at.js';
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

export class SqliteHoldingStore implements HoldingStore {
  constructor(private readonly database: Database) {}

  async *pages(which: Which = 'active', mayBe?: (contact: string) => boolean): AsyncGenerator<Holding[]> {
    for (let after = 0; ;) {
      const rows: { last: number | null; found: string | null; imports: string }[] =
        await this.database.read.query(pageOf(which), [after]);
      const { last, found, imports } = itemAt(rows, 0);
      if (last === null) return;
      yield holdingsIn(found, new Map(JSON.parse(imports) as [number, HeldImport][]), mayBe);
      after = last;
    }
  }
}

// One text per page: separate rows cost three times the CPU.
const pageOf = (which: Which): string => `
  SELECT MAX(id) AS last,
         group_concat(id || char(9) || import_sequence || char(9) || joined || char(9) || contact, char(10)) AS found,
         (SELECT json_group_array(json_array(sequence, json_object('source', source, 'state', state)))
            FROM imports WHERE ${isOf(which)}) AS imports
    FROM (SELECT id, import_sequence, contact,
                 EXISTS (SELECT 1 FROM owner_joins j WHERE j.joined_id = r.id) AS joined
            FROM owner_records r WHERE id > ? ORDER BY id LIMIT ${PER_PAGE})`;
