import { Readable } from 'node:stream';
import type { ByteSource } from '@skiptrace/csv';
import type { Clock } from '../../clock.js';
import type { Database } from '../../database/index.js';
import { isUuid, type Ids } from '../../ids.js';
import type { FileStore } from '../../storage/index.js';
import type { DropBatch, DropService, DropStore, ListFile } from '../drop-store.js';
import { Hashes } from '../suppression-list.js';
import type { SuppressionLog } from '../suppression-log.js';
import type { SuppressionReads } from '../suppression-store.js';
import type { Suppressions } from '../suppressions.js';
import type { Value } from '../suppression.js';
import { DropError, filesIn, listOf, rowsOf, type DropFile } from './list-files.js';
import { DROP_SOURCE, valueOf } from './matching.js';

export interface BatchNeeds {
  drops: DropStore;
  list: SuppressionReads;
  log: SuppressionLog;
  suppressions: Suppressions;
  database: Database;
  files: FileStore;
  clock: Clock;
  ids: Ids;
}

/** Upper limit for one DROP download; a list of all Californians would be about a tenth of it. */
const MAX_ARCHIVE_BYTES = 64 * 1024 ** 3;

/** Prefix of DROP's folders in the file store, one per batch, with its archives and reports. */
const FOLDER = 'drop-';
export const isDropFolder = (folder: string): boolean =>
  folder.startsWith(FOLDER) && isUuid(folder.slice(FOLDER.length));
export const fileOf = (batchId: string, name: string): string => `${FOLDER}${batchId}/${name}`;
const sourceOf = ({ id }: DropBatch, at: number): string => fileOf(id, `source-${at + 1}`);
const noteOf = ({ id }: DropBatch): string => fileOf(id, 'sources');

/**
 * Stores DROP's lists. Each archive is saved unchanged before it is read, because DROP hands it out only
 * once. Every step can be repeated after a kill.
 */
export class DropBatches {
  constructor(private readonly needs: BatchNeeds) {}

  /** The batch that still owes statuses; null if every batch is answered. */
  async open(service: DropService): Promise<DropBatch | null> {
    const [newest] = await this.needs.drops.batches(service, 1);
    return newest === undefined || newest.state === 'answered' ? null : newest;
  }

  async begin(service: DropService, way: DropBatch['way']): Promise<DropBatch> {
    const { drops, database, clock, ids } = this.needs;
    const batch: DropBatch = {
      ...{ id: ids.uuid(), service, way, state: 'asked', createdAt: clock.now() },
      ...{ takenAt: null, answeredAt: null },
    };
    await database.write((tx) => drops.addBatch(tx, batch));
    return batch;
  }

  /**
   * Saves a download unchanged. The list of names is saved first, so that an archive on disk is always
   * identifiable.
   * @param sources archives and lists by name
   */
  async archive(
    batch: DropBatch,
    sources: readonly { name: string; content: AsyncIterable<Uint8Array> }[],
  ): Promise<void> {
    await this.announce(
      batch,
      sources.map(({ name }) => name),
    );
    for (const [at, { content }] of sources.entries()) await this.store(batch, at, content);
  }

  /**
   * Reads every row of files from a person. Unreadable files are not stored, because one would block all later ones.
   * @throws DropError
   */
  async requireReadable(batch: DropBatch): Promise<void> {
    try {
      for (const file of await this.#filesOf(batch)) for await (const _rows of rowsOf(file));
    } catch (error) {
      await this.forgetFiles(batch);
      throw error;
    }
  }

  /** Whether all files of the batch are stored, even if a kill came before the state was saved. */
  async isArchived(batch: DropBatch): Promise<boolean> {
    const { files } = this.needs;
    if ((await files.size(noteOf(batch))) === null) return false;
    for (const at of (await this.#namesOf(batch)).keys())
      if ((await files.size(sourceOf(batch, at))) === null) return false;
    return true;
  }

  async store(batch: DropBatch, at: number, content: AsyncIterable<Uint8Array>): Promise<void> {
    await this.needs.files.write(sourceOf(batch, at), content, { maxBytes: MAX_ARCHIVE_BYTES });
  }

  /** Saves the names of the files about to be archived. */
  async announce(batch: DropBatch, names: readonly string[]): Promise<void> {
    const note = Readable.from([Buffer.from(JSON.stringify(names))]);
    await this.needs.files.write(noteOf(batch), note, { maxBytes: MAX_ARCHIVE_BYTES });
  }

  async forgetFiles({ id }: DropBatch): Promise<void> {
    await this.needs.files.removeFolder(FOLDER + id);
  }

  async #namesOf(batch: DropBatch): Promise<string[]> {
    return JSON.parse(await textOf(this.needs.files, noteOf(batch))) as string[];
  }

  async change(batch: DropBatch, changes: Partial<DropBatch>): Promise<DropBatch> {
    const { drops, database } = this.needs;
    const changed = { ...batch, ...changes };
    await database.write((tx) => drops.changeBatch(tx, changed));
    return changed;
  }

  /** Puts the rows of an archive in force. @throws DropError */
  async list(batch: DropBatch): Promise<DropBatch> {
    const { drops, log, database } = this.needs;
    for (const file of await this.#filesOf(batch)) {
      if (file.list === 'Removed') await this.#takeBack(batch, file);
      else await this.#add(batch, file, file.list);
    }
    // Synced to disk before the rows count, like every addition.
    if (batch.service === 'production') await log.sync();
    await database.write((tx) => drops.publish(tx));
    return this.change(batch, { state: 'listed' });
  }

  /** Files with removals are processed last. */
  async #filesOf(batch: DropBatch): Promise<DropFile[]> {
    const { files } = this.needs;
    if (!(await this.isArchived(batch)))
      throw new DropError(
        'What DROP handed out is gone from the files. Restore it, or ask CalPrivacy for a new download.',
      );
    const names = await this.#namesOf(batch);
    const all: DropFile[] = [];
    for (const [at, name] of names.entries()) {
      const stored = await sourceIn(files, sourceOf(batch, at));
      if (/\.zip$/i.test(name)) all.push(...(await filesIn(stored)));
      else all.push({ name, list: listOf(name), content: () => stored.read() });
    }
    const isRemoved = ({ list }: DropFile): boolean => list === 'Removed';
    return [...all.filter((file) => !isRemoved(file)), ...all.filter(isRemoved)];
  }

  async #add(batch: DropBatch, file: DropFile, list: ListFile['list']): Promise<void> {
    const { drops, log, database } = this.needs;
    const { name } = file;
    const { secret } = await this.needs.list.state();
    const hashes = new Hashes(secret);
    const { id: batchId, service, way, createdAt, takenAt } = batch;
    const id = await database.write((tx) => drops.putList(tx, { batchId, name, list }));
    const whole: ListFile = { id, batchId, service, name, list };
    for await (const rows of rowsOf(file)) {
      const items = rows.map(({ workId, hash }) => ({
        workId,
        ...hashes.both(valueOf(service, { kind: kindOf(list), text: hash })),
      }));
      if (service === 'production') {
        const drop = {
          ...{ batch: { id: batchId, service, way, createdAt, takenAt }, name, list },
          items: items.map(({ workId, key, mark }) => [workId, key, mark] as const),
        };
        await log.append(secret, [{ drop }], { sync: false });
      }
      await database.write((tx) => drops.addItems(tx, whole, items));
    }
  }

  /** Withdraws requests: people suppressed only because of them become visible again. */
  async #takeBack({ service }: DropBatch, file: DropFile): Promise<void> {
    const { drops, log, suppressions, database } = this.needs;
    const { secret } = await this.needs.list.state();
    for await (const rows of rowsOf(file)) {
      const workIds = rows.map(({ workId }) => workId);
      const keys = await database.write((tx) => drops.takeBack(tx, service, workIds));
      if (service === 'production') {
        // Logged after the change, like a lift: if the log line is lost, a restore keeps the person
        // suppressed.
        await log.append(secret, [{ dropBack: workIds }]);
        const identities = await drops.soleIdentities(keys);
        await suppressions.liftAll(identities, {
          reason: 'deletion request taken back',
          by: DROP_SOURCE,
        });
        await database.write((tx) => drops.unlinkPeople(tx, keys));
      }
    }
  }
}

/** Kind of a list's identifiers. Only emails and phones are compared with owners; other lists are just stored. */
const kindOf = (list: ListFile['list']): Value['kind'] => (list === 'Phone' ? 'drop-phone' : 'drop-email');

async function sourceIn(files: FileStore, name: string): Promise<ByteSource> {
  const size = (await files.size(name)) ?? 0;
  return {
    size,
    async *read(start = 0, end = size) {
      if (start >= end) return;
      for await (const chunk of await files.read(name, start, end)) yield chunk as Uint8Array;
    },
  };
}

export async function textOf(files: FileStore, name: string): Promise<string> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of await files.read(name)) chunks.push(chunk as Uint8Array);
  return Buffer.concat(chunks).toString();
}
