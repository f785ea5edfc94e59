import type { Reader } from '../../database/index.js';
import type { VisibleImports } from './visible.js';

/** A record that shares a key with a lead, as far as it is needed to decide. */
export interface CandidateRow {
  id: number;
  importSequence: number;
  identity: number;
  ownerId: string | null;
  ownerNumber: number;
  phoneCount: number;
  emailCount: number;
  fails: number;
  /** Packed standard form of the property. */
  address: string;
}

/** All visible records under any of these keys, by key. Keys are hashes, so some may be there by accident. */
export async function findByKeys(
  reader: Reader,
  visible: VisibleImports,
  keys: ReadonlySet<number>,
): Promise<Map<number, CandidateRow[]>> {
  const found = new Map<number, CandidateRow[]>();
  if (keys.size === 0 || visible.size === 0) return found;
  const rows = await reader.query<(CandidateRow & { addressKey: number })[]>(FIND_BY_KEYS, [
    JSON.stringify([...keys]),
    JSON.stringify([...visible.keys()]),
  ]);
  for (const row of rows) {
    const sameKey = found.get(row.addressKey);
    if (sameKey === undefined) found.set(row.addressKey, [row]);
    else sameKey.push(row);
  }
  return found;
}

// CROSS JOIN is SQLite's way to say that the keys come first and the index is probed for each.
const FIND_BY_KEYS = `
  SELECT k.addressKey, r.id, r.importSequence, r.identity, r.ownerId, r.ownerNumber, r.phoneCount, r.emailCount,
         r.fails, r.address
    FROM json_each(?) AS wanted
   CROSS JOIN owner_keys AS k ON k.addressKey = wanted.value
   CROSS JOIN owner_records AS r ON r.id = k.recordId
   WHERE k.importSequence IN (SELECT value FROM json_each(?))`;
