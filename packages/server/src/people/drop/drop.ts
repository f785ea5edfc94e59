import type { DropBatch, DropService, ItemCount } from '../drop-store.js';
import { DROP_STATUS } from '../drop-store.js';
import { DropBatches, type BatchNeeds } from './batches.js';
import { DropError } from './list-files.js';
import { DropMatching, type Matched, type MatchingNeeds, type MatchOptions } from './matching.js';
import type { DropPlatform } from './platform.js';
import { DropReporting, type Recipient, type Reported } from './reporting.js';

export type DropNeeds = BatchNeeds & MatchingNeeds;

/** A file that a person downloaded: an archive, or a list. */
export interface GivenFile {
  name: string;
  content: AsyncIterable<Uint8Array>;
}

const ARCHIVE = 'archive.zip';

export interface Done extends Matched {
  /** The batch that was fetched or given; null if there was nothing new. */
  batch: DropBatch | null;
  /** Outcome of each file of statuses. */
  reports: Reported[];
  /** Files not read because lists of an earlier run aren't answered yet; none of their rows is in force. */
  unread?: readonly string[];
}

/**
 * California's DROP (Delete Act): fetches deletion requests, finds the people among the owners, and reports statuses. Every run does
 * all remaining work, so it may be killed and repeated at any moment. Only one run at a time: the caller holds the lock.
 */
export class Drop {
  readonly #batches: DropBatches;
  readonly #matching: DropMatching;
  readonly #reporting: DropReporting;

  constructor(private readonly needs: DropNeeds) {
    this.#batches = new DropBatches(needs);
    this.#matching = new DropMatching(needs);
    this.#reporting = new DropReporting(needs);
  }

  /** Runs with the platform's API. Finishes an earlier run before fetching anything new. @throws DropError */
  async sync(platform: DropPlatform, options: MatchOptions): Promise<Done> {
    const left = await this.#batches.open(options.service);
    if (left?.way === 'files' && left.state !== 'asked')
      throw new DropError(
        'Lists that were given as files are not finished: run "drop match --files" again first.',
      );
    const begun = left?.way === 'api' ? left : await this.#batches.begin(options.service, 'api');
    const fetched = begun.state === 'asked' ? await this.#fetch(begun, platform) : begun;
    return this.#finish(fetched, platform, options);
  }

  /**
   * Runs with files that a person downloads and uploads by hand.
   * @param given if empty, compares owners imported since with the existing lists
   * @throws DropError
   */
  async match(given: readonly GivenFile[], to: Recipient, options: MatchOptions): Promise<Done> {
    const left = await this.#batches.open(options.service);
    const isBegun = left?.way === 'files';
    if (isBegun && left.state !== 'asked') {
      const done = await this.#finish(left, to, options);
      if (given.length === 0) return done;
      if (done.batch?.state !== 'answered') return { ...done, unread: given.map(({ name }) => name) };
    }
    if (given.length === 0) return { batch: null, reports: [], ...(await this.#matchAll(options)) };
    const batch =
      isBegun && left.state === 'asked' ? left : await this.#batches.begin(options.service, 'files');
    await this.#batches.archive(batch, given);
    await this.#batches.requireReadable(batch);
    return this.#finish(await this.#noted(batch), to, options);
  }

  /** Newest first. */
  batches(service: DropService, limit: number): Promise<DropBatch[]> {
    return this.needs.drops.batches(service, limit);
  }

  counts(service: DropService): Promise<ItemCount[]> {
    return this.needs.drops.counts(service);
  }

  async #fetch(batch: DropBatch, platform: DropPlatform): Promise<DropBatch> {
    // DROP hands out a package only once, so a killed run's stored files are all there is of it.
    if (!(await this.#batches.isArchived(batch))) {
      await this.#batches.announce(batch, [ARCHIVE]);
      const found = await platform.download();
      const now = this.needs.clock.now();
      if (found.kind === 'nothing') {
        await this.#batches.forgetFiles(batch);
        return this.#batches.change(batch, { state: 'answered', takenAt: now, answeredAt: now });
      }
      await this.#batches.store(batch, 0, found.content);
    }
    return this.#noted(batch);
  }

  #noted(batch: DropBatch): Promise<DropBatch> {
    return this.#batches.change(batch, { state: 'archived', takenAt: this.needs.clock.now() });
  }

  async #finish(begun: DropBatch, to: Recipient, options: MatchOptions): Promise<Done> {
    const { drops, clock } = this.needs;
    const batch = begun.state === 'archived' ? await this.#batches.list(begun) : begun;
    const matched = await this.#matchAll(options);
    const reports: Reported[] = [];
    const take = (reported: Reported | null): void => {
      if (reported !== null) reports.push(reported);
    };
    for (const list of await drops.lists(batch.id)) take(await this.#reporting.upload(list, to));
    const isAnswered = reports.every(({ outcome }) => outcome === 'taken');
    const answered =
      batch.state === 'listed' && isAnswered
        ? await this.#batches.change(batch, { state: 'answered', answeredAt: clock.now() })
        : batch;
    for (const list of await drops.changedLists(options.service)) take(await this.#reporting.amend(list, to));
    const isEmpty = (await drops.lists(batch.id)).length === 0;
    return { batch: isEmpty ? null : answered, reports, ...matched };
  }

  /** Leaves out every owner with a listed identifier, and gives every row a status. */
  async #matchAll(options: MatchOptions): Promise<Matched> {
    const { drops, database } = this.needs;
    const matched = await this.#matching.run(options);
    for (const { id } of await drops.undecidedLists(options.service))
      for (let after: string | null = ''; after !== null;) {
        const from: string = after;
        after = await database.write((tx) => drops.decideRest(tx, id, from, DROP_STATUS.notFound));
      }
    return matched;
  }
}
