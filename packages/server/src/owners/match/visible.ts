import type { Reader } from '../../database/index.js';
import { itemAt } from '../../item-at.js';

/** The active imports at one moment, by sequence. */
export type VisibleImports = ReadonlyMap<number, { source: string; edition: number; priority: number }>;

/**
 * What leads that take several queries see is decided once, before the first. Records never change and outlive their
 * retirement, so this is a snapshot of the directory without a transaction: a source that is replaced meanwhile is seen
 * whole, as it was or as it is.
 */
export async function visibleImports(reader: Reader): Promise<VisibleImports> {
  const answers = await reader.query<{ visible: string }[]>(`SELECT ${VISIBLE_IMPORTS} AS visible`, []);
  return readVisible(itemAt(answers, 0).visible);
}

/** A scalar subquery, for a statement that asks for more. */
export const VISIBLE_IMPORTS =
  "(SELECT json_group_array(json_array(sequence, source, edition, priority)) FROM imports WHERE state = 'active')";

/** @param json what `VISIBLE_IMPORTS` gave */
export function readVisible(json: string): VisibleImports {
  const imports = JSON.parse(json) as [
    sequence: number,
    source: string,
    edition: number | null,
    priority: number,
  ][];
  return new Map(
    imports.map(([sequence, source, edition, priority]) => [
      sequence,
      { source, edition: edition ?? 0, priority },
    ]),
  );
}
