import { MS_PER_DAY, MS_PER_HOUR, MS_PER_MINUTE, MS_PER_SECOND, type Clock } from '../../platform/clock.js';
import type { Database } from '../../platform/database/index.js';
import { In, IsNull, LessThanOrEqual, MoreThan, Not } from '../../platform/database/typeorm.js';
import { isUuid, type Ids } from '../../platform/ids.js';
import { startHeartbeat } from '../../platform/lib/heartbeat.js';
import { FileTooLargeError, type FileStore } from '../../platform/storage/index.js';
import { OwnerUploadEntity, type IntakeOptions, type OwnerRun, type OwnerUpload } from './entities.js';
import { OwnersBusyError, OwnerUploadError, OwnerUploadGoneError, problemOnScreen } from './errors.js';
import { peek, previewOwners, type FirstOwners, type OwnerFileHead, type PeekOptions } from './peek.js';
import type { RunLog } from './run-log.js';
import type { WorkingCopies } from './working-copy.js';

/** Maximum file size, some ten million owners. Larger files are for the command line, which reads them in place. */
const MAX_OWNER_FILE_BYTES = 4 * 1024 * 1024 * 1024;
/** Files that may arrive or wait at the same time, so that they do not fill the store: operators import one or a few at a time. */
const MAX_UPLOADS = 20;
/** Lifetime of a file that isn't imported. Its rejected rows, and what its imports' records quote, expire with it. */
const KEPT_MS = MS_PER_DAY;
/** Timeout of an upload; 4 GB within it are 300 KB per second. */
const ARRIVES_WITHIN_MS = 4 * MS_PER_HOUR;
/** Minimum progress, which any real connection makes; a slower one only occupies a slot. */
const LEAST_BYTES_PER_MINUTE = 64 * 1024;
/** Heartbeat interval of an arriving file, and the time without a heartbeat after which its server counts as killed. */
const ALIVE_EVERY_MS = 5 * MS_PER_SECOND;
const CUT_OFF_AFTER_MS = 30 * MS_PER_SECOND;
const TAKEN_FOR_CUT_OFF =
  'The server did not say for half a minute that the file arrives, so its place went to another. Nothing was kept. Send it again.';
/** Maximum number of reading variants per file with cached first rows. */
const MAX_HEADS = 8;
/** How often the sweep lists every folder of the store, which takes long in a bucket. */
const SCAN_EVERY_MS = MS_PER_HOUR;

/** An upload with all its bytes. */
export interface KeptUpload extends OwnerUpload {
  bytes: number;
}

/** An upload without the server's internal fields. */
export type ShownUpload = Omit<KeptUpload, 'heads' | 'aliveAt'>;

/** The settings of an import that say what a row becomes. */
export type PreviewOptions = Pick<
  IntakeOptions,
  | 'headerRow'
  | 'sheet'
  | 'state'
  | 'nameOrder'
  | 'allowNameless'
  | 'dncDefault'
  | 'phoneTypeDefault'
  | 'overrides'
  | 'unused'
>;

/** An upload that is arriving. */
export interface OwnerFileArrival {
  /** The size of the file by the Content-Length header; null without one. */
  declaredBytes: number | null;
  /** Sent by this server for an import that begins at once: it never waits in the list, and is removed if its import is cut off. */
  isForItself?: boolean;
  /** Reads the body and passes its bytes to `keep`; returns the result of `keep`. */
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

/** Files of owners uploaded from browsers, stored for all servers until they are imported or discarded. */
export class OwnerUploads {
  #scannedAt = Number.NEGATIVE_INFINITY;
  #lastPeek: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly needs: UploadNeeds,
    private readonly copies: WorkingCopies,
    private readonly runs: RunLog,
  ) {}

  /**
   * Stores a file and reads its beginning.
   * @throws OwnerUploadError, StoreFullError
   */
  async receive(
    name: string,
    { declaredBytes, isForItself = false, receive }: OwnerFileArrival,
  ): Promise<ShownUpload & OwnerFileHead> {
    const { database, store, clock, ids } = this.needs;
    if (declaredBytes !== null && declaredBytes > MAX_OWNER_FILE_BYTES) throw tooLarge();
    await this.copies.clean(clock.now() - KEPT_MS);
    await this.#forgetCutOff();
    const now = clock.now();
    const upload: OwnerUpload = {
      id: ids.uuid(),
      name,
      bytes: null,
      createdAt: now,
      aliveAt: now,
      heads: null,
    };
    await this.#admit(upload);
    const stopHeartbeat = startHeartbeat(ALIVE_EVERY_MS, () => this.#sayThatItArrives(upload));
    try {
      const { sizeBytes: bytes } = await receive((source) =>
        store.write(fileOf(upload.id), this.#inTime(source, upload), { maxBytes: MAX_OWNER_FILE_BYTES }),
      );
      if (bytes === 0) throw new OwnerUploadError('The file is empty. Nothing was kept.');
      const kept = { ...upload, bytes };
      const head = await this.#oneAtATime(() => this.#headOf(kept));
      const heads = { [keyOf({})]: head };
      const noted = await database.write((tx) =>
        tx.update(OwnerUploadEntity, arriving(upload.id), {
          bytes,
          heads,
          aliveAt: isForItself ? clock.now() : null,
        }),
      );
      if (noted.affected === 0) throw new OwnerUploadError(TAKEN_FOR_CUT_OFF);
      return { ...shown(kept), ...head };
    } catch (error) {
      await this.#forget([upload.id]).catch(() => undefined);
      throw error instanceof FileTooLargeError ? tooLarge() : error;
    } finally {
      await stopHeartbeat();
    }
  }

  /** Uploads that were not imported yet, newest first, each with its last import or dry run. */
  async list(): Promise<{ upload: KeptUpload; lastRun: OwnerRun | null }[]> {
    const found = await this.needs.database.read.find(OwnerUploadEntity, {
      where: { bytes: Not(IsNull()), aliveAt: IsNull() },
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

  /** Preview of a stored file, as `receive` returned it. @throws OwnerUploadGoneError, OwnerUploadError, StoreFullError */
  async open(uploadId: string, options: PeekOptions = {}): Promise<ShownUpload & OwnerFileHead> {
    const upload = await this.get(uploadId);
    const key = keyOf(options);
    const known = upload.heads?.[key];
    if (known !== undefined) return { ...shown(upload), ...known };
    return this.#oneAtATime(async () => {
      // Another request may have read it meanwhile.
      const { heads, ...now } = await this.get(uploadId);
      const head = heads?.[key] ?? (await this.#headOf(upload, options));
      const others = Object.entries(heads ?? {}).filter(([other]) => other !== key);
      await this.needs.database.write((tx) =>
        tx.update(
          OwnerUploadEntity,
          { id: uploadId, bytes: Not(IsNull()) },
          { heads: Object.fromEntries([...others.slice(1 - MAX_HEADS), [key, head]]) },
        ),
      );
      return { ...shown({ ...now, heads }), ...head };
    });
  }

  /**
   * The owners that the previewed rows of a stored file become, or why the file can't be imported like this, as a sentence.
   * @throws OwnerUploadGoneError, StoreFullError
   */
  async preview(
    uploadId: string,
    { overrides = {}, phoneTypeDefault, ...options }: PreviewOptions,
  ): Promise<{ rows: FirstOwners[]; problem: string | null }> {
    const { id, name, bytes } = await this.get(uploadId);
    return this.#oneAtATime(async () => {
      const copy = await this.copies.beginning(fileOf(id), bytes, this.needs.ids.uuid());
      try {
        const reading = { ...options, overrides, phoneTypeDefault: phoneTypeDefault ?? null };
        return { rows: await previewOwners(copy.file, reading, this.copies.reserveBytes), problem: null };
      } catch (error) {
        const problem = problemOnScreen(error, new Map([[copy.file, name]]));
        if (problem === null) throw error;
        return { rows: [], problem };
      } finally {
        await copy.remove();
      }
    });
  }

  /** Deletes a file; owners imported from it stay. @throws OwnerUploadGoneError, OwnersBusyError */
  async remove(uploadId: string): Promise<void> {
    if (!isUuid(uploadId)) throw new OwnerUploadGoneError();
    await this.#close(uploadId);
    await this.#forget([uploadId]);
  }

  /** Closes a file, unless it is being imported. @returns whether it did */
  async #tryClose(uploadId: string): Promise<boolean> {
    try {
      await this.#close(uploadId);
      return true;
    } catch (error) {
      if (error instanceof OwnersBusyError) return false;
      throw error;
    }
  }

  /** Closes a file to new imports (RunLog.begin). After a kill, the sweep deletes the rest of it. @throws OwnersBusyError */
  async #close(uploadId: string): Promise<void> {
    await this.needs.database.write(async (tx) => {
      await tx.update(OwnerUploadEntity, { id: uploadId }, { bytes: null });
      if (await this.runs.isInUse(tx, uploadId))
        throw new OwnersBusyError('This file is being imported. It can be thrown away when that is done.');
    });
  }

  /** Deletes the file after its import. The rejected rows stay for download. */
  async discard(uploadId: string): Promise<void> {
    const { database, store } = this.needs;
    await store.remove(fileOf(uploadId));
    await database.write((tx) =>
      tx.update(OwnerUploadEntity, { id: uploadId }, { bytes: null, heads: null, aliveAt: null }),
    );
  }

  /** Removes the rejected rows of all imports and dry runs of the file so far. */
  async removeRejects(uploadId: string): Promise<void> {
    const { store } = this.needs;
    for (const { name } of await store.list(folderOf(uploadId)))
      if (name.startsWith(rejectsOf(uploadId, ''))) await store.remove(name);
  }

  /** Removes files after a day, and records of imports after 30. Returns the number of both. */
  async sweep(): Promise<number> {
    const { database, clock } = this.needs;
    const beforeMs = clock.now() - KEPT_MS;
    await this.copies.clean(beforeMs);
    await this.#forgetCutOff();
    const old = await database.read.findBy(OwnerUploadEntity, { createdAt: LessThanOrEqual(beforeMs) });
    const ids: string[] = [];
    for (const { id } of old) if (await this.#tryClose(id)) ids.push(id);
    await this.#forget(ids);
    return ids.length + (await this.#removeOrphans(beforeMs)) + (await this.runs.sweep());
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

  /** Registers an upload before its first byte is stored, so that the sweep finds leftovers of a killed server. @throws OwnerUploadError */
  async #admit(upload: OwnerUpload): Promise<void> {
    const inTheWay = await this.needs.database.write(async (tx) => {
      const waiting = await tx.countBy(OwnerUploadEntity, { bytes: Not(IsNull()) });
      const arriving = await tx.countBy(OwnerUploadEntity, {
        bytes: IsNull(),
        aliveAt: MoreThan(upload.createdAt - CUT_OFF_AFTER_MS),
      });
      const isFull = waiting + arriving >= MAX_UPLOADS;
      if (!isFull) await tx.insert(OwnerUploadEntity, { ...upload });
      return isFull;
    });
    if (inTheWay)
      throw new OwnerUploadError(
        `${MAX_UPLOADS} files arrive or wait to be imported already. Nothing was kept of this one: import or throw away some of them first.`,
      );
  }

  /** Aborts connections that trickle; the HTTP server already closes idle ones. @throws OwnerUploadError */
  async *#inTime(source: AsyncIterable<Uint8Array>, { createdAt }: OwnerUpload): AsyncGenerator<Uint8Array> {
    let minuteBegan = createdAt;
    let bytesInMinute = 0;
    for await (const bytes of source) {
      const now = this.needs.clock.now();
      bytesInMinute += bytes.length;
      if (now >= minuteBegan + MS_PER_MINUTE) {
        const minutes = Math.floor((now - minuteBegan) / MS_PER_MINUTE);
        if (bytesInMinute < minutes * LEAST_BYTES_PER_MINUTE)
          throw new OwnerUploadError(
            'The file arrived at less than 64 KB a minute, and takes a place that others need. Nothing was kept. Send it over a faster line.',
          );
        minuteBegan = now;
        bytesInMinute = 0;
      }
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
      return await peek(copy.file, options, this.copies.reserveBytes);
    } catch (error) {
      const problem = problemOnScreen(error, new Map([[copy.file, name]]));
      if (problem === null) throw error;
      throw new OwnerUploadError(problem, { cause: error });
    } finally {
      await copy.remove();
    }
  }

  /** Serializes unpacking for pages: one file at a time. */
  #oneAtATime<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#lastPeek.then(work);
    this.#lastPeek = done.catch(() => undefined);
    return done;
  }

  async #sayThatItArrives({ id }: OwnerUpload): Promise<void> {
    const { database, clock } = this.needs;
    await database
      .write((tx) => tx.update(OwnerUploadEntity, arriving(id), { aliveAt: clock.now() }))
      .catch(() => undefined);
  }

  /**
   * Removes uploads without a heartbeat, so that a killed server leaves neither an occupied slot nor bytes. A file that a server sent
   * for itself has none: it is removed when it is not being imported.
   */
  async #forgetCutOff(): Promise<void> {
    const { database, clock } = this.needs;
    const isSilent = { aliveAt: LessThanOrEqual(clock.now() - CUT_OFF_AFTER_MS) };
    const cutOff: string[] = [];
    for (const { id, bytes } of await database.read.findBy(OwnerUploadEntity, isSilent)) {
      if (bytes !== null && (await this.runs.lastOf([id])).get(id)?.state === 'done') {
        await this.discard(id);
        continue;
      }
      if (bytes !== null && !(await this.#tryClose(id))) continue;
      // Its server may only have been slow and sent a heartbeat since. From here on, the upload can't be completed any more.
      const ended = await database.write((tx) =>
        tx.update(OwnerUploadEntity, { id, bytes: IsNull(), ...isSilent }, { aliveAt: null }),
      );
      if (ended.affected !== 0) cutOff.push(id);
    }
    await this.#forget(cutOff);
  }

  /** Deletes the files before the row, so that the rest is found again after a kill. */
  async #forget(uploadIds: readonly string[]): Promise<void> {
    const { database, store } = this.needs;
    if (uploadIds.length === 0) return;
    for (const id of uploadIds) await store.removeFolder(folderOf(id));
    await database.write(async (tx) => {
      await this.runs.forgetRows(tx, uploadIds);
      await tx.delete(OwnerUploadEntity, { id: In(uploadIds) });
    });
  }
}

const keyOf = ({ headerRow, sheet }: PeekOptions): string =>
  JSON.stringify([headerRow ?? null, sheet ?? null]);

const shown = ({ heads: _, aliveAt: __, ...upload }: KeptUpload): ShownUpload => upload;

/** An upload in progress. */
const arriving = (id: string) => ({ id, bytes: IsNull(), aliveAt: Not(IsNull()) });

const isKept = (upload: OwnerUpload): upload is KeptUpload => upload.bytes !== null;

const tooLarge = (): OwnerUploadError =>
  new OwnerUploadError(
    `The file is larger than ${MAX_OWNER_FILE_BYTES / 1024 ** 3} GB. Copy it to the server and run ` +
      '"skiptrace-server owners import" there.',
  );

/** Prefix of owner file folders; folders of jobs are named by id only. */
const FOLDER = 'owners-';
const folderOf = (uploadId: string): string => FOLDER + uploadId;

/** Whether a folder of the store belongs to owner uploads. */
export const isIntakeFolder = (folder: string): boolean =>
  folder.startsWith(FOLDER) && isUuid(folder.slice(FOLDER.length));

export const fileOf = (uploadId: string): string => `${folderOf(uploadId)}/file`;
export const rejectsOf = (uploadId: string, runId: string): string =>
  `${folderOf(uploadId)}/rejects-${runId}`;
/** How the file of an import was read, for the rejected rows that are corrected. */
export const readingOf = (uploadId: string, runId: string): string => `${rejectsOf(uploadId, runId)}-reading`;
