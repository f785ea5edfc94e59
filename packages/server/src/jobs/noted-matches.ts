import { parseAddress } from '@skiptrace/address';
import type { MatchedRow } from '@skiptrace/csv/leads';
import { itemAt } from '../item-at.js';
import { propertyDigests } from '../owners/index.js';
import type { FileStore } from '../storage/index.js';
import type { Job } from './entities.js';
import { isMatches } from './files.js';
import { unlessDamaged } from './pipeline/checked-files.js';
import type { MatchedPart } from './pipeline/match-part.js';
import { storedMatches } from './pipeline/matches-file.js';
import { storedSurvey } from './pipeline/survey-file.js';
import type { Part } from './pipeline/survey.js';

/**
 * What was noted of the rows of a job when they were matched: it stays beside the result as long as that does (pipeline/matches-file.ts).
 * Rows are asked for in their order, and a part of them is in memory.
 */
export class NotedMatches {
  #part: { start: number; end: number; tries: readonly MatchedPart[] } | null = null;

  private constructor(
    private readonly store: FileStore,
    private readonly jobId: string,
    private readonly parts: readonly Part[],
    private readonly files: readonly string[],
  ) {}

  static async open(
    store: FileStore,
    { id, totalRows }: Pick<Job, 'id' | 'totalRows'>,
  ): Promise<NotedMatches> {
    const parts = (await unlessDamaged(storedSurvey(store, id)))?.parts ?? [];
    const rows = parts.reduce((sum, part) => sum + part.rows, 0);
    const files = (await store.list(id)).map(({ name }) => name);
    return new NotedMatches(store, id, rows === totalRows ? parts : [], files);
  }

  /** Record ids: none for a row whose note is lost, several where two workers matched its part, of which either may be the one. */
  async ids(rows: readonly { row: number }[]): Promise<(readonly number[])[]> {
    const found: (readonly number[])[] = [];
    for (const { row } of rows) {
      const { start, tries } = await this.#partOf(row);
      found.push([...new Set(tries.flatMap(({ sidecar }) => sidecar.ownerOf(row - start) ?? []))]);
    }
    return found;
  }

  /** The property of each row (`propertyDigests`); where it was not noted, as the row has it. */
  async properties(rows: readonly MatchedRow[]): Promise<string[][]> {
    const found: string[][] = [];
    for (const { row, property } of rows) {
      const { start, tries } = await this.#partOf(row);
      const noted = new Set(tries.flatMap(({ properties }) => properties.of(row - start)));
      found.push(noted.size > 0 ? [...noted] : propertyDigests([parseAddress(property)], undefined));
    }
    return found;
  }

  async #partOf(row: number): Promise<{ start: number; tries: readonly MatchedPart[] }> {
    const known = this.#part;
    if (known !== null && row >= known.start && row < known.end) return known;
    let end = 0;
    for (const [index, part] of this.parts.entries()) {
      const start = end;
      end += part.rows;
      if (row >= end) continue;
      const found = { start, end, tries: await this.#tries(index) };
      this.#part = found;
      return found;
    }
    return { start: end, tries: [] };
  }

  async #tries(index: number): Promise<MatchedPart[]> {
    const names = this.files.filter((name) => isMatches(this.jobId, index, name));
    const part = itemAt(this.parts, index);
    const tries = await Promise.all(
      names.map((name) => unlessDamaged(storedMatches(this.store, name, part))),
    );
    return tries.filter((matches) => matches !== null);
  }
}
