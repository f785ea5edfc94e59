import { isErased, readContact } from '../stored-contact.js';
import type { Holding } from './holding-store.js';

/**
 * Reads lines of id, import, whether it is joined (1 or 0), and contact with a TAB between them.
 * @param sources of active imports, by sequence: others are left out
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
