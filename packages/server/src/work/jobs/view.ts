import type { JobStatus, SkipTraceJob } from '@skiptrace/contract';
import type { Caller } from '../../money/accounts/index.js';
import { isoTime } from '../../platform/clock.js';
import type { Database } from '../../platform/database/index.js';
import { JobEntity, type Job } from './entities.js';
import { shownMisses } from './miss-reasons.js';

const PAID: ReadonlySet<JobStatus> = new Set(['confirmed', 'generating', 'completed']);

/**
 * Summary of what is on file for the matches, from the preview on; a short list shows it once it is paid
 * (reading 43). It is left out after a match was withheld: the difference would tell what is on file for that person.
 */
function resultSummary({ status, layout, withheldRows }: Job): Pick<SkipTraceJob, 'resultSummary'> {
  const { summary } = layout ?? {};
  if (summary === undefined || (withheldRows ?? 0) > 0) return {};
  if (!summary.isShown && !PAID.has(status)) return {};
  return { resultSummary: summary.contents };
}

/** Fields common to both views. */
function common({ terms }: Caller, job: Job, downloadUrl: string | null): SkipTraceJob {
  const { totalRows, matchedRows, blankAddressCount } = job;
  const unmatchedRows = totalRows === null || matchedRows === null ? null : totalRows - matchedRows;
  const nonMatchCount =
    unmatchedRows === null || blankAddressCount === null ? null : unmatchedRows - blankAddressCount;
  const misses = job.layout?.misses;
  return {
    id: job.id,
    status: job.status,
    filename: job.filename,
    totalRows,
    matchedRows,
    ...(job.requirePhone === 1 && { requirePhone: true as const }),
    unmatchedRows,
    pricePerRowCents: job.priceCents ?? terms.priceCents,
    ...(job.repeatRows !== null && { repeatRows: job.repeatRows }),
    ...resultSummary(job),
    totalChargeCents: job.totalChargeCents,
    refundCents: job.refundCents,
    nonMatchCount,
    ...(misses !== undefined &&
      nonMatchCount !== null && { missReasons: shownMisses(misses, nonMatchCount) }),
    downloadUrl,
    errorMessage: job.errorMessage,
    createdAt: isoTime(job.createdAt),
    updatedAt: isoTime(job.updatedAt),
  };
}

/** openapi.yaml#/components/schemas/SkipTraceJob in the list: with its origin (reading 33). */
export const listView = (caller: Caller, job: Job, downloadUrl: string | null): SkipTraceJob => ({
  ...common(caller, job, downloadUrl),
  origin: job.origin,
  areaZip5: null,
});

/** openapi.yaml#/components/schemas/SkipTraceJob by itself: with the count of blank addresses. */
export const detailView = (caller: Caller, job: Job, downloadUrl: string | null): SkipTraceJob => ({
  ...common(caller, job, downloadUrl),
  blankAddressCount: job.blankAddressCount,
});

/**
 * Jobs as their account may see them: a preview costs no more than the account's price is now. A lower price is stored before it is
 * shown, so that it stays if the account's price rises again: no one pays more than they have seen. If it can't be stored, the
 * preview is shown as it is; confirm charges the lower price all the same.
 * @param jobs of the caller's account and mode
 */
export async function withLoweredPrices(
  database: Pick<Database, 'writeFor'>,
  { accountId, terms: { priceCents } }: Caller,
  jobs: readonly Job[],
): Promise<Job[]> {
  const isTooDear = (job: Job) => job.status === 'preview' && (job.priceCents ?? 0) > priceCents;
  const dear = jobs.filter(isTooDear);
  if (dear.length === 0) return [...jobs];
  const lowered = new Map(
    dear.map((job) => [job.id, { priceCents, totalChargeCents: chargedRows(job) * priceCents }]),
  );
  const store = database.writeFor(accountId, async (tx) => {
    for (const { id, priceCents: before } of dear)
      await tx.update(JobEntity, { id, status: 'preview', priceCents: before ?? 0 }, lowered.get(id) ?? {});
  });
  return store.then(
    () => jobs.map((job) => ({ ...job, ...lowered.get(job.id) })),
    () => [...jobs],
  );
}

/** Rows of a preview that cost something. @throws Error before the preview */
export function chargedRows({ matchedRows, repeatRows }: Pick<Job, 'matchedRows' | 'repeatRows'>): number {
  if (matchedRows === null) throw new Error('a job in preview has no matched rows');
  return matchedRows - (repeatRows ?? 0);
}
