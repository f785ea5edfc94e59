import type { Database } from '../../database/index.js';
import { itemAt } from '../../lib/item-at.js';
import {
  holdingsIn,
  isOf,
  type EraseStore,
  type HeldImport,
  type Holding,
  type HoldingStore,
  type Which,
} from './erase-store.js';
import { ERASED_CONTACT } from '../stored-contact.js';

/** Rows per page. Larger pages live long enough to slow garbage collection. */
const PER_PAGE = 500;

export class SqliteHoldingStore implements HoldingStore {
  constructor(private readonly database: Database) {}

  async *pages(which: Which = 'active', mayBe?: (contact: string) => boolean): AsyncGenerator<Holding[]> {
    const { first, end } = await this.#range(which);
    for (let after = first - 1; ;) {
      const rows: { last: number | null; found: string | null; imports: string }[] =
        await this.database.read.query(pageOf(which), [after, end]);
      const { last, found, imports } = itemAt(rows, 0);
      if (last === null) return;
      yield holdingsIn(found, new Map(JSON.parse(imports) as [number, HeldImport][]), mayBe);
      after = last;
    }
  }

  async #range(which: Which): Promise<{ first: number; end: number }> {
    if (typeof which === 'string') return { first: 1, end: Number.MAX_SAFE_INTEGER };
    const rows = await this.database.read.query<{ first: number; end: number }[]>(
      'SELECT first_record_id AS first, last_record_id AS end FROM imports WHERE sequence = ?',
      [which.importSequence],
    );
    return itemAt(rows, 0);
  }
}

// One text per page: separate rows cost three times the CPU.
const pageOf = (which: Which): string => `
  SELECT MAX(id) AS last,
         group_concat(id || char(9) || import_sequence || char(9) || joined || char(9) || contact, char(10)) AS found,
         (SELECT json_group_array(json_array(sequence, json_object('source', source, 'state', state)))
            FROM imports WHERE ${isOf(which)}) AS imports
    FROM (SELECT r.id, r.import_sequence, COALESCE(o.contact, r.contact) AS contact,
                 EXISTS (SELECT 1 FROM owner_joins j WHERE j.joined_id = r.id) + 2 * (o.record_id IS NOT NULL) AS joined
            FROM owner_records r LEFT JOIN owner_originals o ON o.record_id = r.id
           WHERE r.id > ? AND r.id <= ? ORDER BY r.id LIMIT ${PER_PAGE})`;

export class SqliteEraseStore implements EraseStore {
  constructor(private readonly database: Database) {}

  async erase(ids: readonly number[]): Promise<number> {
    return this.database.write(async (tx) => {
      const rows = await tx.query<{ id: number; sequence: number; keys: string }[]>(
        `SELECT r.id, r.import_sequence AS sequence, r.address_keys AS keys
           FROM owner_records AS r
          WHERE r.id IN (SELECT value FROM json_each(?))
            AND r.contact <> ? AND r.import_sequence NOT IN (SELECT sequence FROM imports WHERE state = 'loading')`,
        [JSON.stringify(ids), ERASED_CONTACT],
      );
      // Overwrites the deleted data in the file, too.
      await tx.query('PRAGMA secure_delete = ON');
      for (const { id, sequence, keys } of rows) {
        await tx.query(
          `DELETE FROM owner_keys
            WHERE address_key IN (SELECT value FROM json_each(?)) AND import_sequence = ? AND record_id = ?`,
          [keys, sequence, id],
        );
      }
      const erased = JSON.stringify(rows.map(({ id }) => id));
      await tx.query('DELETE FROM owner_originals WHERE record_id IN (SELECT value FROM json_each(?))', [
        erased,
      ]);
      await tx.query('DELETE FROM import_duplicates WHERE record_id IN (SELECT value FROM json_each(?))', [
        erased,
      ]);
      await tx.query(
        `UPDATE owner_records SET identity = 0, address_seal = NULL, owner_id = NULL, phone_count = 0, email_count = 0,
                address = '', address_keys = '[]', contact = ?
          WHERE id IN (SELECT value FROM json_each(?))`,
        [ERASED_CONTACT, erased],
      );
      return rows.length;
    });
  }

  async isLoading(): Promise<boolean> {
    const rows = await this.database.read.query<unknown[]>(
      "SELECT sequence FROM imports WHERE state = 'loading' LIMIT 1",
      [],
    );
    return rows.length > 0;
  }
}
