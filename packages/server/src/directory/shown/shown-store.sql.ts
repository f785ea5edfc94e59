import { setTimeout as pause } from 'node:timers/promises';
import { DatabaseUnavailableError } from '../../platform/database/index.js';
import { itemAt } from '../../platform/lib/item-at.js';
import type { Parent } from '../match/owner-index.js';
import type { OwnerDatabase, OwnerDialect, Query } from '../owner-database.js';
import { ERASED_CONTACT, HIDDEN_CONTACT, readContact } from '../stored-contact.js';
import {
  LOCK_SHOWN,
  showRow,
  type ScreenedAt,
  type ScreeningState,
  type ShowChange,
  type Shown,
  type ShowRow,
  type ShownStore,
} from './shown-store.js';

/** How long a replica may take to show a change, and how often it is asked. */
const REPLAYED_WITHIN_MS = 30_000;
const ASKED_EVERY_MS = 50;

export class SqlShownStore implements ShownStore {
  /** @param replicas servers that lookups ask, which lag behind */
  constructor(
    private readonly database: OwnerDatabase,
    private readonly replicas: readonly Query[],
  ) {}

  state(): Promise<ScreeningState> {
    return stateOn(this.database.read);
  }

  async setScreened(at: ScreenedAt, imports: number): Promise<void> {
    await this.database.write((tx) => tx.query(SET_SCREENED, [at.list, at.corrections, imports]));
  }

  async replayed(): Promise<void> {
    await Promise.all(this.replicas.map((replica) => replayed(replica, this.database.read)));
  }

  async settled(): Promise<void> {
    await this.database.write((tx) => tx.query(LOCK_SHOWN));
  }

  async doubtful(among?: readonly number[]): Promise<number[]> {
    const { isIn, numbers } = this.database.dialect;
    const rows = await this.database.read<{ id: number }>(
      `SELECT record_id AS id FROM owner_doubts WHERE ${among === undefined ? 'true' : isIn('record_id', 1)} ORDER BY 1`,
      among === undefined ? [] : [numbers(among)],
    );
    return rows.map(({ id }) => id);
  }

  change(changes: readonly ShowChange[], isCurrent: () => Promise<boolean>): Promise<boolean> {
    const rows = changes.map(showRow);
    const { isIn, numbers } = this.database.dialect;
    return this.database.write(async (tx) => {
      await tx.query(LOCK_SHOWN);
      if (!(await isCurrent())) return false;
      for (const sql of changeIn(this.database.dialect)) await tx.query(sql, [JSON.stringify(rows)]);
      const records = await tx.query<RecordKeys>(
        `SELECT id, import_sequence AS sequence, address_keys AS keys FROM owner_records WHERE ${isIn('id', 1)}`,
        [numbers(rows.map(([id]) => id))],
      );
      await tx.query(setContactsIn(this.database.dialect), [JSON.stringify(contactsByKey(rows, records))]);
      return true;
    });
  }

  async changed(ids: readonly number[]): Promise<Map<number, Shown>> {
    if (ids.length === 0) return new Map();
    const { isIn, numbers, lookUp } = this.database.dialect;
    const rows = await this.database.read<{ id: number; contact: string; correctionId: string | null }>(
      `SELECT r.id AS id, r.contact AS contact, o.correction_id AS "correctionId"
         FROM owner_originals AS o ${lookUp} owner_records AS r ON r.id = o.record_id
        WHERE ${isIn('o.record_id', 1)}`,
      [numbers(ids)],
    );
    return new Map(
      rows.map(({ id, contact, correctionId }) => [
        id,
        { contact: contact === HIDDEN_CONTACT ? null : readContact(contact), correctionId },
      ]),
    );
  }

  async parents(ids: readonly number[]): Promise<Map<number, number[]>> {
    const { isIn, numbers } = this.database.dialect;
    const rows = await this.database.read<{ id: number; parents: string }>(
      `SELECT joined_id AS id, parents FROM owner_joins WHERE ${isIn('joined_id', 1)}`,
      [numbers(ids)],
    );
    return new Map(
      rows.map(({ id, parents }) => [id, (JSON.parse(parents) as Parent[]).map(([recordId]) => recordId)]),
    );
  }
}

async function stateOn(query: Query): Promise<ScreeningState> {
  const { list, corrections, ...imports } = itemAt(
    await query<ScreenedAt & Omit<ScreeningState, 'at'>>(STATE),
    0,
  );
  return { at: { list, corrections }, ...imports };
}

/** Waits until a replica has the state that the primary has: a hidden owner is in no answer then. */
async function replayed(replica: Query, primary: Query): Promise<void> {
  const until = performance.now() + REPLAYED_WITHIN_MS;
  for (;;) {
    const [now, wanted] = [await stateOn(replica), await stateOn(primary)];
    const isSame = now.at.list === wanted.at.list && now.at.corrections === wanted.at.corrections;
    if (isSame && now.judgedAtImports === wanted.judgedAtImports) return;
    if (performance.now() > until) throw new DatabaseUnavailableError();
    await pause(ASKED_EVERY_MS);
  }
}

const STATE = `
  SELECT list_version AS list, corrections_version AS corrections, imports_version AS imports,
         judged_at_imports AS "judgedAtImports" FROM owner_screening`;

const SET_SCREENED =
  'UPDATE owner_screening SET list_version = $1, corrections_version = $2, judged_at_imports = $3';

/** A number of a `ShowRow`. */
const cell = (at: number): string => `CAST(wanted.value ->> ${at} AS BIGINT)`;
const [ID, PHONES, EMAILS] = [cell(0), cell(2), cell(3)];
const [IS_ORIGINAL, IS_DOUBTFUL] = [`${cell(6)} = 1`, `${cell(7)} = 1`];

/** A record's rows of `owner_keys`. */
interface RecordKeys {
  id: number;
  sequence: number;
  /** A JSON array. */
  keys: string;
}

/** Primary key of each row of `owner_keys`, with its packed contacts. */
function contactsByKey(rows: readonly ShowRow[], records: readonly RecordKeys[]): number[][] {
  const contacts = new Map(rows.map(([id, , , , packed]) => [id, packed]));
  const packedOf = (id: number): number => {
    const packed = contacts.get(id);
    if (packed === undefined) throw new Error('a record without a change was read');
    return packed;
  };
  return records.flatMap(({ id, sequence, keys }) =>
    (JSON.parse(keys) as number[]).map((key) => [key, sequence, id, packedOf(id)]),
  );
}

/** Compares with whole keys from the parameter: with a join to `owner_records` both engines scanned all of `owner_keys`. */
const setContactsIn = ({ each }: OwnerDialect): string =>
  `UPDATE owner_keys SET contacts = ${cell(3)} FROM ${each('$1')}
    WHERE owner_keys.address_key = ${cell(0)} AND owner_keys.import_sequence = ${cell(1)}
      AND owner_keys.record_id = ${cell(2)} AND owner_keys.address_seal IS NOT NULL`;

const changeIn = ({ each, lookUp }: OwnerDialect): string[] => [
  `INSERT INTO owner_originals (record_id, contact, correction_id)
   SELECT r.id, r.contact, wanted.value ->> 5
     FROM ${each('$1')} ${lookUp} owner_records AS r ON r.id = ${ID}
    WHERE NOT ${IS_ORIGINAL} AND r.contact <> '${ERASED_CONTACT}'
       ON CONFLICT (record_id) DO UPDATE SET correction_id = excluded.correction_id`,
  `UPDATE owner_records SET contact = wanted.value ->> 1, phone_count = ${PHONES}, email_count = ${EMAILS}
     FROM ${each('$1')} WHERE owner_records.id = ${ID} AND owner_records.contact <> '${ERASED_CONTACT}'`,
  `UPDATE owner_joins SET phone_count = ${PHONES}, email_count = ${EMAILS}
     FROM ${each('$1')} WHERE owner_joins.joined_id = ${ID}`,
  `DELETE FROM owner_originals WHERE record_id IN (SELECT ${ID} FROM ${each('$1')} WHERE ${IS_ORIGINAL})`,
  `DELETE FROM owner_doubts WHERE record_id IN (SELECT ${ID} FROM ${each('$1')} WHERE NOT ${IS_DOUBTFUL})`,
  `INSERT INTO owner_doubts SELECT ${ID} FROM ${each('$1')} WHERE ${IS_DOUBTFUL} ON CONFLICT DO NOTHING`,
];
