import { MS_PER_DAY, utcDay, type Clock } from '../../platform/clock.js';
import {
  DROP_STATUS,
  type DropBatch,
  type DropService,
  type ItemCount,
  type DropStore,
  type DropReport,
  type ListFile,
} from '../list/suppression-store.js';
import {
  DropBatches,
  fileOf,
  textOf,
  DropError,
  statusesIn,
  statusFileHead,
  statusLines,
  type BatchNeeds,
} from './batches.js';
import { DropMatching, type Matched, type MatchingNeeds, type MatchOptions } from './matching.js';
import type { DropPlatform, UploadOutcome } from './platform.js';

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

/** Receiver of files of statuses: the platform, or a folder from which a person uploads them. */
export interface Recipient {
  send(kind: DropReport['kind'], name: string, content: string): Promise<UploadOutcome>;
}

/** Outcome of a file of statuses. */
interface Reported {
  name: string;
  /** `waits`: a row matches one person who is not deleted yet. `later`: the platform takes no changes now. */
  outcome: 'taken' | 'waits' | 'rejected' | 'later';
  why?: string;
}

/** Rows per transaction. */
const PER_STEP = 2_000;
const SUFFIX_LENGTH = 8;
/** Status of rows in a file that DROP has under this name although this server never sent it. */
const UNKNOWN = 0;

/**
 * Reports statuses. A file is stored before it is first sent, and sent unchanged until it is accepted. So a lost response does no
 * harm, and every report can be shown later.
 */
class DropReporting {
  constructor(private readonly needs: BatchNeeds) {}

  /** Reports all rows of a list, once. Null if there is nothing to report. */
  async upload(list: ListFile, to: Recipient): Promise<Reported | null> {
    const { drops } = this.needs;
    const reports = (await drops.reports(list.id)).filter(({ kind }) => kind === 'upload');
    if (reports.some(({ takenAt }) => takenAt !== null)) return null;
    if (reports.length === 0 && (await drops.waitingIn(list.id)) > 0)
      return { name: list.name, outcome: 'waits' };
    const report = reports[0] ?? (await this.#make(list, 'upload', list.name));
    return report === null ? null : this.#send(list, report, to);
  }

  /** Reports the rows of a list with a status that has changed since the last report. */
  async amend(list: ListFile, to: Recipient): Promise<Reported | null> {
    const { drops, ids } = this.needs;
    const left = (await drops.reports(list.id)).find(
      ({ kind, takenAt }) => kind === 'amend' && takenAt === null,
    );
    // DROP accepts each name only once.
    const name = list.name.replace(/\.csv$/i, `_${ids.base62(SUFFIX_LENGTH)}.csv`);
    const report = left ?? (await this.#make(list, 'amend', name));
    return report === null ? null : this.#send(list, report, to);
  }

  async #make(list: ListFile, kind: DropReport['kind'], name: string): Promise<DropReport | null> {
    const { drops, database, files, clock, ids } = this.needs;
    const first = await drops.statuses(list.id, kind, '');
    if (first.length === 0) return null;
    const report: DropReport = {
      name,
      listId: list.id,
      kind,
      madeAt: clock.now(),
      sentAt: null,
      takenAt: null,
      file: fileOf(list.batchId, `report-${ids.uuid()}`),
    };
    const lines = async function* (): AsyncGenerator<Uint8Array> {
      yield Buffer.from(statusFileHead);
      for (let some = first; some.length > 0;) {
        yield Buffer.from(statusLines(some));
        some = await drops.statuses(list.id, kind, some.at(-1)?.[0] ?? '');
      }
    };
    await files.write(report.file, lines(), { maxBytes: Number.MAX_SAFE_INTEGER });
    await database.write((tx) => drops.putReport(tx, report));
    return report;
  }

  async #send(list: ListFile, report: DropReport, to: Recipient): Promise<Reported> {
    const { drops, database, files, clock } = this.needs;
    const { name, kind } = report;
    const content = await textOf(files, report.file);
    const wasSent = report.sentAt !== null;
    // Saved before sending, so that a possibly lost response is known even after a kill.
    const sent = { ...report, sentAt: report.sentAt ?? clock.now() };
    if (!wasSent) await database.write((tx) => drops.putReport(tx, sent));
    const outcome = await to.send(kind, name, content);
    // After a lost response, DROP reports that it has the file, or that it expects no more.
    const wasTaken =
      wasSent && (outcome.kind === 'had' || (kind === 'upload' && outcome.kind === 'conflict'));
    if (outcome.kind === 'accepted' || outcome.kind === 'had' || wasTaken) {
      const isOurs = outcome.kind !== 'had' || wasSent;
      for (const some of statusesIn(content, PER_STEP))
        await database.write((tx) =>
          drops.noteReported(tx, list.service, isOurs ? some : some.map(([id]) => [id, UNKNOWN] as const)),
        );
      await database.write((tx) => drops.putReport(tx, { ...sent, takenAt: clock.now() }));
      return { name, outcome: 'taken' };
    }
    if (outcome.kind === 'conflict') {
      if (kind === 'amend') return { name, outcome: 'later', why: outcome.why };
      throw new DropError(`DROP waits for no statuses, so ${name} was not sent: ${outcome.why}`);
    }
    // The next run creates it again.
    await database.write((tx) => drops.removeReport(tx, report));
    return { name, outcome: 'rejected', why: outcome.why };
  }
}

/** The Delete Act's period (Civil Code 1798.99.86), and the one of AB 883 from 2027 on. */
const PERIOD_DAYS = 45;
const SHORTER_FROM_MS = Date.UTC(2027, 0, 1);
const SHORTER_PERIOD_DAYS = 30;
/** Days before a deadline on which the warnings begin. */
const WARN_DAYS = 7;
/** Maximum number of batches read; a daily run adds one per day. */
const MOST_BATCHES = 1_000;

/** Days from one access to the next, and from an access to its statuses. */
const periodDays = (nowMs: number, set: number | null): number =>
  set ?? (nowMs < SHORTER_FROM_MS ? PERIOD_DAYS : SHORTER_PERIOD_DAYS);

interface DropDeadlines {
  periodDays: number;
  /** Time of the last download of the lists; null if never. */
  lastAccessAt: number | null;
  nextAccessBy: number | null;
  /** Deadline for answering the open batch; null without one. */
  answerBy: number | null;
}

export function deadlinesOf(
  batches: readonly DropBatch[],
  nowMs: number,
  setDays: number | null,
): DropDeadlines {
  const days = periodDays(nowMs, setDays);
  const taken = batches.flatMap(({ takenAt }) => (takenAt === null ? [] : [takenAt]));
  const lastAccessAt = taken.length === 0 ? null : Math.max(...taken);
  const [newest] = batches;
  const openSince = newest?.state === 'answered' ? null : (newest?.takenAt ?? null);
  // The law at the end of a period applies: from January on, a December access must be followed by another within 30 days.
  const after = (ms: number | null): number | null => (ms === null ? null : ms + days * MS_PER_DAY);
  return { periodDays: days, lastAccessAt, nextAccessBy: after(lastAccessAt), answerBy: after(openSince) };
}

/** Warnings for the operator, as sentences; empty if DROP was never used. */
export async function dropFindings(
  drops: DropStore,
  clock: Clock,
  setDays: number | null,
): Promise<string[]> {
  const batches = await drops.batches('production', MOST_BATCHES);
  const now = clock.now();
  const { periodDays: days, nextAccessBy, answerBy } = deadlinesOf(batches, now, setDays);
  const isNear = (by: number | null): by is number => by !== null && now > by - WARN_DAYS * MS_PER_DAY;
  return [
    ...(isNear(answerBy)
      ? [`the statuses that DROP waits for are due ${utcDay(answerBy)} (${days} days): run "drop sync"`]
      : []),
    ...(answerBy === null && isNear(nextAccessBy)
      ? [`DROP's lists have to be fetched by ${utcDay(nextAccessBy)} (every ${days} days): run "drop sync"`]
      : []),
  ];
}
