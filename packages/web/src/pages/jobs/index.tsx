import type { JobStatus, SkipTraceJob } from '@skiptrace/contract';
import { Button, CloseButton, Group, NativeSelect, Skeleton, Stack, Text, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { FileUp, Search } from 'lucide-react';
import { useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { bodyOf, own } from '../../api/clients.js';
import { JobTable } from '../../jobs/job-table.js';
import { isWorking } from '../../jobs/words.js';
import { Empty } from '../../parts/empty.js';
import { Page } from '../../parts/page.js';
import { ShowMore } from '../../parts/show-more.js';
import { ProblemNote } from '../../parts/problem-note.js';

/** The choices of the filter, each with the statuses of the contract that it stands for. */
const FILTERS = {
  approval: { label: 'Needs your approval', statuses: ['preview'] },
  working: { label: 'At work', statuses: ['uploaded', 'processing', 'confirmed', 'generating'] },
  ready: { label: 'Ready', statuses: ['completed'] },
  waiting: { label: 'Waiting for file', statuses: ['pending'] },
  failed: { label: 'Failed', statuses: ['failed'] },
  cancelled: { label: 'Cancelled', statuses: ['cancelled'] },
} as const satisfies Record<string, { label: string; statuses: readonly JobStatus[] }>;

type Filter = keyof typeof FILTERS;
const isFilter = (text: string | null): text is Filter => text !== null && Object.hasOwn(FILTERS, text);

const WORKING_PAUSE_MS = 4_000;

function useJobs(filter: Filter | null, search: string) {
  return useInfiniteQuery({
    queryKey: ['jobs', filter, search],
    initialPageParam: null as string | null,
    queryFn: ({ pageParam }) =>
      bodyOf(
        own.GET('/app/api/jobs', {
          params: {
            query: {
              ...(filter === null ? {} : { status: [...FILTERS[filter].statuses] }),
              ...(search === '' ? {} : { search }),
              ...(pageParam === null ? {} : { cursor: pageParam }),
            },
          },
        }),
      ),
    getNextPageParam: ({ nextCursor }) => nextCursor,
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) =>
      state.data?.pages.some(({ jobs }) => jobs.some(isWorking)) === true ? WORKING_PAUSE_MS : false,
  });
}

export default function JobsPage() {
  const [address, setAddress] = useSearchParams();
  const named = address.get('status');
  const filter = isFilter(named) ? named : null;
  const [typed, setTyped] = useState('');
  const [search] = useDebouncedValue(typed.trim(), 300);
  const jobs = useJobs(filter, search);
  const found = jobs.data?.pages.flatMap((page) => page.jobs);
  const choose = (value: string | null) =>
    setAddress(value === null ? {} : { status: value }, { replace: true });
  const isFiltered = filter !== null || search !== '';
  return (
    <Page
      title="Jobs"
      about="Every list you uploaded, newest first."
      actions={
        <Button component={Link} to="/app/upload" leftSection={<FileUp size={16} aria-hidden />}>
          Upload a list
        </Button>
      }
    >
      <Group align="flex-end">
        <TextInput
          label="File name"
          placeholder="Part of it"
          leftSection={<Search size={16} aria-hidden />}
          maxLength={100}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
          rightSection={
            typed === '' ? null : (
              <CloseButton size="sm" aria-label="Clear the search" onClick={() => setTyped('')} />
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
          onChange={(event) => choose(event.currentTarget.value || null)}
        />
      </Group>
      {jobs.isError && <ProblemNote error={jobs.error} retry={() => void jobs.refetch()} />}
      {jobs.isPending && <JobSkeletons />}
      {found !== undefined && found.length > 0 && <Found jobs={found} isOld={jobs.isPlaceholderData} />}
      {found?.length === 0 &&
        !jobs.isPlaceholderData &&
        (isFiltered ? (
          <Stack gap="xs" align="flex-start" role="status">
            <Text>No job is like that.</Text>
            <Button
              variant="default"
              onClick={() => {
                setTyped('');
                choose(null);
              }}
            >
              Show all jobs
            </Button>
          </Stack>
        ) : (
          <Empty title="No jobs yet">
            Upload a CSV or Excel list of addresses. You see the exact price before anything is charged.
          </Empty>
        ))}
      <ShowMore pages={jobs} />
    </Page>
  );
}

function Found({ jobs, isOld }: { jobs: readonly SkipTraceJob[]; isOld: boolean }) {
  return (
    <div aria-busy={isOld} style={{ opacity: isOld ? 0.6 : 1 }}>
      <JobTable jobs={jobs} label="Jobs" />
    </div>
  );
}

function JobSkeletons() {
  return (
    <Stack gap="xs">
      {[0, 1, 2, 3, 4, 5].map((row) => (
        <Skeleton key={row} h={44} radius="md" />
      ))}
    </Stack>
  );
}
