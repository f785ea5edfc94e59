import { MS_PER_DAY, MS_PER_HOUR, type Clock } from '../../clock.js';
import type { Database } from '../../database/index.js';
import { In, IsNull, LessThanOrEqual, MoreThan, Not } from '../../database/typeorm.js';
import { isUuid, type Ids } from '../../ids.js';
import { FileTooLargeError, type FileStore } from '../../storage/index.js';
import { OwnerRunEntity, OwnerUploadEntity, type OwnerRun, type OwnerUpload } from './entities.js';
import { OwnersBusyError, OwnerUploadError, OwnerUploadGoneError } from './errors.js';
import { problemOnScreen } from './on-screen.js';
import { peek, type OwnerFileHead, type PeekOptions } from './peek.js';
import type { RunLog } from './run-log.js';
import type { WorkingCopies } from './working-copy.js';

/** Some ten million owners. Larger files are for the command line, which reads them where they are. */
const MAX_OWNER_FILE_BYTES = 4 * 1024 * 1024 * 1024;
/** Files that may arrive or wait at the same time, so that they do not fill the store: operators import one or a few at a time. */
const MAX_UPLOADS = 20;
/** A file that was not imported within this time is deleted. So is what is known of its imports, the rejected rows included. */
const KEPT_MS = MS_PER_DAY;
/** An upload that takes longer is given up: 4 GB within it are 300 KB a second. */
const ARRIVES_WITHIN_MS = 4 * MS_PER_HOUR;
/** How often the sweep lists every folder of the store, which takes long in a bucket. */
const SCAN_EVERY_MS = MS_PER_HOUR;

/** An upload whose bytes have all arrived. */
export interface KeptUpload extends OwnerUpload {
  bytes: number;
}

/** An upload that is arriving. */
export interface OwnerFileArrival {
  /** The size of the file by the Content-Length header; null without one. */
  declaredBytes: number | null;
  /** Reads the body and hands its bytes to `keep`, whose result it returns. */
  receive: (keep: (bytes: AsyncIterable<Uint8Array>) => Promise<{ sizeBytes: number }>) => Promise<{
    sizeBytes: number;
  }>;
}

export interface UploadNeeds {
  database: Database;
  store: FileStore;
  clock: Clock;
  ids: Ids;
}

/** Files of owners from browsers, kept where every server finds them until they are imported or thrown away. */
export class OwnerUploads {
  #scannedAt = Number.NEGATIVE_INFINITY;

  constructor(
    private readonly needs: UploadNeeds,
    private readonly copies: WorkingCopies,
    private readonly runs: RunLog,
  ) {}

  /**
   * Keeps a file and looks at its beginning.
   * @throws OwnerUploadError, StoreFullError
   */
  async receive(
    name: string,
    { declaredBytes, receive }: OwnerFileArrival,
  ): Promise<KeptUpload & OwnerFileHead> {
    const { database, store, clock, ids } = this.needs;
    if (declaredBytes !== null && declaredBytes > MAX_OWNER_FILE_BYTES) throw tooLarge();
    await this.copies.clean(clock.now() - KEPT_MS);
    const upload: OwnerUpload = { id: ids.uuid(), name, bytes: null, createdAt: clock.now() };
    await this.#admit(upload);
    try {
      const { sizeBytes: bytes } = await receive((source) =>
        store.write(fileOf(upload.id), this.#inTime(source, upload), { maxBytes: MAX_OWNER_FILE_BYTES }),
      );
      if (bytes === 0) throw new OwnerUploadError('The file is empty. Nothing was kept.');
      const kept = { ...upload, bytes };
      const head = await this.#headOf(kept);
      await database.write((tx) => tx.update(OwnerUploadEntity, { id: upload.id }, { bytes }));
      return { ...kept, ...head };
    } catch (error) {
      await this.#forget([upload.id]).catch(() => undefined);
      throw error instanceof FileTooLargeError ? tooLarge() : error;
    }
  }

  /** Newest first, each with its last import or try. */
  async list(): Promise<{ upload: KeptUpload; lastRun: OwnerRun | null }[]> {
    const found = await this.needs.database.read.find(OwnerUploadEntity, {
      where: { bytes: Not(IsNull()) },
      order: { createdAt: 'DESC', id: 'ASC' },
    });
    const lastRuns = await this.runs.lastOf(found.map(({ id }) => id));
    return found.filter(isKept).map((upload) => ({ upload, lastRun: lastRuns.get(upload.id) ?? null }));
  }

  /** @throws OwnerUploadGoneError */
  async get(uploadId: string): Promise<KeptUpload> {
    const upload = await this.needs.database.read.findOneBy(OwnerUploadEntity, { id: uploadId });
    if (upload === null || !isKept(upload)) throw new OwnerUploadGoneError();
    return upload;
  }

  /** A file that is kept, as `receive` told it. @throws OwnerUploadGoneError, OwnerUploadError, StoreFullError */
  async open(uploadId: string, options: PeekOptions = {}): Promise<KeptUpload & OwnerFileHead> {
    const upload = await this.get(uploadId);
    return { ...upload, ...(await this.#headOf(upload, options)) };
  }

  /** Deletes a file; what was imported from it stays. @throws OwnerUploadGoneError, OwnersBusyError */
  async remove(uploadId: string): Promise<void> {
    if (!isUuid(uploadId)) throw new OwnerUploadGoneError();
    await this.needs.database.write(async (tx) => {
      // From here on no import of it begins (RunLog.begin). What a killed server leaves of it the sweep finds.
      await tx.update(OwnerUploadEntity, { id: uploadId }, { bytes: null });
      if (await this.runs.isInUse(tx, uploadId))
        throw new OwnersBusyError('This file is being imported. It can be thrown away when that is done.');
    });
    await this.#forget([uploadId]);
  }

  /** Deletes the file after its import. The rejected rows stay for download. */
  async discard(uploadId: string): Promise<void> {
    const { database, store } = this.needs;
    await store.remove(fileOf(uploadId));
    await database.write((tx) => tx.update(OwnerUploadEntity, { id: uploadId }, { bytes: null }));
  }

  /** Of every import and try of the file so far. */
  async removeRejects(uploadId: string): Promise<void> {
    const { store } = this.needs;
    for (const { name } of await store.list(folderOf(uploadId)))
      if (name.startsWith(rejectsOf(uploadId, ''))) await store.remove(name);
  }

  /** Removes files, and what is known of their imports, after a day. Returns how many files. */
  async sweep(): Promise<number> {
    const { database, clock } = this.needs;
    const beforeMs = clock.now() - KEPT_MS;
    await this.copies.clean(beforeMs);
    const old = await database.read.findBy(OwnerUploadEntity, { createdAt: LessThanOrEqual(beforeMs) });
    const inUse = await this.runs.uploadsInUse();
    const ids = old.map(({ id }) => id).filter((id) => !inUse.has(id));
    await this.#forget(ids);
    return ids.length + (await this.#removeOrphans(beforeMs));
  }

  /** Folders without a row in the database, such as after a restore from an older backup. */
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

  /** Noted before a byte is kept, so that the sweep finds whatever a killed server leaves. @throws OwnerUploadError */
  async #admit(upload: OwnerUpload): Promise<void> {
    const inTheWay = await this.needs.database.write(async (tx) => {
      const waiting = await tx.countBy(OwnerUploadEntity, { bytes: Not(IsNull()) });
      // `bytes` is null while an upload arrives, and again once it was imported, when it has a run.
      const young = await tx.findBy(OwnerUploadEntity, {
        bytes: IsNull(),
        createdAt: MoreThan(upload.createdAt - ARRIVES_WITHIN_MS),
      });
      const runs = await tx.findBy(OwnerRunEntity, { uploadId: In(young.map(({ id }) => id)) });
      const imported = new Set(runs.map(({ uploadId }) => uploadId)).size;
      const isFull = waiting + young.length - imported >= MAX_UPLOADS;
      if (!isFull) await tx.insert(OwnerUploadEntity, { ...upload });
      return isFull;
    });
    if (inTheWay)
      throw new OwnerUploadError(
        `${MAX_UPLOADS} files arrive or wait to be imported already. Nothing was kept of this one: import or throw away some of them first.`,
      );
  }

  /** The server cuts off connections that stand still; this ends one that sends a byte now and then. @throws OwnerUploadError */
  async *#inTime(source: AsyncIterable<Uint8Array>, { createdAt }: OwnerUpload): AsyncGenerator<Uint8Array> {
    for await (const bytes of source) {
      if (this.needs.clock.now() > createdAt + ARRIVES_WITHIN_MS)
        throw new OwnerUploadError(
          `The file did not arrive within ${ARRIVES_WITHIN_MS / MS_PER_HOUR} hours. Nothing was kept. Send it over a faster line, or copy it to the server and run "skiptrace-server owners import" there.`,
        );
      yield bytes;
    }
  }

  async #headOf({ id, name, bytes }: KeptUpload, options: PeekOptions = {}): Promise<OwnerFileHead> {
    const copy = await this.copies.beginning(fileOf(id), bytes, this.needs.ids.uuid());
    try {
      return await peek(copy.file, options);
    } catch (error) {
      const problem = problemOnScreen(error, new Map([[copy.file, name]]));
      if (problem === null) throw error;
      throw new OwnerUploadError(problem, { cause: error });
    } finally {
      await copy.remove();
    }
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

const isKept = (upload: OwnerUpload): upload is KeptUpload => upload.bytes !== null;

const tooLarge = (): OwnerUploadError =>
  new OwnerUploadError(
    `The file is larger than ${MAX_OWNER_FILE_BYTES / 1024 ** 3} GB. Copy it to the server and run ` +
      '"skiptrace-server owners import" there.',
  );

/** Keeps the folders of owner files from being taken for those of jobs, whose names are ids. */
const FOLDER = 'owners-';
const folderOf = (uploadId: string): string => FOLDER + uploadId;

/** Whether a folder of the store is of files from operators' browsers. */
export const isIntakeFolder = (folder: string): boolean =>
  folder.startsWith(FOLDER) && isUuid(folder.slice(FOLDER.length));

export const fileOf = (uploadId: string): string => `${folderOf(uploadId)}/file`;
export const rejectsOf = (uploadId: string, runId: string): string =>
  `${folderOf(uploadId)}/rejects-${runId}`;
