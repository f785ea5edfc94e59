import { importOf, type CandidateRow, type VisibleImports } from './owner-index.js';

/**
 * Chooses the owners of one property among all records at it (reading 31). Across sources, all owners come from the source with the
 * highest priority, then from the newest import: people of two sources are never mixed. Within a source, a person who was imported
 * again counts with the newest record.
 */
export function coOwners<T extends CandidateRow>(records: readonly T[], visible: VisibleImports): T[] {
  const edition = (record: CandidateRow): number => importOf(visible, record).edition;
  const source = (record: CandidateRow): string => importOf(visible, record).source;
  const priority = (record: CandidateRow): number => importOf(visible, record).priority;
  const winner = records.reduce<T | undefined>((best, record) => {
    const lead =
      best === undefined ? 1 : priority(record) - priority(best) || edition(record) - edition(best);
    return lead > 0 ? record : best;
  }, undefined);
  const ofSource = records.filter((record) => winner !== undefined && source(record) === source(winner));
  const latest = new Map<string | number, number>();
  for (const record of ofSource) {
    // The first record of a person is the newest so far.
    latest.set(personOf(record), Math.max(latest.get(personOf(record)) ?? 0, edition(record)));
  }
  return ofSource.filter((record) => edition(record) === latest.get(personOf(record)));
}

/** Identifies a person: the operator's id, which is a text, or else the identity, a number, so that the two never collide. */
const personOf = ({ ownerId, identity }: CandidateRow): string | number => ownerId ?? identity;
