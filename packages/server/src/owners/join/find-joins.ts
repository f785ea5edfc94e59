import type { Reader } from '../../database/index.js';
import { itemAt } from '../../item-at.js';
import type { VisibleImports } from '../match/visible.js';

/** What several sources know of the owner of a record together, as a record of its own. */
export interface JoinedRecord {
  id: number;
  phoneCount: number;
  emailCount: number;
}

type Parent = [recordId: number, importSequence: number];
type JoinRow = [recordId: number, joinedId: number, parents: string, phoneCount: number, emailCount: number];

/** By record, for those that have one: of all sources that are visible now, and the newest where there are several. */
export async function findJoins(
  reader: Reader,
  visible: VisibleImports,
  recordIds: readonly number[],
): Promise<Map<number, JoinedRecord>> {
  const found = new Map<number, JoinedRecord & { parents: number }>();
  if (recordIds.length === 0) return found;
  const answers = await reader.query<{ found: string }[]>(FIND_JOINS, [JSON.stringify(recordIds)]);
  for (const [recordId, id, written, phoneCount, emailCount] of JSON.parse(
    itemAt(answers, 0).found,
  ) as JoinRow[]) {
    const parents = JSON.parse(written) as Parent[];
    if (!parents.every(([, importSequence]) => visible.has(importSequence))) continue;
    const known = found.get(recordId);
    const isBetter =
      known === undefined ||
      parents.length > known.parents ||
      (parents.length === known.parents && id > known.id);
    if (isBetter) found.set(recordId, { id, phoneCount, emailCount, parents: parents.length });
  }
  return found;
}

/** Which records a joined one was made of, the winner first; null for any other record. */
export async function parentsOf(reader: Reader, recordId: number): Promise<Parent[] | null> {
  const [join] = await reader.query<{ parents: string }[]>(
    'SELECT parents FROM owner_joins WHERE joined_id = ?',
    [recordId],
  );
  return join === undefined ? null : (JSON.parse(join.parents) as Parent[]);
}

// The parents are a JSON text in the answer, too: SQLite would take it apart only to write it again.
const FIND_JOINS = `
  SELECT json_group_array(json_array(j.record_id, j.joined_id, j.parents, j.phone_count, j.email_count)) AS found
    FROM json_each(?) AS wanted CROSS JOIN owner_joins AS j ON j.record_id = wanted.value`;
