import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { MS_PER_SECOND } from '../../platform/clock.js';
import { coded } from '../../platform/lib/coded.js';
import type { Page } from '../../platform/lib/cursor.js';
import { errorCode } from '../../platform/lib/error-code.js';
import { startHeartbeat } from '../../platform/lib/heartbeat.js';
import type { Logger } from '../../platform/logger.js';
import { FileGoneError } from '../../platform/storage/index.js';
import { importOwners, type ImportReading } from '../import/import-owners.js';
import type { ImportSummary } from '../import/import-summary.js';
import { keptHeaders } from '../import/rejects.js';
import type { OwnerStores } from '../stores.js';
import type { IntakeOptions, OwnerRun } from './entities.js';
import { RowCorrectionError, OwnersBusyError, problemOnScreen } from './errors.js';
import {
  correctedFile,
  keptReading,
  MAX_SHOWN_REJECTS,
  readRejects,
  type RowCorrection,
  type RejectedRows,
} from './rejected-rows.js';
import { DIED, RunLog, withoutRows, type RunSearch } from './run-log.js';
import { fileOf, OwnerUploads, readingOf, rejectsOf, type KeptUpload, type UploadNeeds } from './uploads.js';
import { WorkingCopies } from './working-copy.js';

/** Interval of progress updates, which are also the heartbeat of the run's server. */
const ALIVE_EVERY_MS = 2 * MS_PER_SECOND;

/** Number of attempts to store how a run ended if the database refuses, with this pause between them. */
const MOST_NOTES = 10;
const NOTE_AGAIN_MS = MS_PER_SECOND;

const REJECTS_LOST =
  "The rejected rows couldn't be kept for download. Send the file again and try it to get them.";
const WITHOUT_LIMIT = { maxBytes: Number.MAX_SAFE_INTEGER };
const FAILED =
  "The server couldn't go on with this file. Nothing was stored. Try again; if it fails again, the server's log says why.";

export interface IntakeNeeds extends UploadNeeds {
  stores: OwnerStores;
  logger: Logger;
  /** Bytes that working copies leave free on this machine's disk; null to choose by its size. */
  diskReserveBytes: number | null;
}

/** An import for the command line, of a file on this machine. */
interface Followed {
  fileName: string;
  /** Its path, as messages have it. */
  file: string;
  bytes: number;
  options: IntakeOptions;
  /** Actor in the log of disclosures. */
  startedBy: string;
}

/**
 * Imports files of owners uploaded from browsers, in the background and one at a time per server. The progress is in the
 * database, so that every server can report it.
 */
export class OwnerIntake {
  readonly uploads: OwnerUploads;
  readonly #runs: RunLog;
  readonly #copies: WorkingCopies;
  readonly #stopping = new AbortController();
  #underWay: Promise<void> | null = null;

  constructor(private readonly needs: IntakeNeeds) {
    const { stores, database, store, clock, diskReserveBytes } = needs;
    this.#copies = new WorkingCopies(`${stores.pathForFiles}-intake`, store, diskReserveBytes);
    this.#runs = new RunLog(database, clock);
    this.uploads = new OwnerUploads(needs, this.#copies, this.#runs);
  }

  /**
   * Starts an import or a dry run of a file; `get` returns its progress.
   * @throws OwnerUploadGoneError, OwnersBusyError
   */
  async start(uploadId: string, options: IntakeOptions, startedBy: string): Promise<OwnerRun> {
    if (this.#underWay !== null || this.#stopping.signal.aborted) throw new OwnersBusyError();
    const begun = this.#begin(uploadId, options, startedBy);
    // Set before the first await, so that two requests can't both start.
    this.#underWay = begun
      .then(
        ({ ended }) => ended,
        () => undefined,
      )
      .finally(() => {
        this.#underWay = null;
      });
    return (await begun).run;
  }

  /** Imports and dry runs of the last 30 days, newest first. @throws InvalidCursorError */
  list(search: RunSearch): Promise<Page<OwnerRun>> {
    return this.#runs.list(search);
  }

  /**
   * Notes how an import goes that this process runs for the command line. Nothing about the notes fails the import.
   * @param work returns the import's summary; reports rows and bytes read
   */
  async follow(
    { fileName, file, bytes, options, startedBy }: Followed,
    work: (onProgress: (rowsRead: number, share: number) => void) => Promise<ImportSummary>,
  ): Promise<ImportSummary> {
    const { clock, ids } = this.needs;
    const now = clock.now();
    const progress = { rowsRead: 0, bytesRead: 0 };
    const run: OwnerRun = {
      id: ids.uuid(),
      uploadId: '',
      fileName,
      startedBy,
      dryRun: options.dryRun,
      request: options,
      state: 'running',
      ...progress,
      bytes,
      summary: null,
      error: null,
      startedAt: now,
      aliveAt: now,
    };
    const isNoted = await this.#runs.beginElsewhere(run).then(
      () => true,
      () => false,
    );
    const stopHeartbeat = startHeartbeat(ALIVE_EVERY_MS, async () => {
      if (isNoted) await this.#note(run, { ...progress });
    });
    const end = async (changes: Partial<OwnerRun>) => {
      await stopHeartbeat();
      if (isNoted) await this.#note(run, { ...progress, ...changes });
    };
    try {
      const summary = await work((rows, share) => {
        progress.rowsRead = rows;
        progress.bytesRead = Math.floor(share * bytes);
      });
      progress.rowsRead = summary.rows.read;
      await end({ state: 'done', bytesRead: bytes, summary: withoutRows(summary) });
      return summary;
    } catch (error) {
      await end({ state: 'failed', error: problemOnScreen(error, new Map([[file, fileName]])) ?? FAILED });
      throw error;
    }
  }

  /** @throws OwnerRunGoneError */
  get(runId: string): Promise<OwnerRun> {
    return this.#runs.get(runId);
  }

  /** Rejected rows of a run, as a CSV with their reasons. @throws OwnerRunGoneError, FileGoneError */
  async rejects(runId: string): Promise<AsyncIterable<Uint8Array>> {
    const { uploadId, summary } = await this.get(runId);
    if (summary?.rejectsPath === null) throw new FileGoneError();
    return this.needs.store.read(rejectsOf(uploadId, runId));
  }

  /** The first rejected rows of an import that wait for a correction. @throws OwnerRunGoneError, FileGoneError */
  async rejectedRows(runId: string): Promise<RejectedRows> {
    const run = await this.get(runId);
    const { uploadId, summary } = run;
    if (summary === null || summary.rejectsPath === null) throw new FileGoneError();
    const { header, rows } = await readRejects(this.needs.store, rejectsOf(uploadId, runId));
    const corrected = await this.#runs.correctedLines(run, await this.#filesIn(summary.source));
    const waiting = rows.filter(({ line }) => !corrected.has(line));
    const shown = waiting.slice(0, MAX_SHOWN_REJECTS);
    return {
      headers: [...keptHeaders(header)],
      rows: shown,
      corrected: corrected.size,
      more: summary.rows.refused - corrected.size - shown.length,
    };
  }

  /**
   * Imports corrected rows as a further part of their import: into the same source, read in the same way, and nothing else
   * of the source is replaced.
   * @throws OwnerRunGoneError, FileGoneError, RowCorrectionError, OwnersBusyError, OwnerUploadError, StoreFullError
   */
  async correctRows(
    runId: string,
    rowCorrections: readonly RowCorrection[],
    startedBy: string,
  ): Promise<OwnerRun> {
    const { store } = this.needs;
    const run = await this.get(runId);
    const { uploadId, request, summary } = run;
    if (run.dryRun || run.state !== 'done' || request === null || summary?.status !== 'imported')
      throw new RowCorrectionError('Rejected rows can be corrected after an import. Nothing was imported.');
    if (summary.rejectsPath === null) throw new FileGoneError();
    const { fileDigest } = await keptReading(store, readingOf(uploadId, runId));
    const inSource = await this.#filesIn(summary.source);
    if (!inSource.has(fileDigest))
      throw new RowCorrectionError(
        `The source "${summary.source}" doesn’t have this file any more: it was replaced or deleted. Nothing was imported.`,
      );
    const rejects = await readRejects(store, rejectsOf(uploadId, runId));
    const content = correctedFile(rejects, rowCorrections, await this.#runs.correctedLines(run, inSource));
    if (this.#underWay !== null) throw new OwnersBusyError();
    const bytes = Buffer.from(content);
    const { id } = await this.uploads.receive(`Corrected rows of ${run.fileName ?? 'an import'}`, {
      declaredBytes: bytes.length,
      isForItself: true,
      receive: (keep) => keep(Readable.from([bytes])),
    });
    const { headerRow: _, sheet: __, priority: ___, ...kept } = request;
    const lines = rowCorrections.map(({ line }) => line);
    const options = {
      ...kept,
      dryRun: false,
      replace: false,
      headerRow: 1,
      corrects: { uploadId, runId, lines, fileDigest: createHash('sha256').update(bytes).digest('hex') },
    };
    return this.start(id, options, startedBy).catch(async (error: unknown) => {
      await this.uploads.remove(id);
      throw error;
    });
  }

  /** Digests of the files that a source has now. */
  async #filesIn(source: string): Promise<ReadonlySet<string>> {
    const active = await this.needs.stores.store.imports('active', source);
    return new Set(active.flatMap(({ fileDigest }) => fileDigest ?? []));
  }

  /** Aborts the current run, of which nothing is stored, and waits for its end. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#underWay;
  }

  async #begin(
    uploadId: string,
    options: IntakeOptions,
    startedBy: string,
  ): Promise<{ run: OwnerRun; ended: Promise<void> }> {
    const { clock, ids } = this.needs;
    const now = clock.now();
    const upload = await this.uploads.get(uploadId);
    const run: OwnerRun = {
      id: ids.uuid(),
      uploadId,
      fileName: upload.name,
      startedBy,
      dryRun: options.dryRun,
      request: options,
      state: 'running',
      rowsRead: 0,
      bytesRead: 0,
      bytes: upload.bytes,
      summary: null,
      error: null,
      startedAt: now,
      aliveAt: now,
    };
    await this.#runs.begin(run);
    return { run, ended: this.#run(upload, run, options) };
  }

  async #run(upload: KeptUpload, run: OwnerRun, options: IntakeOptions): Promise<void> {
    const { logger } = this.needs;
    const progress = { rowsRead: 0, bytesRead: 0 };
    const stopHeartbeat = startHeartbeat(ALIVE_EVERY_MS, async () => {
      await this.#note(run, { ...progress, state: 'running', error: null });
    });
    const ended = await this.#ended(upload, run, options, progress);
    // A late heartbeat would show the finished import as running.
    await stopHeartbeat();
    for (let attempt = 1; attempt <= MOST_NOTES; attempt += 1) {
      if (await this.#note(run, ended)) return;
      if (attempt < MOST_NOTES) await pause(NOTE_AGAIN_MS);
    }
    // Without heartbeats the run is shown as failed, and the page says that it may have been stored anyway.
    logger.error({ runId: run.id }, 'how an import ended could not be noted');
  }

  /** @returns false when the database refused the write */
  async #note(run: OwnerRun, changes: Partial<OwnerRun>): Promise<boolean> {
    try {
      await this.#runs.note(run, changes);
      return true;
    } catch (error) {
      this.needs.logger.warn(
        { runId: run.id, code: errorCode(error) },
        'how an import goes cannot be noted now',
      );
      return false;
    }
  }

  /** Final state of a run. */
  async #ended(
    upload: KeptUpload,
    run: OwnerRun,
    options: IntakeOptions,
    progress: { rowsRead: number; bytesRead: number },
  ): Promise<Partial<OwnerRun>> {
    const { logger } = this.needs;
    try {
      const summary = await this.#import(upload, run, options, progress);
      logger.info({ runId: run.id, dryRun: run.dryRun, rows: summary.rows.read }, 'owners imported');
      return { state: 'done', rowsRead: summary.rows.read, bytesRead: run.bytes, summary, error: null };
    } catch (error) {
      const isOfFile = error instanceof ImportFailure;
      logger[isOfFile ? 'info' : 'error'](
        { runId: run.id, code: errorCode(error) },
        'an import of owners failed',
      );
      const message = isOfFile ? error.message : this.#stopping.signal.aborted ? DIED : FAILED;
      return { state: 'failed', error: message };
    }
  }

  /** @param progress changed as it goes @throws ImportFailure */
  async #import(
    { id: uploadId, name }: KeptUpload,
    run: OwnerRun,
    options: IntakeOptions,
    progress: { rowsRead: number; bytesRead: number },
  ): Promise<ImportSummary> {
    const { stores, ids, diskReserveBytes } = this.needs;
    const { id, bytes, dryRun } = run;
    const { corrects, ...settings } = options;
    const before =
      corrects === undefined
        ? null
        : await keptReading(this.needs.store, readingOf(corrects.uploadId, corrects.runId));
    let reading: ImportReading | null = null;
    const copy = await this.#copies.copy(fileOf(uploadId), bytes, id, this.#stopping.signal);
    const names = new Map([
      [copy.rejects, 'the file of rejected rows'],
      [copy.file, name],
    ]);
    try {
      const summary = await importOwners({ stores, ids }, copy.file, {
        ...settings,
        // Their first import was asked whether rows of one address are one property.
        ...(before !== null && { mapping: before.mapping, nameOrder: before.nameOrder, sameProperty: true }),
        rejectsPath: copy.rejects,
        scratch: copy.folder,
        reserveBytes: diskReserveBytes,
        signal: this.#stopping.signal,
        onRead: (found) => {
          // More corrected rows need the same file in the source.
          reading = { ...found, fileDigest: before?.fileDigest ?? found.fileDigest };
        },
        // Leaves a core for lookups in this process.
        sparedCores: 1,
        onProgress: ({ step, share, rows }) => {
          progress.rowsRead = rows;
          progress.bytesRead = step === 'reading' ? Math.floor(share * bytes) : bytes;
        },
      });
      // From here on the owners are stored, so later faults don't make the import a failure.
      const { warnings } = summary;
      const isKept = summary.rejectsPath !== null && (await this.#keepRejects(run, copy.rejects, reading));
      if (summary.rejectsPath !== null && !isKept) warnings.push({ text: REJECTS_LOST });
      if (!dryRun) await this.#discard(run);
      return { ...summary, rejectsPath: isKept ? rejectsOf(uploadId, id) : null };
    } catch (error) {
      const problem = problemOnScreen(error, names);
      if (problem === null) throw error;
      throw new ImportFailure(problem, { cause: error });
    } finally {
      await copy.remove();
    }
  }

  /**
   * Replaces the rejects of the previous dry run, because the number of dry runs is unlimited.
   * @param file the local file with the rejected rows
   * @param reading how the file was read; null for a dry run, the rows of which can't be corrected
   * @returns false when the store refused it
   */
  async #keepRejects(
    { id, uploadId }: OwnerRun,
    file: string,
    reading: ImportReading | null,
  ): Promise<boolean> {
    const { store, logger } = this.needs;
    try {
      await this.uploads.removeRejects(uploadId);
      if (reading !== null) {
        const bytes = Buffer.from(JSON.stringify(reading));
        await store.write(readingOf(uploadId, id), Readable.from([bytes]), WITHOUT_LIMIT);
      }
      await store.write(rejectsOf(uploadId, id), createReadStream(file), WITHOUT_LIMIT);
      return true;
    } catch (error) {
      logger.warn({ runId: id, code: errorCode(error) }, 'the rejected rows of an import could not be kept');
      return false;
    }
  }

  /** Deletes the file. If this fails, it is listed as waiting until the sweep deletes it; importing it again changes nothing. */
  async #discard({ id, uploadId }: OwnerRun): Promise<void> {
    await this.uploads.discard(uploadId).catch((error: unknown) => {
      this.needs.logger.warn({ runId: id, code: errorCode(error) }, 'an imported file could not be deleted');
    });
  }
}

/** Fault of the file; the message is for the page. */
class ImportFailure extends coded('import_failure') {}
