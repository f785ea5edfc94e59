import { Alert, Anchor } from '@mantine/core';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { Info } from 'lucide-react';
import { Link } from 'react-router';
import { bodyOf, contract } from '../../api/clients.js';
import { isApproved, JOB_WORDS, jobKeys } from '../../jobs/index.js';
import { money, time } from '../../parts/format.js';

const jobsOfListQuery = (contentDigest: string) =>
  queryOptions({
    queryKey: jobKeys.ofList(contentDigest),
    queryFn: () => bodyOf(contract.GET('/api/user/skip-trace', { params: { query: { contentDigest } } })),
  });

/** Warns that the account uploaded the same list before, so its matches would be charged again. */
export function UploadedBefore({ contentDigest }: { contentDigest: string }) {
  const jobs = useQuery(jobsOfListQuery(contentDigest)).data?.jobs ?? [];
  const before = jobs.find(({ status }) => !['pending', 'failed', 'cancelled'].includes(status));
  if (before === undefined) return null;
  return (
    <Alert
      color="yellow"
      icon={<Info size={18} aria-hidden />}
      title="You may have uploaded this list before"
    >
      You uploaded the same list on {time(before.createdAt)} ({JOB_WORDS[before.status].label.toLowerCase()})
      {isApproved(before) && ` and paid ${money(before.totalChargeCents ?? 0)}`}.{' '}
      {before.matchedRows === 0
        ? 'It had no matches; there may be owners now.'
        : 'If you upload it again, you pay for its matches again.'}{' '}
      <Anchor component={Link} to={`/app/jobs/${before.id}`} inherit>
        Open that list
      </Anchor>
    </Alert>
  );
}
