import type { Reader } from '../../database/index.js';
import { itemAt } from '../../item-at.js';
import type { OwnerDetails } from '@skiptrace/csv';
import { ownersInBytes } from '../owner-bytes.js';
import { ownerRecord, type OwnerRecord, type StoredContact } from '../record.js';

/** Records by id, visible or not: what refers to a record reads it until it is purged. Unknown ids are left out. */
export async function readRecords(reader: Reader, ids: readonly number[]): Promise<Map<number, OwnerRecord>> {
  if (ids.length === 0) return new Map();
  const answers = await reader.query<{ found: string | null }[]>(READ_RECORDS, [
    JSON.stringify([...new Set(ids)]),
  ]);
  return recordsById(itemAt(answers, 0).found);
}

/** The same for a result, as the bytes they are. */
export async function readOwners(reader: Reader, ids: readonly number[]): Promise<Map<number, OwnerDetails>> {
  const answers = await reader.query<{ found: Uint8Array | null }[]>(READ_BYTES, [
    JSON.stringify([...new Set(ids)]),
  ]);
  return ownersInBytes(itemAt(answers, 0).found ?? new Uint8Array(0));
}

/** @param json what `RECORDS_TEXT` gave; null for no record */
export function recordsById(json: string | null): Map<number, OwnerRecord> {
  const rows = JSON.parse(json ?? '[]') as [id: number, contact: StoredContact][];
  const records = new Map<number, OwnerRecord>();
  for (const [id, contact] of rows) records.set(id, ownerRecord(id, contact));
  return records;
}

/** Records `r` as one text, because rows cost more to hand over than what is in them. */
export const RECORDS_TEXT = "'[' || group_concat('[' || r.id || ',' || r.contact || ']') || ']'";

const FROM_WANTED = 'FROM json_each(?) AS wanted CROSS JOIN owner_records AS r ON r.id = wanted.value';
const READ_RECORDS = `SELECT ${RECORDS_TEXT} AS found ${FROM_WANTED}`;
const READ_BYTES = `SELECT CAST(${RECORDS_TEXT} AS BLOB) AS found ${FROM_WANTED}`;
