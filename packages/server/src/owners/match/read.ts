import type { Reader } from '../../database/index.js';
import { ownerRecord, type OwnerRecord, type StoredContact } from '../record.js';

/** Records by id, visible or not: what refers to a record reads it until it is purged. Unknown ids are left out. */
export async function readRecords(reader: Reader, ids: readonly number[]): Promise<Map<number, OwnerRecord>> {
  if (ids.length === 0) return new Map();
  const [answer] = await reader.query<{ found: string | null }[]>(READ_RECORDS, [
    JSON.stringify([...new Set(ids)]),
  ]);
  const rows = JSON.parse(answer?.found ?? '[]') as [id: number, contact: StoredContact][];
  return new Map(rows.map(([id, contact]) => [id, ownerRecord(id, contact)]));
}

// One text for all, because rows cost more to hand over than what is in them.
const READ_RECORDS = `
  SELECT '[' || group_concat('[' || r.id || ',' || r.contact || ']') || ']' AS found
    FROM json_each(?) AS wanted CROSS JOIN owner_records AS r ON r.id = wanted.value`;
