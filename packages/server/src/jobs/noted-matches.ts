import { parseAddress } from '@skiptrace/address';
import type { MatchedRow } from '@skiptrace/csv/leads';
import { itemAt } from '../lib/item-at.js';
import { propertyDigests } from '../owners/index.js';
import type { FileStore } from '../storage/index.js';
import type { Job } from './entities.js';
import { isMatches } from './files.js';
import type { MissReason } from './miss-reasons.js';
import { unlessDamaged } from './pipeline/checked-files.js';
import type { MatchedPart } from './pipeline/match-part.js';
import { storedMatches } from './pipeline/matches-file.js';
import { storedSurvey } from './pipeline/survey-file.js';
import type { Part } from './pipeline/survey.js';

/**
 * The recorded matches of a job's rows, which are kept beside the result (pipeline/matches-file.ts). Rows must be requested in
 * order, because only one part is in memory.
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

  /**
   * Record ids per row: empty if a row's note is lost, several if two workers matched its part and either may be the one that
   * counts.
   */
  async ids(rows: readonly { row: number }[]): Promise<(readonly number[])[]> {
    const found: (readonly number[])[] = [];
    for (const { row } of rows) {
      const { start, tries } = await this.#partOf(row);
      found.push([...new Set(tries.flatMap(({ sidecar }) => sidecar.ownerOf(row - start) ?? []))]);
    }
    return found;
  }

  /**
   * Why each row has no owner in the result; null if its note is lost. A row that matched an owner who was withheld since looks
   * like any address that is not on file.
   */
  async misses(rows: readonly { row: number }[]): Promise<(MissReason | null)[]> {
    const found: (MissReason | null)[] = [];
    for (const { row } of rows) {
      const { start, tries } = await this.#partOf(row);
      const [sidecar] = tries.map((matches) => matches.sidecar);
      found.push(sidecar === undefined ? null : (sidecar.missOf(row - start) ?? 'notOnFile'));
    }
    return found;
  }

  /** The property of each row (`propertyDigests`); computed from the row if it was not recorded. */
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
