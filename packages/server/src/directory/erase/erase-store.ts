import { inSteps } from '../../platform/lib/batches.js';
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
  /** Shown in another way than on file (shown/). */
  isChanged: boolean;
  /** As on file. */
  contact: OwnerContact;
}

/** Reads the whole directory, to search for people. */
export interface HoldingStore {
  /**
   * All owners page by page, including joined records, without records that were erased or are purged meanwhile.
   * @param which `stored` includes imports that were replaced or deleted, until they are purged
   * @param mayBe quick test on the stored form (stored-contact.ts), because parsing all owners takes several times as long
   */
  pages(which?: Which, mayBe?: (contact: string) => boolean): AsyncIterable<Holding[]>;
}

export type Which = 'active' | 'stored' | { importSequence: number };

/** SQL conditions on imports. */
export function isOf(which: Which): string {
  if (which === 'active') return "state = 'active'";
  return which === 'stored' ? "state <> 'loading'" : `sequence = ${which.importSequence}`;
}

/**
 * Parses lines `id TAB import TAB flags TAB contact`, with the flags 1 for a joined record and 2 for a changed one. Erased contacts are
 * skipped.
 * @param imports wanted imports by sequence; other lines are skipped
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
    const flags = Number(line[joinedAt]);
    const [isJoined, isChanged] = [(flags & 1) > 0, (flags & 2) > 0];
    holdings.push({ id, ...held, isJoined, isChanged, contact: readContact(stored) });
  }
  return holdings;
}

/**
 * Erases single owners. The row stays, emptied (`isErased`), so that jobs that refer to it find an erased record instead of a missing
 * one.
 */
export interface EraseStore {
  /** Erases records atomically, except in imports still loading. @returns number of records newly erased */
  erase(ids: readonly number[]): Promise<number>;
  /** Whether an import is being loaded: its owners can be erased when it's done. */
  isLoading(): Promise<boolean>;
}

/** Owners erased per step. */
const PER_STEP = 500;

/** Erases in batches; a kill may stop between two batches. @returns number of records newly erased */
export async function eraseInSteps(
  store: Pick<EraseStore, 'erase'>,
  ids: readonly number[],
): Promise<number> {
  let erased = 0;
  for (const some of inSteps(ids, PER_STEP)) erased += await store.erase(some);
  return erased;
}
