import type { SkipTraceJob } from '@skiptrace/contract';
import { DataTable, type Column } from '../parts/data-table.js';
import { Ago, money } from '../parts/format.js';
import { Fine, LinkTo } from '../parts/text.js';
import { JobBadge, matchesOf, priceOf } from './words.js';

function priceWords(job: SkipTraceJob): string | null {
  const price = priceOf(job);
  return price === null ? null : money(price);
}

const COLUMNS: readonly Column<SkipTraceJob>[] = [
  {
    title: 'File',
    breaks: 'anywhere',
    cell: (job) => {
      const [matches, price] = [matchesOf(job), priceWords(job)];
      return (
        <>
          <LinkTo to={`/app/jobs/${job.id}`} fw={500} lineClamp={2} title={job.filename}>
            {job.filename}
          </LinkTo>
          <Fine hiddenFrom="lg">
            {matches !== null && `${matches} matched · `}
            {price !== null && `${price} · `}
            <Ago at={job.createdAt} />
          </Fine>
        </>
      );
    },
  },
  { title: 'Status', cell: (job) => <JobBadge job={job} /> },
  {
    title: 'Matched',
    isNumber: true,
    from: 'lg',
    breaks: 'never',
    cell: (job) => matchesOf(job) ?? '–',
  },
  { title: 'Price', isNumber: true, from: 'lg', cell: (job) => priceWords(job) ?? '–' },
  {
    title: 'Created',
    isNumber: true,
    from: 'lg',
    breaks: 'never',
    cell: ({ createdAt }) => <Ago at={createdAt} />,
  },
];

/** Table of jobs, undefined while they load; on narrow screens, secondary details move below the name. */
export const JobTable = ({ jobs, label }: { jobs: readonly SkipTraceJob[] | undefined; label: string }) => (
  <DataTable label={label} rows={jobs} columns={COLUMNS} />
);
