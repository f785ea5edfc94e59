import type { EntityManager } from 'typeorm';
import { awaitedLater } from '../../awaited-later.js';
import type { Clock } from '../../clock.js';
import type { Database } from '../../database/index.js';
import type { Ids } from '../../ids.js';
import { ImportEntity, type Import, type ImportCounts } from '../entities.js';
import { OwnerImportError } from '../errors.js';
import { addressRules } from '../property.js';
import { joinOwners } from '../join/join-owners.js';
import { KeyIndex } from './key-index.js';
import { mergeDuplicates, NOTHING_MERGED, type MergedCounts } from './merge.js';
import { INSERT_RECORDS, type EncodedRecords } from './record-batch.js';

/** How far the caller may be ahead of writing. */
const BYTES_AHEAD = 4 * 1024 * 1024;

export interface LoadingOptions {
  source: string;
  fingerprint: string;
  fileDigest?: string;
  /** Of the whole source from now on; by default it keeps what it has. */
  priority?: number;
}

/**
 * An import while it is written. Nobody sees its records until `activate`, which makes all of them visible in one small
 * write; a process that dies before leaves garbage that the next purge removes.
 */
export class LoadingImport {
  readonly #keys: KeyIndex;
  readonly #queue: { written: Promise<void>; bytes: number }[] = [];
  #bytesAhead = 0;
  #last: Promise<void> = Promise.resolve();

  private constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly import_: Import,
    private readonly setsPriority: boolean,
  ) {
    this.#keys = new KeyIndex(import_, `${database.path}-keys-${import_.id}`);
  }

  static async begin(
    database: Database,
    clock: Clock,
    ids: Ids,
    { source, fingerprint, fileDigest, priority }: LoadingOptions,
  ): Promise<LoadingImport> {
    const now = clock.now();
    const import_ = await database.write(async (tx) => {
      const id = ids.uuid();
      const [newest] = await tx.query<{ id: number | null }[]>('SELECT MAX(id) AS id FROM owner_records');
      const lastRecordId = newest?.id ?? 0;
      const [before] = await tx.find(ImportEntity, { where: { source, state: 'active' }, take: 1 });
      await tx.insert(ImportEntity, {
        ...{ fileDigest: fileDigest ?? null, priority: priority ?? before?.priority ?? 0 },
        ...{ id, source, fingerprint, state: 'loading', startedAt: now, touchedAt: now },
        ...{ addressRules: addressRules(), firstRecordId: lastRecordId + 1, lastRecordId, ...NO_COUNTS },
      });
      return tx.findOneByOrFail(ImportEntity, { id });
    });
    return new LoadingImport(database, clock, import_, priority !== undefined);
  }

  /** Queues records to be written in one transaction, and waits until the caller is no longer too far ahead. */
  async add(records: EncodedRecords): Promise<void> {
    const { bytes, places, identities } = records;
    if (identities.length === 0) return;
    await this.#write(bytes.length, async (tx) => {
      await tx.query(INSERT_RECORDS, [this.import_.sequence, bytes, places]);
      const [last] = await tx.query<{ id: number }[]>('SELECT last_insert_rowid() AS id');
      if (last === undefined) throw new Error('no record was written');
      this.import_.lastRecordId = last.id;
      await this.#keys.take(tx, records, last.id - identities.length + 1);
    });
  }

  /** Puts the keys into the index, and merges what the file says twice. */
  async finish(onIndexed: (share: number) => void = () => undefined): Promise<MergedCounts> {
    await this.#allWritten();
    for (const { share, bytes, write } of this.#keys.writes()) {
      await this.#write(bytes, write);
      onIndexed(share);
    }
    await this.#allWritten();
    this.#keys.close();
    const alive = (tx: EntityManager) => this.#touch(tx);
    let merged = NOTHING_MERGED;
    if (this.#keys.hasDuplicates) {
      merged = await mergeDuplicates(this.database, this.import_, alive);
      await this.#keys.indexMerged(this.database, alive);
    }
    await joinOwners(this.database, this.import_, alive);
    return merged;
  }

  /**
   * Makes the records visible and, with `replace`, the source's other imports invisible: one moment for both.
   * @throws OwnerImportError given_up
   */
  activate(counts: ImportCounts, { replace }: { replace: boolean }): Promise<Import> {
    const { sequence, source, fileDigest, priority } = this.import_;
    return this.database.write(async (tx) => {
      const now = this.clock.now();
      await this.#touch(tx);
      const retired = { state: 'retired' as const, retiredAt: now };
      if (this.setsPriority) await tx.update(ImportEntity, { source, state: 'active' }, { priority });
      // The same file, read in another way: what was understood before is mended, not added to.
      if (fileDigest !== null)
        await tx.update(ImportEntity, { source, state: 'active', fileDigest }, retired);
      if (replace) {
        await tx.update(ImportEntity, { source, state: 'active' }, retired);
      }
      const [newest] = await tx.query<{ edition: number | null }[]>(
        'SELECT MAX(edition) AS edition FROM imports',
      );
      const edition = (newest?.edition ?? 0) + 1;
      const made = { ...counts, state: 'active' as const, edition, activatedAt: now };
      await tx.update(ImportEntity, { sequence }, made);
      return tx.findOneByOrFail(ImportEntity, { sequence });
    });
  }

  /** Gives the import up. Its records, which nobody saw, are removed by the next purge. */
  async abandon(): Promise<void> {
    await this.#last.catch(() => undefined);
    this.#keys.close();
    const { sequence } = this.import_;
    await this.database.write((tx) =>
      tx.update(ImportEntity, { sequence, state: 'loading' }, { state: 'retired', retiredAt: 0 }),
    );
  }

  async #write(bytes: number, work: (tx: EntityManager) => Promise<void>): Promise<void> {
    // One at a time: alone in its transaction, a statement keeps no journal of its own.
    const written = this.#last.then(() =>
      this.database.write(async (tx) => {
        await work(tx);
        await this.#touch(tx);
      }),
    );
    this.#last = written;
    void awaitedLater(written);
    this.#queue.push({ written, bytes });
    this.#bytesAhead += bytes;
    while (this.#bytesAhead > BYTES_AHEAD) await this.#firstWritten();
  }

  async #allWritten(): Promise<void> {
    while (this.#queue.length > 0) await this.#firstWritten();
  }

  /** Waits for the oldest of what is queued, or throws why it was not written. */
  async #firstWritten(): Promise<void> {
    const [first] = this.#queue;
    if (first === undefined) return;
    await first.written;
    this.#queue.shift();
    this.#bytesAhead -= first.bytes;
  }

  /** A sign of life. @throws OwnerImportError when another process took this one for dead */
  async #touch(tx: EntityManager): Promise<void> {
    const { sequence, lastRecordId } = this.import_;
    const alive = { touchedAt: this.clock.now(), lastRecordId };
    const { affected } = await tx.update(ImportEntity, { sequence, state: 'loading' }, alive);
    if (affected !== 1) {
      throw new OwnerImportError(
        'given_up',
        'This import made no progress for 5 minutes and was cancelled. Run it again.',
      );
    }
  }
}

const NO_COUNTS: ImportCounts = {
  rowsRead: 0,
  rowsMerged: 0,
  rowsRefused: 0,
  records: 0,
  addressKeys: 0,
  phones: 0,
  emails: 0,
};
