import { MS_PER_MINUTE, type Clock } from '../../clock.js';
import type { Database } from '../../database/index.js';
import { In, LessThan } from '../../database/typeorm.js';
import { ImportEntity, type Import } from '../entities.js';

/** A loading import that gave no sign of life for so long belongs to a process that died. */
export const DEAD_AFTER_MS = 5 * MS_PER_MINUTE;

/** What one transaction may delete: others write in between. */
const KEYS_PER_STEP = 20_000;
const RECORDS_PER_STEP = 5_000;

/**
 * Removes for good the records of imports that were retired before `beforeMs`, and what dead processes left behind. Can
 * be stopped at any point and run again.
 * @returns how many records were removed
 */
export async function purgeRetired(database: Database, clock: Clock, beforeMs: number): Promise<number> {
  await buryDeadImports(database, clock);
  const retired = await database.read.findBy(ImportEntity, {
    state: 'retired',
    retiredAt: LessThan(beforeMs),
  });
  if (retired.length === 0) return 0;
  const sequences = retired.map(({ sequence }) => sequence);
  // Keys first, so that no key is ever without its record.
  await sweepKeys(database, sequences);
  await removeJoins(database, sequences);
  let removed = 0;
  for (const one of retired) removed += await removeRecords(database, one);
  await database.write(async (tx) => {
    await tx.query(
      'DELETE FROM import_duplicates WHERE import_sequence IN (SELECT value FROM json_each(?))',
      [JSON.stringify(sequences)],
    );
    await tx.delete(ImportEntity, { sequence: In(sequences) });
  });
  return removed;
}

/** Retired from now on, so that the process, should it wake up, is refused. Nobody ever saw these records. */
const buryDeadImports = (database: Database, clock: Clock): Promise<unknown> =>
  database.write((tx) =>
    tx.update(
      ImportEntity,
      { state: 'loading', touchedAt: LessThan(clock.now() - DEAD_AFTER_MS) },
      { state: 'retired', retiredAt: 0 },
    ),
  );

/** Goes through the index once from end to end: keys lie in it in random order, so this touches every page once. */
async function sweepKeys(database: Database, sequences: readonly number[]): Promise<void> {
  const parameter = JSON.stringify(sequences);
  let after = -1;
  for (;;) {
    const [end] = await database.read.query<{ addressKey: number }[]>(
      'SELECT address_key AS "addressKey" FROM owner_keys WHERE address_key > ? ORDER BY address_key LIMIT 1 OFFSET ?',
      [after, KEYS_PER_STEP],
    );
    const upTo = end?.addressKey ?? Number.MAX_SAFE_INTEGER;
    await database.write((tx) => tx.query(DELETE_KEYS, [after, upTo, parameter]));
    if (end === undefined) return;
    after = upTo;
  }
}

/** What was put together from several sources goes with the first of them. */
async function removeJoins(database: Database, sequences: readonly number[]): Promise<void> {
  const [last] = await database.read.query<{ id: number | null }[]>(
    'SELECT MAX(joined_id) AS id FROM owner_joins',
  );
  const [first] = await database.read.query<{ id: number | null }[]>(
    'SELECT MIN(joined_id) AS id FROM owner_joins',
  );
  for (let from = first?.id ?? 0; from <= (last?.id ?? -1); from += KEYS_PER_STEP) {
    const range = [from, from + KEYS_PER_STEP - 1, JSON.stringify(sequences)];
    await database.write(async (tx) => {
      await tx.query(`DELETE FROM owner_records WHERE id IN (SELECT joined_id ${JOINS})`, range);
      await tx.query(`DELETE ${JOINS}`, range);
    });
  }
}

async function removeRecords(
  database: Database,
  { sequence, firstRecordId, lastRecordId }: Import,
): Promise<number> {
  let removed = 0;
  for (let from = firstRecordId; from <= lastRecordId; from += RECORDS_PER_STEP) {
    const to = Math.min(lastRecordId, from + RECORDS_PER_STEP - 1);
    removed += await database.write(async (tx) => {
      const [found] = await tx.query<{ records: number }[]>(`SELECT COUNT(*) AS records ${RECORDS}`, [
        from,
        to,
        sequence,
      ]);
      await tx.query(`DELETE ${RECORDS}`, [from, to, sequence]);
      return found?.records ?? 0;
    });
  }
  return removed;
}

const DELETE_KEYS = `
  DELETE FROM owner_keys
   WHERE address_key > ? AND address_key <= ? AND import_sequence IN (SELECT value FROM json_each(?))`.trim();

const JOINS = `
  FROM owner_joins WHERE joined_id BETWEEN ? AND ?
   AND EXISTS (SELECT 1 FROM json_each(parents) AS parent
                WHERE parent.value ->> 1 IN (SELECT value FROM json_each(?)))`.trim();

const RECORDS = 'FROM owner_records WHERE id BETWEEN ? AND ? AND import_sequence = ?';
