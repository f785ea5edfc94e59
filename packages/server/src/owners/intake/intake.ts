import { createReadStream } from 'node:fs';
import { MS_PER_DAY, MS_PER_HOUR, MS_PER_SECOND, type Clock } from '../../clock.js';
import type { Database } from '../../database/index.js';
import { In, LessThanOrEqual } from '../../database/typeorm.js';
import { errorCode } from '../../error-code.js';
import { isUuid, type Ids } from '../../ids.js';
import type { Logger } from '../../logger.js';
import { FileGoneError, FileTooLargeError, type FileStore } from '../../storage/index.js';
import { importOwners, type ImportOptions, type ImportSummary } from '../import/import-owners.js';
import type { OwnerStores } from '../stores.js';
import { OwnerRunEntity, OwnerUploadEntity, type OwnerRun, type OwnerUpload } from './entities.js';
import { OwnersBusyError, OwnerRunGoneError, OwnerUploadError, OwnerUploadGoneError } from './errors.js';
import { onScreen, problemOnScreen } from './on-screen.js';
import { peek, type OwnerFileHead } from './peek.js';
import { WorkingCopies } from './working-copy.js';

/** Some ten million owners. Larger files are for the command line, which reads them where they are. */
const MAX_OWNER_FILE_BYTES = 4 * 1024 * 1024 * 1024;
/** What is not imported by then is thrown away, and so is the story of an import. */
const KEPT_MS = MS_PER_DAY;
/** How often a run tells how far it is, and so that its server is alive. */
const ALIVE_EVERY_MS = 2 * MS_PER_SECOND;
/** How often the sweep lists every folder of the store, which takes long in a bucket. */
const SCAN_EVERY_MS = MS_PER_HOUR;
/** A server that was silent for so long has died. One that was only slow says how it ended all the same. */
const DEAD_AFTER_MS = 30 * MS_PER_SECOND;

const DIED =
  'The server stopped before this was done. Nothing was stored: start it again. If it was stored in the very last moment, starting again changes nothing.';
const REJECTS_LOST =
  "The rejected rows couldn't be kept for download. Send the file again and try it to get them.";
const WITHOUT_LIMIT = { maxBytes: Number.MAX_SAFE_INTEGER };
const FAILED =
  "The server couldn't go on with this file. Nothing was stored. Try again; if it fails again, the server's log says why.";

/** How an upload is to be imported. */
export type IntakeOptions = Pick<
  ImportOptions,
  'source' | 'replace' | 'priority' | 'state' | 'dncDefault' | 'allowNameless' | 'nameOrder' | 'overrides'
> & { dryRun: boolean };

export interface IntakeNeeds {
  database: Database;
  stores: OwnerStores;
  store: FileStore;
  clock: Clock;
  ids: Ids;
  logger: Logger;
  /** Bytes that working copies leave free on this machine's disk; null for what suits it. */
  diskReserveBytes: number | null;
}

/**
 * Takes files of owners from browsers: keeps them where every server finds them, and imports them in the background, one at
 * a time on a server. How an import goes is in the database, so any server can tell.
 */
export class OwnerIntake {
  readonly #copies: WorkingCopies;
  readonly #stopping = new AbortController();
  #underWay: Promise<void> | null = null;
  #scannedAt = Number.NEGATIVE_INFINITY;

  constructor(private readonly needs: IntakeNeeds) {
    const { stores, store, diskReserveBytes } = needs;
    this.#copies = new WorkingCopies(`${stores.pathForFiles}-intake`, store, diskReserveBytes);
  }

  /**
   * Keeps a file and looks at its beginning.
   * @param receive calls its argument with the bytes as they come
   * @throws OwnerUploadError, StoreFullError
   */
  async receive(
    name: string,
    receive: (keep: (bytes: AsyncIterable<Uint8Array>) => Promise<{ sizeBytes: number }>) => Promise<{
      sizeBytes: number;
    }>,
  ): Promise<OwnerUpload & OwnerFileHead & { bytes: number }> {
    const { database, store, clock, ids } = this.needs;
    await this.#copies.clean(clock.now() - KEPT_MS);
    const upload: OwnerUpload = { id: ids.uuid(), name, bytes: null, createdAt: clock.now() };
    // Noted before a byte is kept, so that the sweep finds whatever a killed server leaves.
    await database.write((tx) => tx.insert(OwnerUploadEntity, { ...upload }));
    try {
      const { sizeBytes: bytes } = await receive((source) =>
        store.write(fileOf(upload.id), source, { maxBytes: MAX_OWNER_FILE_BYTES }),
      );
      if (bytes === 0) throw new OwnerUploadError('The file is empty. Nothing was kept.');
      const copy = await this.#copies.beginning(fileOf(upload.id), bytes, upload.id);
      const head = await peek(copy.file)
        .catch((error: unknown) => {
          const problem = problemOnScreen(error, new Map([[copy.file, name]]));
          if (problem === null) throw error;
          throw new OwnerUploadError(problem, { cause: error });
        })
        .finally(() => copy.remove());
      await database.write((tx) => tx.update(OwnerUploadEntity, { id: upload.id }, { bytes }));
      return { ...upload, bytes, ...head };
    } catch (error) {
      await this.#forget([upload.id]).catch(() => undefined);
      if (!(error instanceof FileTooLargeError)) throw error;
      throw new OwnerUploadError(
        `The file is larger than ${MAX_OWNER_FILE_BYTES / 1024 ** 3} GB. Copy it to the server and run ` +
          '"skiptrace-server owners import" there.',
      );
    }
  }

  /** Throws a file away; what was imported from it stays. @throws OwnersBusyError */
  async remove(uploadId: string): Promise<void> {
    const { database } = this.needs;
    for (const run of await database.read.findBy(OwnerRunEntity, { uploadId, state: 'running' })) {
      if ((await this.#settled(run)).state === 'running') {
        throw new OwnersBusyError('This file is being imported. It can be thrown away when that is done.');
      }
    }
    await this.#forget([uploadId]);
  }

  /**
   * Begins to import a file, or to try it; `get` tells how it goes.
   * @throws OwnerUploadGoneError, OwnersBusyError
   */
  async start(uploadId: string, options: IntakeOptions): Promise<OwnerRun> {
    const { database, clock, ids } = this.needs;
    if (this.#underWay !== null || this.#stopping.signal.aborted) throw new OwnersBusyError();
    // Reserved before anything is awaited, so that two requests can't both begin.
    let begin: (run: Promise<void>) => void = () => undefined;
    this.#underWay = new Promise<void>((resolve) => (begin = resolve)).finally(() => {
      this.#underWay = null;
    });
    try {
      const now = clock.now();
      const upload = await database.read.findOneBy(OwnerUploadEntity, { id: uploadId });
      if (upload === null || upload.bytes === null) throw new OwnerUploadGoneError();
      const run: OwnerRun = {
        id: ids.uuid(),
        uploadId,
        dryRun: options.dryRun,
        state: 'running',
        rowsRead: 0,
        bytesRead: 0,
        bytes: upload.bytes,
        summary: null,
        error: null,
        startedAt: now,
        aliveAt: now,
      };
      await database.write((tx) => tx.insert(OwnerRunEntity, { ...run }));
      begin(this.#run(upload, run, options));
      return run;
    } catch (error) {
      begin(Promise.resolve());
      throw error;
    }
  }

  /** @throws OwnerRunGoneError */
  async get(runId: string): Promise<OwnerRun> {
    const run = await this.needs.database.read.findOneBy(OwnerRunEntity, { id: runId });
    if (run === null) throw new OwnerRunGoneError();
    return this.#settled(run);
  }

  /** The rows that a run did not take, as a CSV with their reasons. @throws OwnerRunGoneError, FileGoneError */
  async rejects(runId: string): Promise<AsyncIterable<Uint8Array>> {
    const { uploadId, summary } = await this.get(runId);
    if (summary?.rejectsPath === null) throw new FileGoneError();
    return this.needs.store.read(rejectsOf(uploadId, runId));
  }

  /** Removes files, and what is known of their imports, after a day. Returns how many files. */
  async sweep(): Promise<number> {
    const { database, clock } = this.needs;
    const beforeMs = clock.now() - KEPT_MS;
    await this.#copies.clean(beforeMs);
    const old = await database.read.findBy(OwnerUploadEntity, { createdAt: LessThanOrEqual(beforeMs) });
    const running = await database.read.findBy(OwnerRunEntity, { state: 'running' });
    const inUse = new Set<string>();
    for (const run of running) if ((await this.#settled(run)).state === 'running') inUse.add(run.uploadId);
    const ids = old.map(({ id }) => id).filter((id) => !inUse.has(id));
    await this.#forget(ids);
    return ids.length + (await this.#removeOrphans(beforeMs));
  }

  /** Folders that nothing is noted of: of a service that was moved, or restored from a backup. */
  async #removeOrphans(beforeMs: number): Promise<number> {
    const { database, store, clock } = this.needs;
    if (clock.now() - this.#scannedAt < SCAN_EVERY_MS) return 0;
    this.#scannedAt = clock.now();
    const known = new Set((await database.read.find(OwnerUploadEntity)).map(({ id }) => folderOf(id)));
    let removed = 0;
    for (const folder of await store.folders()) {
      if (!isIntakeFolder(folder) || known.has(folder)) continue;
      const files = await store.list(folder);
      if (files.some(({ changedAtMs }) => changedAtMs >= beforeMs)) continue;
      await store.removeFolder(folder);
      removed += 1;
    }
    return removed;
  }

  /** Waits for what is under way, which is given up: nothing of it is stored. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#underWay;
  }

  async #run(upload: OwnerUpload, run: OwnerRun, options: IntakeOptions): Promise<void> {
    const { logger } = this.needs;
    const progress = { rowsRead: 0, bytesRead: 0 };
    const timer = setInterval(() => {
      this.#note(run, { ...progress, state: 'running', error: null }).catch((error: unknown) =>
        logger.warn(
          { runId: run.id, code: errorCode(error) },
          'the progress of an import cannot be noted now',
        ),
      );
    }, ALIVE_EVERY_MS);
    try {
      const summary = await this.#import(upload, run, options, progress);
      await this.#note(run, { state: 'done', rowsRead: summary.rows.read, bytesRead: run.bytes, summary });
      logger.info({ runId: run.id, dryRun: run.dryRun, rows: summary.rows.read }, 'owners imported');
    } catch (error) {
      const message =
        error instanceof ImportFailure ? error.message : this.#stopping.signal.aborted ? DIED : FAILED;
      logger[error instanceof ImportFailure ? 'info' : 'error'](
        { runId: run.id, code: errorCode(error) },
        'an import of owners failed',
      );
      await this.#note(run, { state: 'failed', error: message }).catch(() => undefined);
    } finally {
      clearInterval(timer);
    }
  }

  /** @param progress changed as it goes @throws ImportFailure */
  async #import(
    { id: uploadId, name }: OwnerUpload,
    { id, bytes, dryRun }: OwnerRun,
    options: IntakeOptions,
    progress: { rowsRead: number; bytesRead: number },
  ): Promise<ImportSummary> {
    const { stores, store, ids, logger } = this.needs;
    const copy = await this.#copies.copy(fileOf(uploadId), bytes, id);
    const names = new Map([
      [copy.rejects, 'the file of rejected rows'],
      [copy.file, name],
    ]);
    try {
      const summary = await importOwners({ stores, ids }, copy.file, {
        ...options,
        rejectsPath: copy.rejects,
        signal: this.#stopping.signal,
        // Lookups go on in this process.
        sparedCores: 1,
        onProgress: ({ step, share, rows }) => {
          progress.rowsRead = rows;
          progress.bytesRead = step === 'reading' ? Math.floor(share * bytes) : bytes;
        },
      });
      const warnings = summary.warnings.map(onScreen);
      const rejectsPath = summary.rejectsPath === null ? null : rejectsOf(uploadId, id);
      // From here on the owners are stored: whatever goes wrong, the import has not failed.
      try {
        if (rejectsPath !== null)
          await store.write(rejectsPath, createReadStream(copy.rejects), WITHOUT_LIMIT);
        if (!dryRun) await this.#discard(uploadId);
      } catch (error) {
        logger.warn({ runId: id, code: errorCode(error) }, 'the files of an import could not be put away');
        return { ...summary, rejectsPath: null, warnings: [...warnings, REJECTS_LOST] };
      }
      return { ...summary, rejectsPath, warnings };
    } catch (error) {
      const problem = problemOnScreen(error, names);
      if (problem === null) throw error;
      throw new ImportFailure(problem, { cause: error });
    } finally {
      await copy.remove();
    }
  }

  /** What was imported is not kept; the rejected rows are. */
  async #discard(uploadId: string): Promise<void> {
    const { database, store } = this.needs;
    await store.remove(fileOf(uploadId));
    await database.write((tx) => tx.update(OwnerUploadEntity, { id: uploadId }, { bytes: null }));
  }

  /** Writes without asking for the state: a server that was slow may have been taken for dead, and knows better how its run ended. */
  async #note(run: OwnerRun, changes: Partial<OwnerRun>): Promise<void> {
    const { database, clock } = this.needs;
    await database.write((tx) =>
      tx.update(OwnerRunEntity, { id: run.id }, { ...changes, aliveAt: clock.now() }),
    );
  }

  /** A run whose server has died has failed. */
  async #settled(run: OwnerRun): Promise<OwnerRun> {
    const { database, clock } = this.needs;
    const { id, state, aliveAt } = run;
    if (state !== 'running' || clock.now() - aliveAt < DEAD_AFTER_MS) return run;
    const failed = { state: 'failed', error: DIED } as const;
    await database.write((tx) => tx.update(OwnerRunEntity, { id, state, aliveAt }, failed));
    return (await database.read.findOneBy(OwnerRunEntity, { id })) ?? { ...run, ...failed };
  }

  /** The files go first: what is noted is found again after a kill. */
  async #forget(uploadIds: readonly string[]): Promise<void> {
    const { database, store } = this.needs;
    if (uploadIds.length === 0) return;
    for (const id of uploadIds) await store.removeFolder(folderOf(id));
    await database.write(async (tx) => {
      await tx.delete(OwnerRunEntity, { uploadId: In(uploadIds) });
      await tx.delete(OwnerUploadEntity, { id: In(uploadIds) });
    });
  }
}

/** The file is at fault; the message is for the page. */
class ImportFailure extends Error {
  readonly code = 'import_failure';
}

/** Keeps the folders of owner files from being taken for those of jobs, whose names are ids. */
const FOLDER = 'owners-';
const folderOf = (uploadId: string): string => FOLDER + uploadId;

/** Whether a folder of the store is of files from operators' browsers. */
export const isIntakeFolder = (folder: string): boolean =>
  folder.startsWith(FOLDER) && isUuid(folder.slice(FOLDER.length));

const fileOf = (uploadId: string): string => `${folderOf(uploadId)}/file`;
const rejectsOf = (uploadId: string, runId: string): string => `${folderOf(uploadId)}/rejects-${runId}`;
