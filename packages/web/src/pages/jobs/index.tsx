import { Group, Stack, Text } from '@mantine/core';
import type { JobStatus, SkipTraceJob } from '@skiptrace/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { FileUp, Search } from 'lucide-react';
import { useEffect } from 'react';
import { given, usePages } from '../../api/clients.js';
import { JobTable } from '../../jobs/job-table.js';
import { jobsQuery, MOST_OPEN, WORKING_PAUSE_MS } from '../../jobs/queries.js';
import { isWorking, JOB_WORDS, WORKING } from '../../jobs/words.js';
import { UrlSelect, UrlText } from '../../parts/filters.js';
import { Empty, Page } from '../../parts/page.js';
import { PagedList } from '../../parts/paged-list.js';
import { ButtonTo, PlainButton } from '../../parts/text.js';
import { useUrlChoice, useUrlSearch } from '../../parts/url-search.js';

/** Filter choices with the contract's statuses that each includes. */
const FILTERS = {
  approval: ['preview'],
  working: [...WORKING],
  ready: ['completed'],
  waiting: ['pending'],
  failed: ['failed'],
  cancelled: ['cancelled'],
} as const satisfies Record<string, readonly JobStatus[]>;

const LABELS: Readonly<Record<keyof typeof FILTERS, string>> = {
  approval: JOB_WORDS.preview.label,
  working: 'In progress',
  ready: JOB_WORDS.completed.label,
  waiting: JOB_WORDS.pending.label,
  failed: JOB_WORDS.failed.label,
  cancelled: JOB_WORDS.cancelled.label,
};

/** The filter is kept in the URL, so it is still there on the way back from a job. */
export default function JobsPage() {
  const { params, set } = useUrlSearch();
  const filter = useUrlChoice('status', FILTERS);
  const search = params.get('search') ?? '';
  const query = given({ status: filter && [...FILTERS[filter]], search });
  const found = usePages('/app/api/jobs', { params: { query } });
  const jobs = found.data?.pages.flatMap((page) => page.jobs);
  useRefreshedWhileWorking(jobs?.filter(isWorking) ?? []);
  return (
    <Page
      title="Lists"
      about="Every list you uploaded, newest first."
      actions={
        <ButtonTo to="/app/upload" variant="filled" leftSection={<FileUp size={16} />}>
          Upload a list
        </ButtonTo>
      }
    >
      <Group align="flex-end">
        <UrlText
          name="search"
          label="File name"
          placeholder="Part of the name"
          leftSection={<Search size={16} />}
          clear="Clear the search"
        />
        <UrlSelect name="status" label="Status" choices={LABELS} />
      </Group>
      <PagedList
        found={found}
        rows={jobs}
        of={`${filter ?? ''} ${search}`}
        empty={
          Object.keys(query).length > 0 ? (
            <Stack gap="xs" align="flex-start" role="status">
              <Text size="md">No lists match.</Text>
              <PlainButton onClick={() => set({ search: '', status: '' })}>Show all lists</PlainButton>
            </Stack>
          ) : (
            <Empty title="No lists yet">
              Upload a CSV or Excel list of addresses. You see the exact price before anything is charged.
            </Empty>
          )
        }
      >
        {(rows) => <JobTable jobs={rows} label="Lists" />}
      </PagedList>
    </Page>
  );
}

/**
 * Polls only the working jobs, in one short request, however many pages are shown. Reads the pages again when the status of one
 * of these jobs has changed.
 */
function useRefreshedWhileWorking(shown: readonly SkipTraceJob[]): void {
  const queries = useQueryClient();
  const { data, dataUpdatedAt } = useQuery({
    ...jobsQuery({ status: [...WORKING], limit: MOST_OPEN }),
    enabled: shown.length > 0,
    staleTime: 0,
    refetchInterval: WORKING_PAUSE_MS,
  });
  const isOld =
    data !== undefined &&
    shown.some(({ id, updatedAt }) => data.jobs.find((job) => job.id === id)?.updatedAt !== updatedAt);
  useEffect(() => {
    if (isOld) void queries.invalidateQueries({ queryKey: ['/app/api/jobs', 'pages'] });
  }, [isOld, dataUpdatedAt, queries]);
}
