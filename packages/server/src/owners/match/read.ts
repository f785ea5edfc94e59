import type { Reader } from '../../database/index.js';
import { readContact, type OwnerRecord } from '../record.js';

/** Records by id, visible or not: what refers to a record reads it until it is purged. Unknown ids are left out. */
export async function readRecords(reader: Reader, ids: readonly number[]): Promise<Map<number, OwnerRecord>> {
  if (ids.length === 0) return new Map();
  const rows = await reader.query<{ id: number; contact: string }[]>(READ_RECORDS, [
    JSON.stringify([...new Set(ids)]),
  ]);
  return new Map(rows.map(({ id, contact }) => [id, { id, ...readContact(contact) }]));
}

const READ_RECORDS = `
  SELECT r.id, r.contact FROM json_each(?) AS wanted CROSS JOIN owner_records AS r ON r.id = wanted.value`;
