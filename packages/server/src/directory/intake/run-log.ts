import { MS_PER_DAY, MS_PER_SECOND, type Clock } from '../../platform/clock.js';
import type { Database, Tx } from '../../platform/database/index.js';
import { In, IsNull, LessThanOrEqual, MoreThan, Not } from '../../platform/database/typeorm.js';
import { pageOf, readCursor, type Page } from '../../platform/lib/cursor.js';
import type { ImportSummary } from '../import/import-summary.js';
import { OwnerRunEntity, OwnerUploadEntity, type OwnerRun } from './entities.js';
import { RowCorrectionError, OwnerRunGoneError, OwnerUploadGoneError, ROW_GONE } from './errors.js';

/** A run without a heartbeat for this long is shown as failed. If its server was only slow, it still stores the real end. */
const DEAD_AFTER_MS = 30 * MS_PER_SECOND;

/** How long it is told how an import went. */
const KEPT_MS = 30 * MS_PER_DAY;

export interface RunSearch {
  state: OwnerRun['state'] | 'all';
  /** `nextCursor` of the previous page. */
  cursor?: string | undefined;
  limit: number;
}

export const DIED =
  'The server stopped before this was done. Nothing was stored: start it again. If it was stored in the very last moment, starting again changes nothing.';

/** The state of imports in the database, which every server can read. */
export class RunLog {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /**
   * @throws OwnerUploadGoneError if the file was discarded meanwhile
   * @throws RowCorrectionError if another server takes one of the corrected rows
   */
  async begin(run: OwnerRun): Promise<void> {
    const { uploadId, bytes } = run;
    const { corrects } = run.request ?? {};
    await this.database.write(async (tx) => {
      // Writes the same value to lock the file's row. Discarding the file locks it too, so one of the two comes first.
      const found = await tx.update(OwnerUploadEntity, { id: uploadId, bytes: Not(IsNull()) }, { bytes });
      if (found.affected !== 1) throw new OwnerUploadGoneError();
      if (corrects !== undefined) {
        // Writes the same value to lock the row: of two that correct the same rows, one comes first.
        await tx.update(OwnerUploadEntity, { id: corrects.uploadId }, { id: corrects.uploadId });
        const taken = linesOf(await tx.findBy(OwnerRunEntity, { dryRun: false }), corrects.runId);
        if (corrects.lines.some((line) => taken.has(line))) throw new RowCorrectionError(ROW_GONE);
      }
      await tx.insert(OwnerRunEntity, { ...run });
    });
  }

  /** Notes a run of a file that this server doesn't hold. */
  async beginElsewhere(run: OwnerRun): Promise<void> {
    await this.database.write((tx) => tx.insert(OwnerRunEntity, { ...run }));
  }

  /** Whether an upload is being read now, for a unit of work that has locked its row. */
  isInUse(tx: Tx, uploadId: string): Promise<boolean> {
    const aliveAt = MoreThan(this.clock.now() - DEAD_AFTER_MS);
    return tx.existsBy(OwnerRunEntity, { uploadId, state: 'running', aliveAt });
  }

  /** Writes regardless of the current state: a slow server may have been assumed dead, but it knows how its run really ended. */
  async note({ id }: OwnerRun, changes: Partial<OwnerRun>): Promise<void> {
    const aliveAt = this.clock.now();
    await this.database.write((tx) => tx.update(OwnerRunEntity, { id }, { ...changes, aliveAt }));
  }

  /** @throws OwnerRunGoneError */
  async get(runId: string): Promise<OwnerRun> {
    const run = await this.database.read.findOneBy(OwnerRunEntity, { id: runId });
    if (run === null) throw new OwnerRunGoneError();
    return this.#settled(run);
  }

  /** Imports and dry runs, newest first. @throws InvalidCursorError */
  async list({ state, cursor, limit }: RunSearch): Promise<Page<OwnerRun>> {
    const after = cursor === undefined ? null : readCursor(cursor);
    const deadSince = this.clock.now() - DEAD_AFTER_MS;
    // A run without heartbeats counts as failed before the database says so.
    const states = {
      all: '1 = 1',
      done: `state = 'done'`,
      running: `state = 'running' AND alive_at > ${deadSince}`,
      failed: `(state = 'failed' OR (state = 'running' AND alive_at <= ${deadSince}))`,
    };
    const found = await this.database.read.query<{ id: string }[]>(
      `SELECT id FROM owner_runs
        WHERE ${states[state]} ${after === null ? '' : 'AND (started_at, id) < ($1, $2)'}
        ORDER BY started_at DESC, id DESC LIMIT ${limit + 1}`,
      after === null ? [] : [after.at, after.id],
    );
    const runs = await this.database.read.find(OwnerRunEntity, {
      where: { id: In(found.map(({ id }) => id)) },
      order: { startedAt: 'DESC', id: 'DESC' },
    });
    const settled = await Promise.all(runs.map((run) => this.#settled(run)));
    return pageOf(settled, limit, ({ startedAt: at, id }) => ({ at, id }));
  }

  /**
   * Lines of an import that were corrected and imported, or are being imported.
   * @param inSource digests of the files in its source: an import counts if its file is there, even if its server was killed before it noted the end
   */
  async correctedLines(
    { id, startedAt }: OwnerRun,
    inSource: ReadonlySet<string>,
  ): Promise<ReadonlySet<number>> {
    const later = await this.database.read.findBy(OwnerRunEntity, {
      dryRun: false,
      startedAt: MoreThan(startedAt - 1),
    });
    return linesOf(await Promise.all(later.map((run) => this.#settled(run))), id, inSource);
  }

  /** Removes what the summaries of some files quote from their rows. */
  async forgetRows(tx: Tx, uploadIds: readonly string[]): Promise<void> {
    for (const { id, summary } of await tx.findBy(OwnerRunEntity, { uploadId: In([...uploadIds]) }))
      if (summary !== null) await tx.update(OwnerRunEntity, { id }, { summary: withoutRows(summary) });
  }

  /** Deletes old runs. Returns how many. */
  async sweep(): Promise<number> {
    const old = { startedAt: LessThanOrEqual(this.clock.now() - KEPT_MS) };
    const deleted = await this.database.write((tx) => tx.delete(OwnerRunEntity, old));
    return deleted.affected ?? 0;
  }

  /** The newest run of each upload. Uploads that were never tried are missing. */
  async lastOf(uploadIds: readonly string[]): Promise<ReadonlyMap<string, OwnerRun>> {
    const runs = await this.database.read.find(OwnerRunEntity, {
      where: { uploadId: In(uploadIds) },
      order: { startedAt: 'ASC', id: 'ASC' },
    });
    return new Map(
      await Promise.all(runs.map(async (run) => [run.uploadId, await this.#settled(run)] as const)),
    );
  }

  /** Marks a run as failed if its server has died. */
  async #settled(run: OwnerRun): Promise<OwnerRun> {
    const { id, state, aliveAt } = run;
    if (state !== 'running' || this.clock.now() - aliveAt < DEAD_AFTER_MS) return run;
    const failed = { state: 'failed', error: DIED } as const;
    await this.database.write((tx) => tx.update(OwnerRunEntity, { id, state, aliveAt }, failed));
    return (await this.database.read.findOneBy(OwnerRunEntity, { id })) ?? { ...run, ...failed };
  }
}

/** Lines of an import that these runs correct, but for those that failed and have no file in the source. */
const linesOf = (
  runs: readonly OwnerRun[],
  runId: string,
  inSource: ReadonlySet<string> = new Set(),
): ReadonlySet<number> =>
  new Set(
    runs.flatMap(({ state, request }) => {
      const { corrects } = request ?? {};
      if (corrects?.runId !== runId) return [];
      return state !== 'failed' || inSource.has(corrects.fileDigest) ? corrects.lines : [];
    }),
  );

/** A summary without what it quotes from the file's rows: names of columns and counts stay. */
export const withoutRows = (summary: ImportSummary): ImportSummary => ({
  ...summary,
  mapping: summary.mapping.map((field) => ({ ...field, sample: '' })),
  warnings: [],
  nameOrderReason: null,
  rejectsPath: null,
  rejectsPathTaken: null,
});
