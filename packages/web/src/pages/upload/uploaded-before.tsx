import { Alert, Anchor } from '@mantine/core';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { Info } from 'lucide-react';
import { Link } from 'react-router';
import { bodyOf, own } from '../../api/clients.js';
import { JOB_WORDS, jobKeys } from '../../jobs/index.js';
import { time } from '../../parts/format.js';

/** As much of a name as the server searches for. */
const MAX_SEARCH = 100;

const jobsNamedQuery = (filename: string) =>
  queryOptions({
    queryKey: jobKeys.named(filename),
    queryFn: () =>
      bodyOf(
        own.GET('/app/api/jobs', {
          params: {
            query: {
              search: filename.slice(0, MAX_SEARCH),
              status: ['uploaded', 'processing', 'preview', 'confirmed', 'generating', 'completed'],
            },
          },
        }),
      ),
  });

/** Says that a list of this name and size was uploaded before: the matches of one that is uploaded again are paid for again. */
export function UploadedBefore({ filename, rows }: { filename: string; rows: number }) {
  const found = useQuery(jobsNamedQuery(filename)).data?.jobs ?? [];
  // The rows of a job are not counted yet while its file waits.
  const before = found.find(
    (job) => job.filename === filename && (typeof job.totalRows !== 'number' || job.totalRows === rows),
  );
  if (before === undefined) return null;
  return (
    <Alert color="yellow" icon={<Info size={18} aria-hidden />} title="Is this list uploaded already?">
      A list of this name and size was uploaded on {time(before.createdAt)}:{' '}
      {JOB_WORDS[before.status].label.toLowerCase()}. If it is the same list, you would pay for its matches
      once more.{' '}
      <Anchor component={Link} to={`/app/jobs/${before.id}`} inherit>
        Open that job
      </Anchor>
    </Alert>
  );
}
