import { Alert, Anchor } from '@mantine/core';
import { queryOptions, useQueries } from '@tanstack/react-query';
import { Info } from 'lucide-react';
import { Link } from 'react-router';
import type { SkipTraceJob } from '@skiptrace/contract';
import { bodyOf, contract } from '../../api/clients.js';
import { jobKeys } from '../../jobs/queries.js';
import { isApproved, JOB_WORDS } from '../../jobs/words.js';
import type { Digests } from '../../lead-file/report.js';
import { dateAndTime, money, plural } from '../../parts/format.js';

const jobsOfListQuery = (contentDigest: string) =>
  queryOptions({
    queryKey: jobKeys.ofList(contentDigest),
    queryFn: () => bodyOf(contract.GET('/api/user/skip-trace', { params: { query: { contentDigest } } })),
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

interface UploadedBeforeProps {
  digests: Digests;
  freeRepeatDays: number;
}

/** Warns that the account uploaded the same list before, whatever it chose to pay for. */
export function UploadedBefore({ digests, freeRepeatDays }: UploadedBeforeProps) {
  const choices = new Set([digests.once, digests.each].flatMap(({ all, withPhone }) => [all, withPhone]));
  const jobs = useQueries({
    queries: [...choices].map(jobsOfListQuery),
    combine: (results) => results.flatMap(({ data }) => data?.jobs ?? []),
  });
  const before = earlierJob(jobs);
  if (before === undefined) return null;
  return (
    <Alert color="yellow" icon={<Info />} title="You may have uploaded this list before">
      You uploaded the same list on {dateAndTime(before.createdAt)} (
      {JOB_WORDS[before.status].label.toLowerCase()})
      {isApproved(before) && ` and paid ${money(before.totalChargeCents ?? 0)}`}.{' '}
      {costOfRepeat(before, freeRepeatDays)}{' '}
      <Anchor component={Link} to={`/app/jobs/${before.id}`} inherit>
        Open that list
      </Anchor>
    </Alert>
  );
}
