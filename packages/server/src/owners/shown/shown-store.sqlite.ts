import type { Database } from '../../database/index.js';
import { itemAt } from '../../lib/item-at.js';
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
  type StateRow,
} from './shown-store.js';

export class SqliteShownStore implements ShownStore {
  constructor(private readonly database: Database) {}

  async state(): Promise<ScreeningState> {
    return readState(itemAt(await this.database.read.query<StateRow[]>(STATE), 0));
  }

  async setScreened({ list, corrections }: ScreenedAt, imports: number): Promise<void> {
    await this.database.write((tx) => tx.query(SET_SCREENED, [list, corrections, imports]));
  }

  async settled(): Promise<void> {
    await this.database.write((tx) => tx.query(LOCK_SHOWN));
  }

  async doubtful(among?: readonly number[]): Promise<number[]> {
    const rows = await this.database.read.query<{ id: number }[]>(
      `SELECT record_id AS id FROM owner_doubts
        WHERE ?1 IS NULL OR record_id IN (SELECT value FROM json_each(?1)) ORDER BY record_id`,
      [among === undefined ? null : JSON.stringify(among)],
    );
    return rows.map(({ id }) => id);
  }

  change(changes: readonly ShowChange[], isCurrent: () => Promise<boolean>): Promise<boolean> {
    const rows = JSON.stringify(changes.map(showRow));
    return this.database.write(async (tx) => {
      await tx.query(LOCK_SHOWN);
      if (!(await isCurrent())) return false;
      for (const sql of CHANGE) await tx.query(sql, [rows]);
      return true;
    });
  }

  async changed(ids: readonly number[]): Promise<Map<number, Shown>> {
    const rows = await this.database.read.query<
      { id: number; contact: string; correctionId: string | null }[]
    >(
      `SELECT r.id AS id, r.contact AS contact, o.correction_id AS "correctionId"
         FROM json_each(?) AS wanted CROSS JOIN owner_originals o ON o.record_id = wanted.value
         JOIN owner_records r ON r.id = o.record_id`,
      [JSON.stringify(ids)],
    );
    return new Map(
      rows.map(({ id, contact, correctionId }) => [
        id,
        { contact: contact === HIDDEN_CONTACT ? null : readContact(contact), correctionId },
      ]),
    );
  }
}

/** Columns of a `ShowRow`, in SQL. */
const ROW = {
  id: 'c.value ->> 0',
  contact: 'c.value ->> 1',
  phones: 'c.value ->> 2',
  emails: 'c.value ->> 3',
  contacts: 'c.value ->> 4',
  correction: 'c.value ->> 5',
  isOriginal: 'c.value ->> 6 = 1',
  isDoubtful: 'c.value ->> 7 = 1',
};

const CHANGE = [
  `INSERT INTO owner_originals (record_id, contact, correction_id)
   SELECT r.id, r.contact, ${ROW.correction}
     FROM json_each(?) AS c CROSS JOIN owner_records AS r ON r.id = ${ROW.id}
    WHERE NOT ${ROW.isOriginal} AND r.contact <> '${ERASED_CONTACT}'
       ON CONFLICT (record_id) DO UPDATE SET correction_id = excluded.correction_id`,
  `UPDATE owner_records SET contact = ${ROW.contact}, phone_count = ${ROW.phones}, email_count = ${ROW.emails}
     FROM json_each(?) AS c
    WHERE owner_records.id = ${ROW.id} AND owner_records.contact <> '${ERASED_CONTACT}'`,
  `UPDATE owner_keys SET contacts = found.contacts
     FROM (SELECT key.value AS address_key, r.import_sequence, r.id, ${ROW.contacts} AS contacts
             FROM json_each(?) AS c CROSS JOIN owner_records AS r ON r.id = ${ROW.id}, json_each(r.address_keys) AS key) AS found
    WHERE owner_keys.address_key = found.address_key AND owner_keys.import_sequence = found.import_sequence
      AND owner_keys.record_id = found.id AND owner_keys.address_seal IS NOT NULL`,
  `UPDATE owner_joins SET phone_count = ${ROW.phones}, email_count = ${ROW.emails}
     FROM json_each(?) AS c WHERE owner_joins.joined_id = ${ROW.id}`,
  `DELETE FROM owner_originals
    WHERE record_id IN (SELECT ${ROW.id} FROM json_each(?) AS c WHERE ${ROW.isOriginal})`,
  `DELETE FROM owner_doubts WHERE record_id IN (SELECT ${ROW.id} FROM json_each(?) AS c WHERE NOT ${ROW.isDoubtful})`,
  `INSERT OR IGNORE INTO owner_doubts SELECT ${ROW.id} FROM json_each(?) AS c WHERE ${ROW.isDoubtful}`,
];
