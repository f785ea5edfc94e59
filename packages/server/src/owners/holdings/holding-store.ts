import type { OwnerContact } from '../record.js';
import { isErased, readContact } from '../stored-contact.js';

/** One stored owner. */
export interface Holding {
  id: number;
  /** For a joined record, the source that won. */
  source: string;
  /** Put together from records of several sources. */
  isJoined: boolean;
  contact: OwnerContact;
}

/** The directory as a whole, to look for people in it. */
export interface HoldingStore {
  /** All owners of active imports, page by page, joined records included, erased ones not. */
  pages(): AsyncIterable<Holding[]>;
}

/**
 * Parses lines `id TAB import TAB joined(0|1) TAB contact`. Erased contacts are skipped.
 * @param sources active imports, by sequence; other lines are skipped
 */
export function holdingsIn(lines: string | null, sources: ReadonlyMap<number, string>): Holding[] {
  const holdings: Holding[] = [];
  for (const line of lines?.split('\n') ?? []) {
    const importAt = line.indexOf('\t') + 1;
    const joinedAt = line.indexOf('\t', importAt) + 1;
    const contactAt = joinedAt + 2;
    const source = sources.get(Number(line.slice(importAt, joinedAt - 1)));
    if (source === undefined) continue;
    const contact = readContact(line.slice(contactAt));
    if (isErased(contact)) continue;
    const id = Number(line.slice(0, importAt - 1));
    holdings.push({ id, source, isJoined: line[joinedAt] === '1', contact });
  }
  return holdings;
}
