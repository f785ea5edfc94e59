import type { Database, Reader, Tx } from '../../platform/database/index.js';
import { itemAt } from '../../platform/lib/item-at.js';
import {
  DROP_STATUS,
  isScreened,
  WAITS,
  type DropBatch,
  type DropItem,
  type DropReport,
  type DropService,
  type DropStore,
  type ItemCount,
  type ItemStatus,
  type ListFile,
} from './suppression-store.js';
import { dropMarks, versionStep, type Each } from './suppression-store.sql.js';

/** Rows per transaction, so that other writers get a turn. */
const PER_STEP = 5_000;

/** The lists in SQL that SQLite and PostgreSQL read alike. SQLite numbers parameters in the order in which they first appear. */
export class SqlDropStore implements DropStore {
  readonly #read: Reader;

  constructor(
    database: Database,
    private readonly each: Each,
  ) {
    this.#read = { query: (sql, parameters) => database.read.query(sql, parameters) };
  }

  batches(service: DropService, limit: number): Promise<DropBatch[]> {
    return this.#read.query(
      `SELECT id, service, way, state, created_at AS "createdAt", taken_at AS "takenAt", answered_at AS "answeredAt"
         FROM drop_batches WHERE service = $1 ORDER BY created_at DESC, id LIMIT $2`,
      [service, limit],
    );
  }

  async addBatch(tx: Tx, batch: DropBatch): Promise<void> {
    const { id, service, way, state, createdAt, takenAt, answeredAt } = batch;
    await tx.query(
      `INSERT INTO drop_batches (id, service, way, state, created_at, taken_at, answered_at)
       VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT DO NOTHING`,
      [id, service, way, state, createdAt, takenAt, answeredAt],
    );
  }

  async changeBatch(tx: Tx, { id, state, takenAt, answeredAt }: DropBatch): Promise<void> {
    await tx.query('UPDATE drop_batches SET state = $1, taken_at = $2, answered_at = $3 WHERE id = $4', [
      ...[state, takenAt, answeredAt, id],
    ]);
  }

  lists(batchId: string): Promise<ListFile[]> {
    return this.#read.query(`${LISTS} WHERE b.id = $1 ORDER BY l.id`, [batchId]);
  }

  async putList(tx: Tx, { batchId, name, list }: Omit<ListFile, 'id' | 'service'>): Promise<number> {
    await tx.query(
      `INSERT INTO drop_lists (id, batch_id, name, list)
       SELECT COALESCE(MAX(id), 0) + 1, $1, $2, $3 FROM drop_lists WHERE true ON CONFLICT DO NOTHING`,
      [batchId, name, list],
    );
    const rows = await tx.query<{ id: number }[]>(
      'SELECT id FROM drop_lists WHERE batch_id = $1 AND name = $2',
      [batchId, name],
    );
    return itemAt(rows, 0).id;
  }

  async addItems(tx: Tx, { id, service, list }: ListFile, items: readonly DropItem[]): Promise<void> {
    await tx.query(
      `INSERT INTO drop_items (work_id, service, list_id, key, mark, in_force)
       SELECT wanted.value ->> 0, CAST($1 AS TEXT), CAST($2 AS BIGINT), wanted.value ->> 1,
              CAST(wanted.value ->> 2 AS BIGINT), CAST($3 AS BIGINT)
         FROM ${this.each(4)} WHERE true ORDER BY 4
       ON CONFLICT (work_id, service) DO UPDATE
         SET list_id = excluded.list_id, in_force = excluded.in_force, reported = NULL
         WHERE drop_items.list_id <> excluded.list_id`,
      [
        ...[service, id, isScreened(list) ? SCREENED : KEPT],
        JSON.stringify(items.map(({ workId, key, mark }) => [workId, key, mark])),
      ],
    );
  }

  async takeBack(tx: Tx, service: DropService, workIds: readonly string[]): Promise<string[]> {
    const rows = await tx.query<{ key: string }[]>(
      `SELECT DISTINCT i.key AS key FROM ${this.each(1)} JOIN drop_items i ON i.work_id = wanted.value ->> 0
        WHERE i.service = $2`,
      [rowsOf(workIds), service],
    );
    // No status is owed for these rows any more. A reported status stays on record.
    await tx.query(
      `UPDATE drop_items SET in_force = 0, status = COALESCE(reported, 5)
        WHERE service = $1 AND work_id IN (SELECT wanted.value ->> 0 FROM ${this.each(2)})`,
      [service, rowsOf(workIds)],
    );
    const keys = rows.map(({ key }) => key);
    const held = new Set(await this.#known(tx, service, keys));
    return keys.filter((key) => !held.has(key));
  }

  async publish(tx: Tx): Promise<void> {
    await tx.query(
      `UPDATE suppression_list SET version = version + $1,
         drop_count = (SELECT COUNT(*) FROM drop_items WHERE in_force = 1 AND service = 'production')`,
      [versionStep()],
    );
  }

  marks(service: DropService): AsyncIterable<number[]> {
    return dropMarks(this.#read, service);
  }

  known(service: DropService, keys: readonly string[]): Promise<string[]> {
    return this.#known(this.#read, service, keys);
  }

  async #known(reader: Reader, service: DropService, keys: readonly string[]): Promise<string[]> {
    const rows = await reader.query<{ key: string }[]>(
      `SELECT wanted.value ->> 0 AS key FROM ${this.each(1)}
        WHERE 0 < (SELECT COUNT(*) FROM drop_items i
                    WHERE i.key = wanted.value ->> 0 AND i.service = $2 AND i.in_force = 1)`,
      [rowsOf(keys), service],
    );
    return rows.map(({ key }) => key);
  }

  async decide(
    tx: Tx,
    service: DropService,
    statuses: readonly (readonly [key: string, status: number])[],
  ): Promise<void> {
    await tx.query(
      // If a deleted owner was imported again, it is deleted again: the status stays 'deleted'.
      `UPDATE drop_items
          SET status = CASE WHEN status = ${DROP_STATUS.deleted} AND CAST(wanted.value ->> 1 AS BIGINT) = ${WAITS} THEN status
                            ELSE CAST(wanted.value ->> 1 AS BIGINT) END
         FROM ${this.each(1)}
        WHERE drop_items.key = wanted.value ->> 0 AND drop_items.service = $2 AND drop_items.in_force = 1`,
      [JSON.stringify(statuses), service],
    );
  }

  async waiting(service: DropService): Promise<string[]> {
    const rows = await this.#read.query<{ key: string }[]>(
      `SELECT DISTINCT key FROM drop_items WHERE status = ${WAITS} AND in_force = 1 AND service = $1`,
      [service],
    );
    return rows.map(({ key }) => key);
  }

  async decideRest(tx: Tx, listId: number, after: string, status: number): Promise<string | null> {
    const rows = await tx.query<{ last: string | null }[]>(
      `SELECT MAX(work_id) AS last FROM
         (SELECT work_id FROM drop_items WHERE list_id = $1 AND work_id > $2 ORDER BY work_id LIMIT ${PER_STEP}) AS page`,
      [listId, after],
    );
    const { last } = itemAt(rows, 0);
    if (last === null) return null;
    await tx.query(
      `UPDATE drop_items SET status = $1
        WHERE list_id = $2 AND work_id > $3 AND work_id <= $4 AND status IS NULL`,
      [status, listId, after, last],
    );
    return last;
  }

  undecidedLists(service: DropService): Promise<ListFile[]> {
    return this.#read.query(
      `${LISTS} WHERE b.service = $1 AND l.id IN (SELECT list_id FROM drop_items WHERE status IS NULL) ORDER BY l.id`,
      [service],
    );
  }

  async waitingIn(listId: number): Promise<number> {
    const rows = await this.#read.query<{ items: number }[]>(
      `SELECT COUNT(*) AS items FROM drop_items WHERE list_id = $1 AND status = ${WAITS} AND in_force > 0`,
      [listId],
    );
    return itemAt(rows, 0).items;
  }

  async statuses(listId: number, kind: DropReport['kind'], after: string): Promise<ItemStatus[]> {
    const owed =
      kind === 'upload'
        ? 'in_force > 0'
        : `reported IS NOT NULL AND reported <> status AND status <> ${WAITS} AND in_force = 1`;
    const rows = await this.#read.query<{ id: string; status: number | null }[]>(
      `SELECT work_id AS id, status FROM drop_items WHERE list_id = $1 AND work_id > $2 AND ${owed}
        ORDER BY work_id LIMIT ${PER_STEP}`,
      [listId, after],
    );
    return rows.map(({ id, status }) => {
      if (status === null) throw new Error('a row of DROP is to be reported before it was matched');
      return [id, status];
    });
  }

  reports(listId: number): Promise<DropReport[]> {
    return this.#read.query(
      `SELECT name, list_id AS "listId", file, kind, made_at AS "madeAt", sent_at AS "sentAt", taken_at AS "takenAt"
         FROM drop_reports WHERE list_id = $1 ORDER BY made_at, name`,
      [listId],
    );
  }

  async putReport(tx: Tx, { name, listId, file, kind, madeAt, sentAt, takenAt }: DropReport): Promise<void> {
    await tx.query(
      `INSERT INTO drop_reports (name, list_id, file, kind, made_at, sent_at, taken_at)
       VALUES ($1, $2, $3, $4, $5, $6, $7)
       ON CONFLICT (list_id, name) DO UPDATE SET sent_at = excluded.sent_at, taken_at = excluded.taken_at`,
      [name, listId, file, kind, madeAt, sentAt, takenAt],
    );
  }

  async removeReport(tx: Tx, { listId, name }: DropReport): Promise<void> {
    await tx.query('DELETE FROM drop_reports WHERE list_id = $1 AND name = $2', [listId, name]);
  }

  async noteReported(tx: Tx, service: DropService, statuses: readonly ItemStatus[]): Promise<void> {
    await tx.query(
      `UPDATE drop_items SET reported = CAST(wanted.value ->> 1 AS BIGINT) FROM ${this.each(1)}
        WHERE drop_items.work_id = wanted.value ->> 0 AND drop_items.service = $2`,
      [JSON.stringify(statuses), service],
    );
  }

  changedLists(service: DropService): Promise<ListFile[]> {
    return this.#read.query(
      `${LISTS} WHERE b.service = $1 AND b.state = 'answered' AND l.id IN
         (SELECT list_id FROM drop_items WHERE reported <> status AND status <> ${WAITS} AND in_force = 1)
       ORDER BY l.id`,
      [service],
    );
  }

  async linkPeople(tx: Tx, links: readonly (readonly [key: string, identity: string])[]): Promise<void> {
    await tx.query(
      `INSERT INTO drop_people (key, identity)
       SELECT wanted.value ->> 0, wanted.value ->> 1 FROM ${this.each(1)} WHERE true ON CONFLICT DO NOTHING`,
      [JSON.stringify(links)],
    );
  }

  async soleIdentities(keys: readonly string[]): Promise<string[]> {
    const rows = await this.#read.query<{ identity: string }[]>(
      `SELECT DISTINCT p.identity AS identity FROM ${this.each(1)} JOIN drop_people p ON p.key = wanted.value ->> 0
        WHERE NOT EXISTS (SELECT 1 FROM drop_people o WHERE o.identity = p.identity
                           AND o.key NOT IN (SELECT wanted.value ->> 0 FROM ${this.each(1)}))`,
      [rowsOf(keys)],
    );
    return rows.map(({ identity }) => identity);
  }

  async unlinkPeople(tx: Tx, keys: readonly string[]): Promise<void> {
    await tx.query(`DELETE FROM drop_people WHERE key IN (SELECT wanted.value ->> 0 FROM ${this.each(1)})`, [
      rowsOf(keys),
    ]);
  }

  async counts(service: DropService): Promise<ItemCount[]> {
    const rows = await this.#read.query<(Omit<ItemCount, 'inForce'> & { inForce: number })[]>(
      `SELECT l.list AS list, i.in_force AS "inForce", i.status AS status, i.reported AS reported, COUNT(*) AS items
         FROM drop_items i JOIN drop_lists l ON l.id = i.list_id WHERE i.service = $1
        GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 3, 4`,
      [service],
    );
    return rows.map((row) => ({ ...row, inForce: row.inForce > 0 }));
  }
}

/** Values of `in_force`; 0 is a withdrawn row. */
const SCREENED = 1;
/** A row of a list with identifiers that aren't stored (dates of birth, VINs, devices). */
const KEPT = 2;

const LISTS = `
  SELECT l.id AS id, l.batch_id AS "batchId", b.service AS service, l.name AS name, l.list AS list
    FROM drop_lists l JOIN drop_batches b ON b.id = l.batch_id`;

const rowsOf = (texts: readonly string[]): string => JSON.stringify(texts.map((text) => [text]));
