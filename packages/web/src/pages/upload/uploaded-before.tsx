import { Alert, Anchor } from '@mantine/core';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { Info } from 'lucide-react';
import { Link } from 'react-router';
import { bodyOf, contract } from '../../api/clients.js';
import { JOB_WORDS, jobKeys } from '../../jobs/index.js';
import { time } from '../../parts/format.js';

const jobsOfListQuery = (contentDigest: string) =>
  queryOptions({
    queryKey: jobKeys.ofList(contentDigest),
    queryFn: () => bodyOf(contract.GET('/api/user/skip-trace', { params: { query: { contentDigest } } })),
  });

/** Says that the same list was uploaded before, from here or elsewhere: its matches would be paid for again. */
export function UploadedBefore({ contentDigest }: { contentDigest: string }) {
  const jobs = useQuery(jobsOfListQuery(contentDigest)).data?.jobs ?? [];
  const before = jobs.find(({ status }) => !['pending', 'failed', 'cancelled'].includes(status));
  if (before === undefined) return null;
  return (
    <Alert color="yellow" icon={<Info size={18} aria-hidden />} title="This list was uploaded before">
      The same list was uploaded on {time(before.createdAt)}: {JOB_WORDS[before.status].label.toLowerCase()}.
      Uploaded again, its matches are paid for once more.{' '}
      <Anchor component={Link} to={`/app/jobs/${before.id}`} inherit>
        Open that job
      </Anchor>
    </Alert>
  );
}
