import type { OwnerDatabase } from '../owner-database.js';
import { LOCK_AND_COUNT_IMPORTS } from '../shown/shown-store.js';
import { ERASED_CONTACT } from '../stored-contact.js';
import {
  holdingsIn,
  isOf,
  type EraseStore,
  type HeldImport,
  type Holding,
  type HoldingStore,
  type Which,
} from './erase-store.js';

/** Rows per page. Larger pages live long enough to slow garbage collection. */
const PER_PAGE = 500;

export class SqlHoldingStore implements HoldingStore {
  constructor(private readonly database: OwnerDatabase) {}

  async *pages(which: Which = 'active', mayBe?: (contact: string) => boolean): AsyncGenerator<Holding[]> {
    const [first, end] = await this.#range(which);
    for (let after = first - 1; ;) {
      const { last, found } = await this.#page(after, end);
      if (last === null) return;
      yield holdingsIn(found, await this.#imports(which), mayBe);
      after = last;
    }
  }

  /** Ids that the records have, and perhaps others. */
  async #range(which: Which): Promise<[first: number, end: number]> {
    if (typeof which === 'string') return [1, Number.MAX_SAFE_INTEGER];
    const [import_] = await this.database.read<{ first: number; end: number }>(
      'SELECT first_record_id AS first, last_record_id AS "end" FROM imports WHERE sequence = $1',
      [which.importSequence],
    );
    return import_ === undefined ? [1, 0] : [import_.first, import_.end];
  }

  /** One text per page: separate rows cost three times the CPU. */
  async #page(after: number, end: number): Promise<StoredPage> {
    const { lines } = this.database.dialect;
    const [page] = await this.database.read<StoredPage>(
      `SELECT MAX(id) AS last, ${lines('id', 'import_sequence', 'flags', 'contact')} AS found
         FROM (SELECT r.id, r.import_sequence, COALESCE(o.contact, r.contact) AS contact,
                      (SELECT COUNT(*) FROM owner_joins j WHERE j.joined_id = r.id)
                        + CASE WHEN o.record_id IS NULL THEN 0 ELSE 2 END AS flags
                 FROM owner_records r LEFT JOIN owner_originals o ON o.record_id = r.id
                WHERE r.id > $1 AND r.id <= $2 ORDER BY r.id LIMIT ${PER_PAGE}) AS page`,
      [after, end],
    );
    return page ?? { last: null, found: null };
  }

  async #imports(which: Which): Promise<Map<number, HeldImport>> {
    const rows = await this.database.read<HeldImport & { sequence: number }>(
      `SELECT sequence, source, state FROM imports WHERE ${isOf(which)}`,
    );
    return new Map(rows.map(({ sequence, source, state }) => [sequence, { source, state }]));
  }
}

interface StoredPage {
  last: number | null;
  found: string | null;
}

export class SqlEraseStore implements EraseStore {
  constructor(private readonly database: OwnerDatabase) {}

  erase(ids: readonly number[]): Promise<number> {
    const { beforeErasing, isIn, numbers } = this.database.dialect;
    const unerased = `contact <> $1 AND ${isIn('id', 2)}
      AND import_sequence NOT IN (SELECT sequence FROM imports WHERE state = 'loading')`;
    return this.database.write(async (tx) => {
      // Locks out screening, which could otherwise copy the contact into owner_originals while it is being deleted.
      await tx.query(LOCK_AND_COUNT_IMPORTS);
      const rows = await tx.query<{ id: number; sequence: number; keys: string }>(
        `SELECT id, import_sequence AS sequence, address_keys AS keys FROM owner_records WHERE ${unerased}`,
        [ERASED_CONTACT, numbers(ids)],
      );
      if (beforeErasing !== null) await tx.query(beforeErasing);
      for (const { id, sequence, keys } of rows) {
        await tx.query(
          `DELETE FROM owner_keys WHERE ${isIn('address_key', 1)} AND import_sequence = $2 AND record_id = $3`,
          [numbers(JSON.parse(keys) as number[]), sequence, id],
        );
      }
      const found = numbers(rows.map(({ id }) => id));
      for (const table of ['import_duplicates', 'owner_originals', 'owner_doubts'])
        await tx.query(`DELETE FROM ${table} WHERE ${isIn('record_id', 1)}`, [found]);
      const erased = await tx.query(
        `UPDATE owner_records SET identity = 0, address_seal = NULL, owner_id = NULL, phone_count = 0, email_count = 0,
                address = '', address_keys = '[]', contact = $1
          WHERE ${unerased} RETURNING id`,
        [ERASED_CONTACT, found],
      );
      return erased.length;
    });
  }

  async isLoading(): Promise<boolean> {
    const rows = await this.database.read("SELECT sequence FROM imports WHERE state = 'loading' LIMIT 1");
    return rows.length > 0;
  }
}
