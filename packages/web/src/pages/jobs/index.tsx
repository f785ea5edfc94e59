import type { SkipTraceJob } from '@skiptrace/contract';
import { Button, CloseButton, Group, NativeSelect, Stack, Text, TextInput } from '@mantine/core';
import { FileUp, Search } from 'lucide-react';
import { Link } from 'react-router';
import { JobTable } from '../../jobs/index.js';
import { Empty } from '../../parts/empty.js';
import { Page } from '../../parts/page.js';
import { ShowMore } from '../../parts/show-more.js';
import { ProblemNote } from '../../parts/problem-note.js';
import { useTypedSearch, useUrlSearch } from '../../parts/url-search.js';
import { FILTERS, isFilter, useFoundJobs } from './found-jobs.js';

/** Keeps the search term in the URL, so it is still there on the way back from a job. */
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
        <Button component={Link} to="/app/upload" leftSection={<FileUp size={16} aria-hidden />}>
          Upload a list
        </Button>
      }
    >
      <Group align="flex-end">
        <TextInput
          label="File name"
          placeholder="Part of the name"
          leftSection={<Search size={16} aria-hidden />}
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
      {jobs.isError && <ProblemNote error={jobs.error} retry={() => void jobs.refetch()} />}
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
