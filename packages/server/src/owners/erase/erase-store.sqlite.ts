import type { Database, Tx } from '../../database/index.js';
import { ERASED_CONTACT, readContact } from '../stored-contact.js';
import type { OwnerRecord } from '../record.js';
import { blockOf, unsettled } from '../match/copy/index.js';
import { EXACT_HASHES } from '../property.js';
import type { EraseStore, RecordOrigin } from './erase-store.js';

const RECORDS_PER_STEP = 5_000;

export class SqliteEraseStore implements EraseStore {
  constructor(private readonly database: Database) {}

  async *scan(mayBe: (contact: string) => boolean = () => true): AsyncGenerator<OwnerRecord[]> {
    for (let after = 0; ;) {
      const rows = await this.database.read.query<{ id: number; contact: string }[]>(
        'SELECT id, contact FROM owner_records WHERE id > ? ORDER BY id LIMIT ?',
        [after, RECORDS_PER_STEP],
      );
      const last = rows.at(-1);
      if (last === undefined) return;
      after = last.id;
      yield rows
        .filter(({ contact }) => contact !== ERASED_CONTACT && mayBe(contact))
        .map(({ id, contact }) => ({ id, ...readContact(contact) }));
    }
  }

  async origins(ids: readonly number[]): Promise<Map<number, RecordOrigin>> {
    const rows = await this.database.read.query<(RecordOrigin & { id: number })[]>(
      `SELECT r.id, i.source, i.state
         FROM json_each(?) AS wanted CROSS JOIN owner_records AS r ON r.id = wanted.value
         JOIN imports AS i ON i.sequence = r.import_sequence`,
      [JSON.stringify(ids)],
    );
    return new Map(rows.map(({ id, source, state }) => [id, { source, state }]));
  }

  async erase(ids: readonly number[]): Promise<number> {
    return this.database.write(async (tx) => {
      const rows = await tx.query<{ id: number; sequence: number; keys: string }[]>(
        `SELECT r.id, r.import_sequence AS sequence, r.address_keys AS keys
           FROM owner_records AS r
          WHERE r.id IN (SELECT value FROM json_each(?))
            AND r.contact <> ? AND r.import_sequence NOT IN (SELECT sequence FROM imports WHERE state = 'loading')`,
        [JSON.stringify(ids), ERASED_CONTACT],
      );
      // What was there is overwritten in the file, too.
      await tx.query('PRAGMA secure_delete = ON');
      for (const { id, sequence, keys: written } of rows) {
        const keys = JSON.parse(written) as number[];
        await tx.query(
          `DELETE FROM owner_keys
            WHERE address_key IN (SELECT value FROM json_each(?)) AND import_sequence = ? AND record_id = ?`,
          [written, sequence, id],
        );
        await unsettle(
          tx,
          sequence,
          keys.filter((key) => key < EXACT_HASHES),
        );
      }
      const erased = JSON.stringify(rows.map(({ id }) => id));
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

/** Makes the copy of the key index ask the database for these keys again. */
async function unsettle(tx: Tx, sequence: number, keys: readonly number[]): Promise<void> {
  for (const block of new Set(keys.map(blockOf))) {
    const [found] = await tx.query<{ bytes: Uint8Array }[]>(
      'SELECT bytes FROM key_blocks WHERE import_sequence = ? AND block = ?',
      [sequence, block],
    );
    if (found === undefined) continue;
    const bytes = unsettled(
      found.bytes,
      keys.filter((key) => blockOf(key) === block),
    );
    await tx.query('UPDATE key_blocks SET bytes = ? WHERE import_sequence = ? AND block = ?', [
      bytes,
      sequence,
      block,
    ]);
  }
}
