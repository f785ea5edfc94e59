import type { JoinedRecord, Parent, VisibleImports } from './owner-index.js';

/** A join as read from the database; `parents` is a JSON array. */
export type StoredJoin = [
  recordId: number,
  joinedId: number,
  parents: string,
  phoneCount: number,
  emailCount: number,
];

/** For each record, the newest of its largest joins with all parents visible. */
export function bestJoins(joins: readonly StoredJoin[], visible: VisibleImports): Map<number, JoinedRecord> {
  const best = new Map<number, JoinedRecord & { parents: number }>();
  for (const [recordId, id, written, phoneCount, emailCount] of joins) {
    const parents = JSON.parse(written) as Parent[];
    if (!parents.every(([, importSequence]) => visible.has(importSequence))) continue;
    const known = best.get(recordId);
    const isBetter =
      known === undefined ||
      parents.length > known.parents ||
      (parents.length === known.parents && id > known.id);
    if (isBetter) best.set(recordId, { id, phoneCount, emailCount, parents: parents.length });
  }
  return best;
}
