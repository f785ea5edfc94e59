import type { SkipTraceJob, JobStatus } from '@skiptrace/contract';
import { Button, CloseButton, Group, NativeSelect, Stack, Text, TextInput } from '@mantine/core';
import { FileUp, Search } from 'lucide-react';
import { Link } from 'react-router';
import { JobTable } from '../../jobs/job-table.js';
import { jobKeys } from '../../jobs/queries.js';
import { isWorking, JOB_WORDS, WORKING } from '../../jobs/words.js';
import { Empty, Page } from '../../parts/page.js';
import { ShowMore } from '../../parts/paged-list.js';
import { QueryProblem } from '../../parts/loaded.js';
import { useTypedSearch, useUrlSearch } from '../../parts/url-search.js';
import { keepPreviousData, useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { bodyOf, own } from '../../api/clients.js';

/** Filter choices with the contract's statuses that each includes. */
const FILTERS = {
  approval: { label: JOB_WORDS.preview.label, statuses: ['preview'] },
  working: { label: 'In progress', statuses: [...WORKING] },
  ready: { label: JOB_WORDS.completed.label, statuses: ['completed'] },
  waiting: { label: JOB_WORDS.pending.label, statuses: ['pending'] },
  failed: { label: JOB_WORDS.failed.label, statuses: ['failed'] },
  cancelled: { label: JOB_WORDS.cancelled.label, statuses: ['cancelled'] },
} as const satisfies Record<string, { label: string; statuses: readonly JobStatus[] }>;

type Filter = keyof typeof FILTERS;

const isFilter = (text: string | null): text is Filter => text !== null && Object.hasOwn(FILTERS, text);

/** Keeps the search term and the status in the URL, so they are still there on the way back from a job. */
function useSearch() {
  const { params, set } = useUrlSearch();
  const { search, typed, type, clear } = useTypedSearch('search');
  const status = params.get('status');
  return {
    filter: isFilter(status) ? status : null,
    search,
    typed,
    type,
    choose: (filter: string) => set({ status: filter }),
    clear: () => {
      clear();
      set({ search: '', status: '' });
    },
  };
}

export default function JobsPage() {
  const { filter, search, typed, type, choose, clear } = useSearch();
  const jobs = useFoundJobs(filter, search);
  const found = jobs.data?.pages.flatMap((page) => page.jobs);
  const isFiltered = filter !== null || search !== '';
  return (
    <Page
      title="Lists"
      about="Every list you uploaded, newest first."
      actions={
        <Button component={Link} to="/app/upload" leftSection={<FileUp size={16} />}>
          Upload a list
        </Button>
      }
    >
      <Group align="flex-end">
        <TextInput
          label="File name"
          placeholder="Part of the name"
          leftSection={<Search size={16} />}
          maxLength={100}
          value={typed}
          onChange={(event) => type(event.currentTarget.value)}
          rightSection={
            typed === '' ? null : (
              <CloseButton size="sm" aria-label="Clear the search" onClick={() => type('')} />
            )
          }
        />
        <NativeSelect
          label="Status"
          data={[
            { value: '', label: 'All' },
            ...Object.entries(FILTERS).map(([value, { label }]) => ({ value, label })),
          ]}
          value={filter ?? ''}
          onChange={(event) => choose(event.currentTarget.value)}
        />
      </Group>
      <QueryProblem of={jobs} />
      {jobs.isPending && <JobTable jobs={undefined} label="Lists" />}
      {found !== undefined && found.length > 0 && <Found jobs={found} isOld={jobs.isPlaceholderData} />}
      {found?.length === 0 &&
        !jobs.isPlaceholderData &&
        (isFiltered ? (
          <Stack gap="xs" align="flex-start" role="status">
            <Text>No lists match.</Text>
            <Button variant="default" onClick={clear}>
              Show all lists
            </Button>
          </Stack>
        ) : (
          <Empty title="No lists yet">
            Upload a CSV or Excel list of addresses. You see the exact price before anything is charged.
          </Empty>
        ))}
      <ShowMore pages={jobs} of={`${filter ?? ''} ${search}`} />
    </Page>
  );
}

function Found({ jobs, isOld }: { jobs: readonly SkipTraceJob[]; isOld: boolean }) {
  return (
    <div aria-busy={isOld} style={{ opacity: isOld ? 0.6 : 1 }}>
      <JobTable jobs={jobs} label="Lists" />
    </div>
  );
}

interface Asked {
  readonly filter: Filter | null;
  readonly search?: string;
  readonly cursor?: string | null;
  readonly limit?: number;
}

const ask = ({ filter, search = '', cursor = null, limit }: Asked) =>
  bodyOf(
    own.GET('/app/api/jobs', {
      params: {
        query: {
          ...(filter !== null && { status: [...FILTERS[filter].statuses] }),
          ...(search !== '' && { search }),
          ...(cursor !== null && { cursor }),
          ...(limit !== undefined && { limit }),
        },
      },
    }),
  );

/** Jobs page by page; refetched when the status of one of them changes. */
function useFoundJobs(filter: Filter | null, search: string) {
  const found = useInfiniteQuery({
    queryKey: jobKeys.found(filter, search),
    initialPageParam: null as string | null,
    queryFn: ({ pageParam }) => ask({ filter, search, cursor: pageParam }),
    getNextPageParam: ({ nextCursor }) => nextCursor,
    placeholderData: keepPreviousData,
  });
  useRefreshedWhileWorking(found.data?.pages.flatMap(({ jobs }) => jobs.filter(isWorking)) ?? []);
  return found;
}

const WORKING_PAUSE_MS = 4_000;
/** Largest page the server returns. */
const MAX_PAGE_ROWS = 100;

/**
 * Polls only the working jobs, in one short request, however many pages are shown. Refetches the pages when the status of one
 * of these jobs has changed.
 */
function useRefreshedWhileWorking(shown: readonly SkipTraceJob[]): void {
  const queries = useQueryClient();
  const { data, dataUpdatedAt } = useQuery({
    queryKey: jobKeys.working,
    queryFn: () => ask({ filter: 'working', limit: MAX_PAGE_ROWS }),
    enabled: shown.length > 0,
    staleTime: 0,
    refetchInterval: WORKING_PAUSE_MS,
  });
  const isOld =
    data !== undefined &&
    shown.some(({ id, updatedAt }) => data.jobs.find((job) => job.id === id)?.updatedAt !== updatedAt);
  useEffect(() => {
    if (isOld) void queries.invalidateQueries({ queryKey: jobKeys.allFound });
  }, [isOld, dataUpdatedAt, queries]);
}
