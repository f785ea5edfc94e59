import { Readable } from 'node:stream';
import { CsvInputError, CsvReader, type ByteSource } from '@skiptrace/csv';
import { BrokenZip, LargeZip, zipEntries } from '@skiptrace/csv/zip';
import { BY_SERVICE } from '../../money/log/index.js';
import type { Clock } from '../../platform/clock.js';
import type { Database } from '../../platform/database/index.js';
import { isUuid, type Ids } from '../../platform/ids.js';
import { inSteps } from '../../platform/lib/batches.js';
import { coded } from '../../platform/lib/coded.js';
import type { FileStore } from '../../platform/storage/index.js';
import { Hashes } from '../list/suppression-list.js';
import type { SuppressionLog } from '../list/suppression-log.js';
import {
  DROP_LISTS,
  type DropBatch,
  type DropService,
  type DropStore,
  type ListFile,
  type DropList,
  type ItemStatus,
  type SuppressionReads,
} from '../list/suppression-store.js';
import type { Value } from '../list/suppression.js';
import type { Suppressions } from '../list/suppressions.js';
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
      id: ids.uuid(),
      service,
      way,
      state: 'asked',
      createdAt: clock.now(),
      takenAt: null,
      answeredAt: null,
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
        const drop = { batch: { id: batchId, service, way, createdAt, takenAt }, name, list };
        const logged = items.map(({ workId, key, mark }) => [workId, key, mark] as const);
        const lines = [...inSteps(logged, PER_LINE)].map((some) => ({ drop: { ...drop, items: some } }));
        await log.append(secret, lines, { sync: false });
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
          actor: BY_SERVICE,
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

/** Rows per transaction. Keys are random, so a smaller step writes the same pages more often; lookups wait for a larger one. */
const PER_STEP = 5_000;
/** Rows per line of the log. */
const PER_LINE = 1_000;

/** A DROP file or the platform's response can't be read; the message says why and what to do. */
export class DropError extends coded('drop') {}

/** A file of an archive of DROP. */
interface DropFile {
  /** As it was downloaded, without folders: `20260312_4821_Email.csv`. */
  name: string;
  /** `Removed` holds withdrawn requests of any list. */
  list: DropList | 'Removed';
  content(): AsyncIterable<Uint8Array>;
}

/** A row of a list. */
interface ListRow {
  workId: string;
  /** Base64 of a SHA-256. */
  hash: string;
}

/** Maximum number of files in an archive; DROP's have one per list. */
const MAX_FILES = 1_000;
const MAX_DIRECTORY_BYTES = 1024 * 1024;
const NAME = /^\d{8}_\d+_([A-Za-z]+)(?:_[A-Za-z0-9]{1,10})?\.csv$/i;
const HASH = /^[A-Za-z0-9+/]{43}=$/;
/** Form of an id that can be written unescaped into a file of statuses. */
const WORK_ID = /^[\w.:-]{1,64}$/;

/** List that a file name stands for. Ignores case, because DROP has also used capitals. @throws DropError */
function listOf(name: string): DropFile['list'] {
  const type = NAME.exec(name)?.[1]?.toLowerCase();
  const list = ([...DROP_LISTS, 'Removed'] as const).find((one) => one.toLowerCase() === type);
  if (list === undefined)
    throw new DropError(
      `${name} is no file of DROP that this version knows. Their names look like 20260801_1234_Email.csv; keep the names that they were downloaded with.`,
    );
  return list;
}

/** The files of an archive. @throws DropError */
async function filesIn(archive: ByteSource): Promise<DropFile[]> {
  try {
    return (await zipEntries(archive, { entries: MAX_FILES, directoryBytes: MAX_DIRECTORY_BYTES }))
      .filter(({ name }) => !name.endsWith('/'))
      .map((entry): DropFile => {
        const name = entry.name.slice(entry.name.lastIndexOf('/') + 1);
        return { name, list: listOf(name), content: entry.content };
      });
  } catch (error) {
    if (error instanceof LargeZip) throw new DropError('The archive has more files than DROP has lists.');
    throw unreadable('The archive', error);
  }
}

/**
 * Rows of a list in chunks; none for a list with only a header.
 * @throws DropError for an unreadable row, because no request may be overlooked
 */
async function* rowsOf({ name, content }: DropFile): AsyncGenerator<readonly ListRow[]> {
  const reader = new CsvReader({ mappedHeaders: (header) => header, delimiter: ',' });
  const read = (records: ReturnType<CsvReader['push']>): ListRow[] => {
    const names = (reader.header?.names ?? []).map((header) => header.trim().toLowerCase());
    const [idAt, hashAt] = [names.indexOf('id'), names.indexOf('hash')];
    if (records.length > 0 && (idAt === -1 || hashAt === -1))
      throw new DropError(`${name} has no columns ID and Hash.`);
    return records.flatMap(({ blank, line, values }) => {
      if (blank) return [];
      const [workId, hash] = [values[idAt]?.trim() ?? '', values[hashAt]?.trim() ?? ''];
      if (!WORK_ID.test(workId) || !HASH.test(hash))
        throw new DropError(
          `${name} has no ID and SHA-256 hash in line ${line}. Nothing of it was reported.`,
        );
      return [{ workId, hash }];
    });
  };
  let rows: ListRow[] = [];
  try {
    for await (const chunk of content()) {
      rows.push(...read(reader.push(chunk)));
      if (rows.length < PER_STEP) continue;
      yield rows;
      rows = [];
    }
    rows.push(...read(reader.end()));
    if (rows.length > 0) yield rows;
  } catch (error) {
    if (error instanceof CsvInputError && (error.code === 'no_rows' || error.code === 'empty')) return;
    throw unreadable(name, error);
  }
}

function unreadable(what: string, error: unknown): unknown {
  if (error instanceof BrokenZip || error instanceof CsvInputError)
    return new DropError(`${what} can't be read: ${error.message}`);
  return error;
}

/** Header of a file of statuses in DROP's format (OpenAPI document 1.2.0 of the platform, uploadData). */
export const statusFileHead = 'Id,Status\n';
export const statusLines = (statuses: readonly ItemStatus[]): string =>
  statuses.map(([workId, status]) => `${workId},${status}\n`).join('');

/** Reads a file of statuses written by this program. */
export function* statusesIn(text: string, perStep: number): Generator<ItemStatus[]> {
  let some: ItemStatus[] = [];
  for (let at = statusFileHead.length; at < text.length;) {
    const comma = text.indexOf(',', at);
    const end = text.indexOf('\n', comma);
    some.push([text.slice(at, comma), Number(text.slice(comma + 1, end))]);
    at = end + 1;
    if (some.length < perStep) continue;
    yield some;
    some = [];
  }
  if (some.length > 0) yield some;
}
