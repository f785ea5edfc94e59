import type { ImportState } from '../entities.js';
import type { OwnerContact } from '../record.js';
import { ERASED_CONTACT, readContact } from '../stored-contact.js';

/** The import of an owner. */
export interface HeldImport {
  /** For a joined record, the source that won. */
  source: string;
  state: ImportState;
}

/** One stored owner. */
export interface Holding extends HeldImport {
  id: number;
  /** Put together from records of several sources. */
  isJoined: boolean;
  contact: OwnerContact;
}

/** The directory as a whole, to look for people in it. */
export interface HoldingStore {
  /**
   * All owners page by page, joined records included; those that were erased, or purged meanwhile, are left out.
   * @param which `stored`: also those of imports that were replaced or deleted, until they are purged
   * @param mayBe is asked of each as it is stored (stored-contact.ts): to read all of them takes several times as long
   */
  pages(which?: Which, mayBe?: (contact: string) => boolean): AsyncIterable<Holding[]>;
}

export type Which = 'active' | 'stored';

/** Which imports these are, in SQL. */
export const isOf = (which: Which): string =>
  which === 'active' ? "state = 'active'" : "state <> 'loading'";

/**
 * Parses lines `id TAB import TAB joined(0|1) TAB contact`. Erased contacts are skipped.
 * @param imports those that are wanted, by sequence; other lines are skipped
 */
export function holdingsIn(
  lines: string | null,
  imports: ReadonlyMap<number, HeldImport>,
  mayBe: (contact: string) => boolean = () => true,
): Holding[] {
  const holdings: Holding[] = [];
  for (const line of lines?.split('\n') ?? []) {
    const importAt = line.indexOf('\t') + 1;
    const joinedAt = line.indexOf('\t', importAt) + 1;
    const stored = line.slice(joinedAt + 2);
    const held = imports.get(Number(line.slice(importAt, joinedAt - 1)));
    if (held === undefined || stored === ERASED_CONTACT || !mayBe(stored)) continue;
    const id = Number(line.slice(0, importAt - 1));
    holdings.push({ id, ...held, isJoined: line[joinedAt] === '1', contact: readContact(stored) });
  }
  return holdings;
}
