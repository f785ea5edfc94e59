import { Alert } from '@mantine/core';
import type { SkipTraceJob } from '@skiptrace/contract';
import { queryOptions, useQueries } from '@tanstack/react-query';
import { Info } from 'lucide-react';
import { contract } from '../../api/clients.js';
import { isApproved, JOB_WORDS } from '../../jobs/words.js';
import type { Digests } from '../../lead-file/report.js';
import { localDate, money, plural } from '../../parts/format.js';

const jobsOfListQuery = (contentDigest: string) =>
  queryOptions({
    queryKey: ['/api/user/skip-trace', 'of list', contentDigest],
    queryFn: () => contract.GET('/api/user/skip-trace', { params: { query: { contentDigest } } }),
  });

/** The job to name of those with the same list: the newest that cost something, or else was approved, or else may still be. */
export function earlierJob(jobs: readonly SkipTraceJob[]): SkipTraceJob | undefined {
  const newest = jobs
    .filter(({ status }) => !['pending', 'failed', 'cancelled'].includes(status))
    .sort((a, b) => b.createdAt.localeCompare(a.createdAt));
  const hasCharge = ({ totalChargeCents }: SkipTraceJob) => (totalChargeCents ?? 0) > 0;
  return newest.find(hasCharge) ?? newest.find(isApproved) ?? newest[0];
}

/** Sentence that says what uploading the list once more costs. @param freeRepeatDays 0 where each match is charged again */
export function costOfRepeat(job: SkipTraceJob, freeRepeatDays: number): string {
  if (job.matchedRows === 0)
    return `It had no matches${job.requirePhone === true ? ' with a phone' : ''}; there may be some now.`;
  if (!isApproved(job)) return 'Nothing was paid for it yet: you can go on with that list instead.';
  return freeRepeatDays > 0
    ? `Matches that you paid for in the last ${plural(freeRepeatDays, 'day')} are free; you pay for the others.`
    : 'If you upload it again, you pay for its matches again.';
}

/**
 * Whether to recommend the earlier list: its result can be opened, uploading again would cost its matches again, or it isn't paid
 * yet.
 */
export const isBetterOpened = (job: SkipTraceJob, freeRepeatDays: number): boolean =>
  job.matchedRows !== 0 && (!isApproved(job) || freeRepeatDays === 0 || typeof job.downloadUrl === 'string');

/** The account's earlier job with the same list, whatever it chose to pay for. @param isWanted false where a list costs nothing */
export function useEarlierJob(digests: Digests, isWanted: boolean): SkipTraceJob | undefined {
  const choices = new Set([digests.once, digests.each].flatMap(({ all, withPhone }) => [all, withPhone]));
  const jobs = useQueries({
    queries: isWanted ? [...choices].map(jobsOfListQuery) : [],
    combine: (results) => results.flatMap(({ data }) => data?.jobs ?? []),
  });
  return earlierJob(jobs);
}

/** Warns that the account uploaded the same list before. */
export function UploadedBefore({ job, freeRepeatDays }: { job: SkipTraceJob; freeRepeatDays: number }) {
  return (
    <Alert
      color="yellow"
      icon={<Info />}
      title={`You already have this list (${isApproved(job) ? money(job.totalChargeCents ?? 0) : JOB_WORDS[job.status].label.toLowerCase()} on ${localDate(job.createdAt)})`}
    >
      {costOfRepeat(job, freeRepeatDays)}
    </Alert>
  );
}
