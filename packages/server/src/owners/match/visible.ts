import type { Reader } from '../../database/index.js';
import type { Import } from '../entities.js';

/** The active imports at one moment, by sequence. */
export type VisibleImports = ReadonlyMap<number, Pick<Import, 'source'> & { edition: number }>;

/**
 * What leads that take several queries see is decided once, before the first. Records never change and outlive their
 * retirement, so this is a snapshot of the directory without a transaction: a source that is replaced meanwhile is seen
 * whole, as it was or as it is.
 */
export async function visibleImports(reader: Reader): Promise<VisibleImports> {
  const imports = await reader.query<Import[]>(
    "SELECT sequence, source, edition FROM imports WHERE state = 'active'",
    [],
  );
  return new Map(
    imports.map(({ sequence, source, edition }) => [sequence, { source, edition: edition ?? 0 }]),
  );
}
