import { createHash } from 'node:crypto';
import type { Ids } from '../../platform/ids.js';
import { awaitedLater } from '../../platform/lib/awaited-later.js';
import { chunksOf } from '../../platform/lib/file-chunks.js';
import type { Import, ImportCounts } from '../entities.js';
import { joinOwners, joinWithout } from '../join/join-owners.js';
import { mergeDuplicates, NOTHING_MERGED, type MergedCounts } from '../merge.js';
import { addressRules } from '../property.js';
import type { PhoneType } from '../record.js';
import type { OwnerStores } from '../stores.js';
import type { Activation } from './import-store.js';
import { KeyIndex } from './key-index.js';
import type { EncodedRecords } from './record-batch.js';

/** Back-pressure limit: bytes the caller may queue ahead of the writer. */
const BYTES_AHEAD = 4 * 1024 * 1024;

export interface LoadingOptions {
  source: string;
  fingerprint: string;
  fileDigest?: string;
  phoneTypeDefault?: PhoneType | null;
  chosenColumns?: string | null;
  /** By default the current ones. */
  addressRules?: number;
  /** Size of the file. */
  bytes?: number;
  /** Priority of the whole source from now on; by default unchanged. */
  priority?: number;
}

/**
 * An import while it is written. Its records stay invisible until `activate`, which shows all of them in one small write. If the
 * process dies earlier, the next purge removes them.
 */
export class LoadingImport {
  readonly #keys: KeyIndex;
  readonly #queue: { written: Promise<void>; bytes: number }[] = [];
  #bytesAhead = 0;
  #inPlaceOf: Import | null = null;
  /** Ids of joined records that this import added. */
  readonly #joined: number[] = [];
  #last: Promise<void> = Promise.resolve();

  private constructor(
    private readonly stores: OwnerStores,
    private readonly import_: Import,
    private readonly setsPriority: boolean,
    keysPath: string,
    bytes: number,
  ) {
    this.#keys = new KeyIndex(keysPath, bytes);
  }

  static async begin(
    stores: OwnerStores,
    ids: Ids,
    { source, fingerprint, priority, bytes = 0, ...options }: LoadingOptions,
  ): Promise<LoadingImport> {
    const import_ = await stores.store.begin({
      id: ids.uuid(),
      source,
      fingerprint,
      bytes,
      addressRules: options.addressRules ?? addressRules(),
      fileDigest: options.fileDigest ?? null,
      priority: priority ?? null,
      phoneTypeDefault: options.phoneTypeDefault ?? null,
      chosenColumns: options.chosenColumns ?? null,
    });
    return new LoadingImport(
      stores,
      import_,
      priority !== undefined,
      `${stores.pathForFiles}-keys-${import_.id}`,
      bytes,
    );
  }

  /** Queues records to be written in one transaction; waits if the queue is full (back-pressure). */
  async add(records: EncodedRecords): Promise<void> {
    if (records.identities.length === 0) return;
    const setAside = this.#keys.seenAgain(records);
    await this.#write(sizeOf(records), async () => {
      const firstId = await this.stores.store.append(this.import_, records, setAside);
      this.#keys.take(records, firstId, setAside);
    });
  }

  /** Replaces another import that has the same records, all added here: takes over its streets, rank and age. */
  async takePlaceOf(old: Import): Promise<void> {
    await this.#allWritten();
    await this.stores.store.copyStreets(this.import_, old);
    this.#inPlaceOf = old;
  }

  /** Adds the keys to the index and merges duplicates. */
  async finish(onIndexed: (share: number) => void = () => undefined): Promise<MergedCounts> {
    const { store } = this.stores;
    await this.#allWritten();
    for (const { share, entries } of this.#keys.sorted()) {
      await this.#write(entries.byteLength, () => store.addKeys(this.import_, entries));
      onIndexed(share);
    }
    await this.#allWritten();
    this.#keys.close();
    let merged = NOTHING_MERGED;
    if (this.#keys.hasDuplicates) {
      merged = await mergeDuplicates(store, this.import_);
      await store.indexSetAside(this.import_);
    }
    await store.finishIndex(this.import_);
    const rank = this.#inPlaceOf?.edition ?? undefined;
    this.#joined.push(...(await joinOwners(this.stores, this.import_, { rank })));
    return merged;
  }

  /**
   * Makes the records visible and, with `replace`, retires the source's other imports, in one atomic change. What other sources
   * have in common with those is joined without them before.
   * @throws OwnerImportError given_up
   */
  async activate(counts: ImportCounts, { replace }: Pick<Activation, 'replace'>): Promise<Import> {
    this.#joined.push(...(await joinWithout(this.stores, await this.#replaced(replace), this.import_)));
    const { screening, store } = this.stores;
    for (;;) {
      // Records are screened before they become visible.
      const records = { importSequence: this.import_.sequence, joinedIds: this.#joined };
      const screened = await screening?.screen(records);
      const activated = await store.activate(this.import_, counts, {
        replace,
        ...(this.#inPlaceOf !== null && { inPlaceOf: this.#inPlaceOf }),
        setsPriority: this.setsPriority,
        ...(screened !== undefined && {
          isCurrent: async () => (await screening?.isCurrent(screened)) === true,
        }),
      });
      if (activated === null) continue;
      // The import is visible: the doubts left are judged within a minute (surfaces/commands/housekeeping.ts).
      await screening?.catchUp().catch(() => undefined);
      return activated;
    }
  }

  /** Imports that go when this one becomes visible, as `ImportStore.activate` has it. */
  async #replaced(replace: boolean): Promise<number[]> {
    if (this.#inPlaceOf !== null) return [this.#inPlaceOf.sequence];
    const { source, fileDigest } = this.import_;
    const active = await this.stores.store.imports('active', source);
    return active
      .filter((one) => replace || (fileDigest !== null && one.fileDigest === fileDigest))
      .map(({ sequence }) => sequence);
  }

  /** Abandons the import. The next purge removes its records, which were never visible. */
  async abandon(): Promise<void> {
    await this.#last.catch(() => undefined);
    this.#keys.close();
    await this.stores.store.abandon(this.import_);
  }

  async #write(bytes: number, write: () => Promise<void>): Promise<void> {
    // One statement per transaction: then SQLite needs no statement journal.
    const written = awaitedLater(this.#last.then(write));
    this.#last = written;
    this.#queue.push({ written, bytes });
    this.#bytesAhead += bytes;
    while (this.#bytesAhead > BYTES_AHEAD) await this.#firstWritten();
  }

  async #allWritten(): Promise<void> {
    while (this.#queue.length > 0) await this.#firstWritten();
  }

  /** Waits for the oldest queued write; rethrows its error. */
  async #firstWritten(): Promise<void> {
    const [first] = this.#queue;
    if (first === undefined) return;
    await first.written;
    this.#queue.shift();
    this.#bytesAhead -= first.bytes;
  }
}

const sizeOf = ({ rows }: EncodedRecords): number => rows.reduce((sum, row) => sum + row.length, 0);

/** SHA-256 of a file's bytes, hex. */
export async function fileDigest(path: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of chunksOf(path)) hash.update(chunk);
  return hash.digest('hex');
}

/**
 * Raise when importing the same file again would store more than before. 2: a copy of exact keys; 3: of loose keys; 4: name-order.ts; 5:
 * phones with an unchecked Do Not Call status; 6: phones without a type.
 */
const LAYOUT = 6;

/** Identity of an import: the content, the reading settings, the address rules, and the layout of the stored data. */
export const fingerprint = (digest: string, settings: unknown): string =>
  createHash('sha256')
    .update(JSON.stringify([digest, settings, addressRules(), LAYOUT]))
    .digest('hex');
