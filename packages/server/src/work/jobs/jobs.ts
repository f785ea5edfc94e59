import { createHmac } from 'node:crypto';
import {
  limits,
  type ColumnMapping,
  type ConfirmSkipTraceJobResponse,
  type CreateSkipTraceJobRequest,
  type CreateSkipTraceJobResponse,
  type JobActionResponse,
  type SkipTraceJob,
  type SkipTraceJobList,
} from '@skiptrace/contract';
import type { OwnerRecord } from '../../directory/index.js';
import type { Caller } from '../../money/accounts/index.js';
import { requireShownPrice, type Billing } from '../../money/billing/index.js';
import { actorOf, type Audit } from '../../money/log/index.js';
import {
  joinedHashes,
  type Receipt,
  type Replayed,
  type Replays,
  type Repeats,
} from '../../money/receipts/index.js';
import { CommitUnknownError, type Tx } from '../../platform/database/index.js';
import { LessThan } from '../../platform/database/typeorm.js';
import { itemAt } from '../../platform/lib/item-at.js';
import type { Webhooks } from '../webhooks/index.js';
import { chargesOf, readUnpaid } from './charges.js';
import { JobEntity, type Job } from './entities.js';
import { findJobs, type JobSearch } from './find-jobs.js';
import {
  InvalidBeforeError,
  JobNotFoundError,
  JobStatusConflictError,
  requireJob,
  requireStatus,
  transition,
} from './job-rows.js';
import type { AwaitedUpload } from './links.js';
import type { ListMails } from './notices.js';
import {
  requireRoomForBytes,
  requireRoomForFiles,
  requireRoomForFreeResult,
  requireRoomForJob,
  requireRoomForResult,
  requireUnchargedShare,
  resultBytesEstimate,
} from './room.js';
import type { OwnersOnFile } from './row-records.js';
import { FIRST_STATUS, type Trigger } from './states.js';
import { sealUpload, type UploadNeeds } from './uploads.js';
import { chargedRows, detailView, listView, withLoweredPrices } from './view.js';

/** Dependencies of `Jobs`. */
export interface JobNeeds extends UploadNeeds {
  billing: Billing;
  replays: Replays;
  repeats: Repeats;
  audit: Audit;
  /** Notified of changes to jobs. */
  webhooks: Pick<Webhooks, 'note'>;
  listMails: Pick<ListMails, 'note'>;
  /** Version of the suppression list (privacy/list/). */
  listVersion(): Promise<number>;
  /** Owners as the suppression list lets them out; null for an owner who is withheld. */
  pass(owners: readonly OwnerRecord[]): Promise<(OwnerRecord | null)[]>;
  owners: OwnersOnFile;
  results: CurrentResults;
}

/** See `Results`. */
export interface CurrentResults {
  /**
   * Returns the job with a result that contains no owner on the suppression list.
   * @param without ids of records that are about to be erased
   */
  current(job: Job, without?: ReadonlySet<number>): Promise<Job>;
  /**
   * Like `current`, for a request that discloses nothing of the result: returns the job as it is stored if the result can't be
   * checked within a second. The check goes on.
   */
  currentInTime(job: Job): Promise<Job>;
  /** Runs work that rewrites a job's result. In this process, no check reads or writes it meanwhile. */
  changing<T>(job: Job, work: () => Promise<T>): Promise<T>;
}

/** Rows of a job at its confirmation. */
interface Due {
  /** Rows that are charged. */
  rows: number;
  repeatRows?: number;
}

interface JobPrice {
  /** In cents. */
  now(): Promise<number>;
  /** @param charge calls `pay` in the transaction that charges */
  paying<T>(charge: (pay: (tx: Tx) => Promise<Due>) => Promise<T>): Promise<T>;
}

/** A customer's actions on jobs, except sending and fetching files (uploads.ts, downloads.ts). */
export class Jobs {
  constructor(private readonly needs: JobNeeds) {}

  /**
   * Creates a job and charges nothing. Repeated under one Idempotency-Key it returns the same job with a fresh upload target.
   * @param shownPrice the price per match, in cents, that was shown to the sender of the list, if any
   * @throws PriceChangedError, AccountLimitError, StoreFullError
   */
  create(
    caller: Caller,
    body: CreateSkipTraceJobRequest,
    idempotencyKey: string | undefined,
    shownPrice?: string,
  ): Promise<Replayed<CreateSkipTraceJobResponse>> {
    const { replays, links } = this.needs;
    const scope = replays.scope(caller, 'createSkipTraceJob', idempotencyKey, body);
    return replays.once<AwaitedUpload, CreateSkipTraceJobResponse>(scope, {
      run: async (receiptOf) => {
        requireShownPrice(caller.terms.priceCents, shownPrice);
        return links.uploadTarget(caller, await this.#insert(caller, body, receiptOf));
      },
      replay: (upload) => links.uploadTarget(caller, upload),
    });
  }

  /** @throws JobNotFoundError */
  async get(caller: Caller, jobId: string): Promise<SkipTraceJob> {
    const { links, results } = this.needs;
    const own = await this.#own(caller, jobId);
    const [found = own] = await withLoweredPrices(this.needs.database, caller, [own]);
    const job = await results.currentInTime(found);
    return detailView(caller, job, links.downloadUrl(caller, job));
  }

  /**
   * @param contentDigest only the jobs of this list; they echo it, so the client knows that the filter applied (reading 42)
   * @param before only the jobs made before the one with this id (reading 50) @throws InvalidBeforeError
   */
  async list(
    caller: Caller,
    { contentDigest, before }: { contentDigest?: string | undefined; before?: string | undefined } = {},
  ): Promise<SkipTraceJobList> {
    const { database, links } = this.needs;
    const { accountId, mode } = caller;
    const content =
      contentDigest === undefined
        ? {}
        : { contentMark: await contentMark(database.read, accountId, contentDigest) };
    const older =
      before === undefined ? {} : { sequence: LessThan(await sequenceOf(database.read, caller, before)) };
    const newest = await database.read.find(JobEntity, {
      where: { accountId, mode, ...content, ...older },
      order: { sequence: 'DESC' },
      take: limits.jobsInList,
    });
    const echo = contentDigest === undefined ? {} : { contentDigest };
    const jobs = (await withLoweredPrices(database, caller, newest)).map((job) => ({
      ...listView(caller, job, links.downloadUrl(caller, job)),
      ...echo,
    }));
    return { jobs };
  }

  /** All jobs, page by page (findJobs in app.yaml). @throws InvalidCursorError */
  async find(
    caller: Caller,
    search: JobSearch,
  ): Promise<{ jobs: SkipTraceJob[]; nextCursor: string | null }> {
    const { database, links } = this.needs;
    const { rows, nextCursor } = await findJobs(database, caller, search);
    const jobs = await withLoweredPrices(database, caller, rows);
    return { jobs: jobs.map((job) => listView(caller, job, links.downloadUrl(caller, job))), nextCursor };
  }

  /**
   * Marks the presigned upload as complete: the file can't change any more, and matching is queued.
   * @throws JobNotFoundError, JobStatusConflictError, AccountLimitError
   */
  async markUploaded(caller: Caller, jobId: string): Promise<JobActionResponse> {
    const { database, jobStore, clock, queue, quotas } = this.needs;
    const job = await this.#ownAllowing(caller, jobId, 'markUploaded');
    const { id, uploadVersion } = job;
    const upload = uploadVersion === null ? null : await sealUpload(this.needs, { ...job, uploadVersion });
    if (upload === null) {
      // A concurrent request may have marked it.
      const { status } = await this.#ownAllowing(caller, jobId, 'markUploaded');
      throw new JobStatusConflictError(status, 'and the file has not been uploaded yet');
    }
    const { uploadVersion: sealedVersion, uploadBytes } = upload;
    try {
      await database.writeFor(caller.accountId, async (tx) => {
        requireRoomForBytes((await jobStore.unpaidBytes(tx, job, id)) + uploadBytes, quotas);
        // Another file may have arrived in the meantime: that file counts, and its own request marks it.
        const current = await requireJob(tx, { id });
        requireStatus(current, 'markUploaded');
        if (current.uploadVersion !== uploadVersion)
          throw new JobStatusConflictError(current.status, 'and another file is being uploaded');
        const changes = { uploadVersion: sealedVersion, uploadBytes, updatedAt: clock.now() };
        await transition(tx, id, 'markUploaded', changes);
        await queue.enqueue(tx, {
          kind: 'match',
          subject: id,
          accountId: caller.accountId,
          weight: uploadBytes,
        });
      });
    } catch (error) {
      // If the outcome is unknown, the file may be the job's; if it is not, the sweep removes it.
      if (!(error instanceof CommitUnknownError)) await upload.discard();
      throw error;
    }
    await upload.keep();
    return { status: 'uploaded', jobId: id };
  }

  /**
   * Charges the previewed total and queues the enriched file, in one unit of work: less if the account's price fell since the
   * preview, never more. With free repeats, properties paid for since the preview are not charged. A job without a match costs nothing and leaves no record (reading 19).
   * @throws JobNotFoundError, JobStatusConflictError, InsufficientBalanceError, StoreFullError, AccountLimitError
   */
  async confirm(caller: Caller, jobId: string): Promise<ConfirmSkipTraceJobResponse> {
    const { database, clock, billing, queue, store, audit, jobStore, quotas } = this.needs;
    const job = await this.#ownAllowing(caller, jobId, 'confirm');
    const { id, accountId, uploadBytes } = job;
    if (uploadBytes === null) throw new Error('a job in preview has no upload');
    const charges = chargesOf(job, billing);
    const price = await this.#price(job, caller);
    await charges.requireBalance(await price.now());
    await requireRoomForResult(store, job);
    const totalChargeCents = await price.paying((pay) =>
      database.writeFor(accountId, async (tx) => {
        // A lower price may have been stored since the job was read.
        const shown = (await requireJob(tx, { id })).priceCents ?? Infinity;
        const priceCents = Math.min(shown, caller.terms.priceCents);
        // At a price of 0 no free term begins. The account's next list, or the sweep, releases properties claimed for a long list.
        const { rows, ...due } = priceCents === 0 ? { rows: chargedRows(job) } : await pay(tx);
        const totalChargeCents = rows * priceCents;
        // Counts for the account's unpaid bytes until the result is written.
        const resultBytes = totalChargeCents === 0 ? resultBytesEstimate(job) : null;
        if (resultBytes !== null)
          requireRoomForFreeResult(
            uploadBytes + resultBytes,
            await jobStore.unpaidBytes(tx, job, id),
            quotas,
          );
        const changes = { ...due, priceCents, totalChargeCents, resultBytes, updatedAt: clock.now() };
        await transition(tx, id, 'confirm', changes);
        await charges.charge(tx, totalChargeCents);
        if (job.mode === 'live')
          await audit.note(tx, {
            chain: accountId,
            kind: 'job.confirm',
            actor: actorOf(caller),
            reference: id,
            cents: totalChargeCents,
            details: { rows: job.totalRows, matchedRows: job.matchedRows },
          });
        await queue.enqueue(tx, { kind: 'enrich', subject: id, accountId, weight: uploadBytes });
        return totalChargeCents;
      }),
    );
    return { status: 'confirmed', jobId: id, totalChargeCents };
  }

  /** @throws JobNotFoundError, JobStatusConflictError */
  async cancel(caller: Caller, jobId: string): Promise<JobActionResponse> {
    const { database, clock } = this.needs;
    const { id, accountId } = await this.#ownAllowing(caller, jobId, 'cancel');
    // A task in the queue finds the job cancelled and does nothing.
    await database.writeFor(accountId, (tx) => transition(tx, id, 'cancel', { updatedAt: clock.now() }));
    return { status: 'cancelled', jobId: id };
  }

  /** Adds an operator's refund of a charge to the job that it was for, if it was for a job, in the unit of work that posts it. */
  async noteRefund(tx: Tx, jobId: string, cents: number): Promise<void> {
    const job = await tx.findOneBy(JobEntity, { id: jobId });
    if (job !== null)
      await tx.update(JobEntity, { id: jobId }, { refundCents: (job.refundCents ?? 0) + cents });
  }

  /** The newest jobs of one account or of all, for the operator. */
  async newest(limit: number, accountId?: string): Promise<Job[]> {
    const where = accountId === undefined ? {} : { accountId };
    return this.needs.database.read.find(JobEntity, { where, order: { sequence: 'DESC' }, take: limit });
  }

  async #insert(
    { accountId, mode, origin, terms }: Caller,
    { filename, columnMapping, contentDigest, requirePhone }: CreateSkipTraceJobRequest,
    receiptOf: (outcome: AwaitedUpload) => Receipt | null,
  ): Promise<AwaitedUpload> {
    const { database, jobStore, clock, ids, replays, store, quotas } = this.needs;
    // A new job is free, but its row and its receipt take space on the ledger's disk.
    await requireRoomForFiles(store);
    const upload: AwaitedUpload = { jobId: ids.uuid(), version: ids.uuid() };
    const now = clock.now();
    await database.writeFor(accountId, async (tx) => {
      await requireRoomForJob(jobStore, tx, { accountId, mode }, quotas);
      await requireUnchargedShare(jobStore, tx, { accountId, mode }, quotas, now);
      await tx.insert(JobEntity, {
        id: upload.jobId,
        accountId,
        mode,
        status: FIRST_STATUS,
        filename,
        columnMapping: knownColumns(columnMapping),
        origin,
        requirePhone: requirePhone === true ? 1 : null,
        contentMark: contentDigest === undefined ? null : await contentMark(tx, accountId, contentDigest),
        uploadVersion: upload.version,
        // Highest price per match that its preview may have: the price shown when the job was created.
        priceCents: terms.priceCents,
        createdAt: now,
        updatedAt: now,
      });
      await replays.keep(tx, receiptOf(upload));
    });
    return upload;
  }

  /** Cost of a job in preview: `now` only reads it; `paying` charges, and records the properties as paid. */
  async #price(job: Job, { terms }: Caller): Promise<JobPrice> {
    const { repeats, store } = this.needs;
    const { id, accountId, matchedRows } = job;
    if (job.totalChargeCents === null || job.priceCents === null || matchedRows === null)
      throw new Error('a job in preview has no total');
    const priceCents = Math.min(job.priceCents, terms.priceCents);
    // The longer period of free repeats, of the preview's and today's: one that the operator has ended since the preview still applies
    // to this list, and so does a new one.
    const days = Math.max(job.freeRepeatDays ?? 0, terms.repeats?.days ?? 0);
    if (days === 0 || priceCents === 0 || job.unpaidVersion === null) {
      const all = { rows: chargedRows(job) };
      return {
        now: () => Promise.resolve(all.rows * priceCents),
        paying: (charge) => charge(() => Promise.resolve(all)),
      };
    }
    const unpaid = await readUnpaid(store, job, job.unpaidVersion);
    const properties =
      job.freeRepeatDays === null && terms.repeats !== null
        ? await joinedHashes(terms.repeats, unpaid)
        : unpaid;
    const payer = { accountId, days };
    const requireDue = async (tx: Tx) => requireStatus(await requireJob(tx, { id }), 'confirm');
    return {
      now: async () => (await repeats.unpaid(payer, properties)).length * priceCents,
      paying: (charge) =>
        repeats.paying({ ...payer, reference: id, properties, requireDue }, (pay) =>
          charge(async (tx) => {
            const rows = await pay(tx);
            return { rows, repeatRows: matchedRows - rows };
          }),
        ),
    };
  }

  #own({ accountId, mode }: Caller, jobId: string): Promise<Job> {
    return requireJob(this.needs.database.read, { id: jobId, accountId, mode });
  }

  async #ownAllowing(caller: Caller, jobId: string, trigger: Trigger): Promise<Job> {
    const job = await this.#own(caller, jobId);
    requireStatus(job, trigger);
    return job;
  }
}

/** Drops unknown members: they are allowed (reading 3), but not stored. */
function knownColumns({ address, city, state, zip, firstName, lastName }: ColumnMapping): ColumnMapping {
  return {
    address,
    city,
    state,
    zip,
    ...(firstName !== undefined && { firstName }),
    ...(lastName !== undefined && { lastName }),
  };
}

/** @throws InvalidBeforeError */
async function sequenceOf(from: Tx, { accountId, mode }: Caller, id: string): Promise<number> {
  const job = await requireJob(from, { id, accountId, mode }).catch((error: unknown) => {
    throw error instanceof JobNotFoundError ? new InvalidBeforeError() : error;
  });
  return job.sequence;
}

/**
 * Stored form of a job's `contentDigest` (reading 42): a hash keyed with the account's own secret, so that a reader of the table
 * can neither link the lists of two accounts nor test guesses of a list.
 */
async function contentMark(from: Tx, accountId: string, contentDigest: string): Promise<string> {
  const found = await from.query<{ secret: string }[]>(
    'SELECT property_secret AS secret FROM accounts WHERE id = $1',
    [accountId],
  );
  return createHmac('sha256', itemAt(found, 0).secret)
    .update(`content\n${contentDigest}`)
    .digest('base64url');
}
