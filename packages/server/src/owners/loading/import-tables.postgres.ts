import { givenUp } from '../errors.js';
import type pg from 'pg';

/** Finds the tables of an import: the shared ones or a pair of its own. The choice never changes. */
export class ImportTables {
  readonly #known = new Map<number, number>();

  constructor(private readonly pool: pg.Pool) {}

  /** The number of an import's tables. @throws OwnerImportError given_up, for an import that is gone */
  async of(sequence: number): Promise<number> {
    const known = this.#known.get(sequence);
    if (known !== undefined) return known;
    const { rows } = await this.pool.query<{ table: number }>(
      'SELECT table_number AS "table" FROM owner_imports WHERE sequence = $1',
      [sequence],
    );
    const [found] = rows;
    // The import sent no heartbeat for so long that it was purged.
    if (found === undefined) throw givenUp();
    this.note(sequence, found.table);
    return found.table;
  }

  /** Cached table number; undefined if not cached yet. */
  known(sequence: number): number | undefined {
    return this.#known.get(sequence);
  }

  note(sequence: number, table: number): void {
    this.#known.set(sequence, table);
  }

  forget(sequences: readonly number[]): void {
    for (const sequence of sequences) this.#known.delete(sequence);
  }
}
