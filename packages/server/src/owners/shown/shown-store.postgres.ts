import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import { DatabaseUnavailableError } from '../../database/index.js';
import { inTransaction, LOCKING } from '../../database/postgres/transaction.js';
import { itemAt } from '../../lib/item-at.js';
import {
  asArray,
  keysTable,
  recordsTable,
  SHARED,
  tableOf,
  type OwnersCluster,
} from '../cluster.postgres.js';
import { addUnder } from '../match/owner-index.js';
import type { OwnerNodes } from '../match/owner-nodes.postgres.js';
import { ERASED_CONTACT, HIDDEN_CONTACT, readContact } from '../stored-contact.js';
import {
  LOCK_SHOWN,
  readState,
  SET_SCREENED,
  STATE,
  showRow,
  type ScreenedAt,
  type ScreeningState,
  type ShowChange,
  type Shown,
  type ShownStore,
  type ShowRow,
  type StateRow,
} from './shown-store.js';

/** How long a replica may take to show a change, and how often it is asked. */
const REPLAYED_WITHIN_MS = 30_000;
const ASKED_EVERY_MS = 50;

export class PostgresShownStore implements ShownStore {
  constructor(
    private readonly cluster: Omit<OwnersCluster, 'clock'>,
    private readonly nodes: Pick<OwnerNodes, 'replicas'>,
  ) {}

  state(): Promise<ScreeningState> {
    return stateOn(this.cluster.pool);
  }

  async doubtful(among?: readonly number[]): Promise<number[]> {
    const { rows } = await this.cluster.pool.query<{ id: number }>(
      'SELECT record_id AS id FROM owner_doubts WHERE $1::bigint[] IS NULL OR record_id = ANY($1) ORDER BY record_id',
      [among === undefined ? null : asArray(among)],
    );
    return rows.map(({ id }) => id);
  }

  /** @throws DatabaseUnavailableError where a replica doesn't show the changes in time */
  async setScreened(at: ScreenedAt, imports: number): Promise<void> {
    await this.cluster.pool.query(SET_SCREENED, [at.list, at.corrections, imports]);
    await Promise.all(this.nodes.replicas.map((replica) => replayed(replica.pool, at)));
  }

  async settled(): Promise<void> {
    await this.#transaction((tx) => tx.query(LOCK_SHOWN));
  }

  change(changes: readonly ShowChange[], isCurrent: () => Promise<boolean>): Promise<boolean> {
    const byTable = new Map<number, ShowRow[]>();
    for (const change of changes) addUnder(byTable, tableOf(change.id), showRow(change));
    return this.#transaction(async (tx) => {
      await tx.query(LOCK_SHOWN);
      if (!(await isCurrent())) return false;
      const { rows } = await tx.query<{ table: number }>(
        'SELECT DISTINCT table_number AS "table" FROM owner_imports',
      );
      const tables = new Set([SHARED, ...rows.map(({ table }) => table)]);
      for (const [table, some] of byTable) {
        if (!tables.has(table)) continue;
        for (const sql of changeIn(table)) await tx.query(sql, columnsOf(some));
      }
      return true;
    });
  }

  async changed(ids: readonly number[]): Promise<Map<number, Shown>> {
    const found = new Map<number, Shown>();
    const byTable = new Map<number, number[]>();
    for (const id of ids) addUnder(byTable, tableOf(id), id);
    for (const [table, some] of byTable) {
      // Own tables are there as long as one of their records is shown in another way.
      const { rows: own } = await this.cluster.pool.query<{ id: number }>(
        'SELECT record_id AS id FROM owner_originals WHERE record_id = ANY($1)',
        [asArray(some)],
      );
      if (own.length === 0) continue;
      const { rows } = await this.cluster.pool.query<{
        id: number;
        contact: string;
        correctionId: string | null;
      }>(
        `SELECT r.id AS id, r.contact AS contact, o.correction_id AS "correctionId"
           FROM owner_originals o JOIN ${recordsTable(table)} r ON r.id = o.record_id WHERE o.record_id = ANY($1)`,
        [asArray(some)],
      );
      for (const { id, contact, correctionId } of rows)
        found.set(id, {
          contact: contact === HIDDEN_CONTACT ? null : readContact(contact),
          correctionId,
        });
    }
    return found;
  }

  #transaction<T>(work: (tx: pg.PoolClient) => Promise<T>): Promise<T> {
    return inTransaction(this.cluster.pool, LOCKING, work);
  }
}

async function stateOn(pool: pg.Pool): Promise<ScreeningState> {
  return readState(itemAt((await pool.query<StateRow>(STATE)).rows, 0));
}

/** Waits until a replica shows what was committed with these versions: a hidden owner is in no answer then. */
async function replayed(replica: pg.Pool, at: ScreenedAt): Promise<void> {
  const until = performance.now() + REPLAYED_WITHIN_MS;
  for (;;) {
    const { at: now } = await stateOn(replica).catch((error: unknown) => {
      throw new DatabaseUnavailableError({ cause: error });
    });
    if (now.list === at.list && now.corrections === at.corrections) return;
    if (performance.now() > until) throw new DatabaseUnavailableError();
    await pause(ASKED_EVERY_MS);
  }
}

const columnsOf = (rows: readonly ShowRow[]): unknown[] => [
  ...[0, 1, 2, 3, 4, 5, 6, 7].map((column) => rows.map((row) => row[column])),
];

const CHANGES = `
  unnest($1::bigint[], $2::text[], $3::smallint[], $4::smallint[], $5::smallint[], $6::text[], $7::smallint[], $8::smallint[])
    AS c (id, contact, phones, emails, contacts, correction, is_original, is_doubtful)`;

const changeIn = (table: number): string[] => [
  `INSERT INTO owner_originals (record_id, contact, correction_id)
   SELECT r.id, r.contact, c.correction FROM ${CHANGES} JOIN ${recordsTable(table)} r ON r.id = c.id
    WHERE c.is_original = 0 AND r.contact <> '${ERASED_CONTACT}'
       ON CONFLICT (record_id) DO UPDATE SET correction_id = excluded.correction_id`,
  `UPDATE ${recordsTable(table)} r SET contact = c.contact, phone_count = c.phones, email_count = c.emails
     FROM ${CHANGES} WHERE r.id = c.id AND r.contact <> '${ERASED_CONTACT}'`,
  `UPDATE ${keysTable(table)} k SET contacts = c.contacts
     FROM ${CHANGES} JOIN ${recordsTable(table)} r ON r.id = c.id
    CROSS JOIN LATERAL json_array_elements_text(COALESCE(r.address_keys, '[]')::json) AS key (value)
    WHERE k.address_key = key.value::bigint AND k.record_id = c.id AND k.address_seal IS NOT NULL`,
  ...(table === SHARED
    ? [
        `UPDATE owner_joins j SET phone_count = c.phones, email_count = c.emails
           FROM ${CHANGES} WHERE j.joined_id = c.id`,
      ]
    : []),
  `DELETE FROM owner_originals o USING ${CHANGES} WHERE o.record_id = c.id AND c.is_original = 1`,
  `DELETE FROM owner_doubts d USING ${CHANGES} WHERE d.record_id = c.id AND c.is_doubtful = 0`,
  `INSERT INTO owner_doubts SELECT c.id FROM ${CHANGES} WHERE c.is_doubtful = 1 ON CONFLICT DO NOTHING`,
];
