import type { Database } from '../../database/index.js';
import { itemAt } from '../../item-at.js';
import { holdingsIn, type Holding, type HoldingStore } from './holding-store.js';

/** Rows per page. Larger pages live long enough to slow garbage collection. */
const PER_PAGE = 500;

export class SqliteHoldingStore implements HoldingStore {
  constructor(private readonly database: Database) {}

  async *pages(): AsyncGenerator<Holding[]> {
    for (let after = 0; ;) {
      const rows: { last: number | null; found: string | null; active: string }[] =
        await this.database.read.query(PAGE, [after]);
      const { last, found, active } = itemAt(rows, 0);
      if (last === null) return;
      yield holdingsIn(found, new Map(JSON.parse(active) as [number, string][]));
      after = last;
    }
  }
}

// One text per page: separate rows cost three times the CPU.
const PAGE = `
  SELECT MAX(id) AS last,
         group_concat(id || char(9) || import_sequence || char(9) || joined || char(9) || contact, char(10)) AS found,
         (SELECT json_group_array(json_array(sequence, source)) FROM imports WHERE state = 'active') AS active
    FROM (SELECT id, import_sequence, contact,
                 EXISTS (SELECT 1 FROM owner_joins j WHERE j.joined_id = r.id) AS joined
            FROM owner_records r WHERE id > ? ORDER BY id LIMIT ${PER_PAGE})`;
