import { createHash } from 'node:crypto';
import type { Cells } from './tables.js';

/** Result for a table, or the files, on one side. */
export interface Count {
  rows: number;
  /** SHA-256 over all of them in their order, hex. */
  digest: string;
}

/** One line of the comparison that is printed. */
export interface Compared {
  what: string;
  source: Count;
  target: Count;
}

export const isEqual = ({ source, target }: Compared): boolean =>
  source.rows === target.rows && source.digest === target.digest;

/** Counts rows as they pass. */
export class Counting {
  readonly #hash = createHash('sha256');
  #rows = 0;

  add(row: Cells): void {
    this.#rows += 1;
    this.#hash.update(JSON.stringify(row)).update('\n');
  }

  result(): Count {
    return { rows: this.#rows, digest: this.#hash.digest('hex') };
  }
}

export async function countOf(batches: AsyncIterable<readonly Cells[]>): Promise<Count> {
  const counting = new Counting();
  for await (const rows of batches) for (const row of rows) counting.add(row);
  return counting.result();
}
