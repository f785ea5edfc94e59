import {
  Anchor,
  Badge,
  Button,
  CloseButton,
  Group,
  NativeSelect,
  Table,
  Text,
  TextInput,
} from '@mantine/core';
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import type { AppSchemas } from '@skiptrace/contract/app';
import { bodyOf, own } from '../../api/clients.js';
import { pagedQuery } from '../../api/paged-query.js';
import { JobStatusBadge, JOB_WORDS, priceOf } from '../../jobs/words.js';
import { operatorAccountQuery } from '../../operator/accounts.js';
import { DataTable } from '../../parts/data-table.js';
import { Empty, Page } from '../../parts/page.js';
import { count, money, dateAndTime, orDash } from '../../parts/format.js';
import { PagedList } from '../../parts/paged-list.js';
import { useTypedSearch, useUrlSearch } from '../../parts/url-search.js';

type Job = AppSchemas['OperatorJob'];
type Status = AppSchemas['JobStatus'];

/** All statuses, in the order a job passes through them. */
const STATUSES = Object.keys(JOB_WORDS) as Status[];
const isStatus = (text: string): text is Status => Object.hasOwn(JOB_WORDS, text);

/** Polling interval of the list. */
const REFRESH_MS = 10_000;

interface Search {
  status: Status | null;
  accountId: string | null;
  /** Empty means all jobs. */
  jobId: string;
}

const jobsQuery = ({ status, accountId, jobId }: Search) =>
  pagedQuery(
    ['operator', 'jobs', status, accountId, jobId],
    (page) =>
      bodyOf(
        own.GET('/operator/api/jobs', {
          params: {
            query: {
              ...(status !== null && { status: [status] }),
              ...(accountId !== null && { accountId }),
              ...(jobId !== '' && { jobId }),
              ...page,
            },
          },
        }),
      ),
    { placeholderData: keepPreviousData },
  );

function OneAccount({ id }: { id: string }) {
  const name = useQuery(operatorAccountQuery(id)).data?.account.name;
  return (
    <Anchor component={Link} to={`/operator/accounts/${id}`} inherit>
      {name ?? 'one account'}
    </Anchor>
  );
}

export default function JobsPage() {
  const { params, set } = useUrlSearch();
  const asked = params.get('status') ?? '';
  const status = isStatus(asked) ? asked : null;
  const accountId = params.get('account');
  const { search: jobId, typed, type } = useTypedSearch('job');
  const found = useInfiniteQuery({
    ...jobsQuery({ status, accountId, jobId }),
    // With several pages, polling would refetch all of them and move rows while the operator reads.
    refetchInterval: ({ state }) => ((state.data?.pages.length ?? 1) > 1 ? false : REFRESH_MS),
  });
  return (
    <Page
      title="Jobs"
      about={
        <>
          CSV jobs of {accountId === null ? 'all accounts' : <OneAccount id={accountId} />}, newest first. A
          job’s page says what happened and why; file names are shown there on request.
        </>
      }
    >
      <Group align="flex-end">
        <TextInput
          label="Job ID"
          placeholder="The whole ID"
          maxLength={100}
          value={typed}
          onChange={(event) => type(event.currentTarget.value)}
          rightSection={
            typed !== '' && <CloseButton aria-label="Clear the job ID" onClick={() => type('')} />
          }
          style={{ flexGrow: 1, maxWidth: 360 }}
        />
        <NativeSelect
          label="Status"
          data={[
            { value: '', label: 'All' },
            ...STATUSES.map((value) => ({ value, label: JOB_WORDS[value].label })),
          ]}
          value={status ?? ''}
          onChange={(event) => set({ status: event.currentTarget.value })}
        />
        {accountId !== null && (
          <Button variant="default" onClick={() => set({ account: '' })}>
            Show the jobs of all accounts
          </Button>
        )}
      </Group>
      <PagedList
        found={found}
        rows={found.data?.pages.flatMap((page) => page.jobs)}
        of={params.toString()}
        empty={
          status !== null || jobId !== '' || accountId !== null ? (
            <Empty title="No jobs match">Change the status, the account or the ID.</Empty>
          ) : (
            <Empty title="No jobs yet">Jobs show up here when customers upload files.</Empty>
          )
        }
      >
        {(jobs) => (
          <DataTable
            label="Jobs"
            heads={[
              'Account and job',
              'Status',
              { title: 'Rows', isNumber: true, from: 'lg' },
              { title: 'Matched', isNumber: true, from: 'lg' },
              { title: 'Price', isNumber: true, from: 'sm' },
              { title: 'Created', from: 'lg' },
              { title: 'Updated', from: 'sm' },
            ]}
          >
            {jobs.map((job) => (
              <JobRow key={job.id} job={job} />
            ))}
          </DataTable>
        )}
      </PagedList>
    </Page>
  );
}

function JobRow({ job }: { job: Job }) {
  return (
    <Table.Tr>
      <Table.Td>
        <Anchor
          component={Link}
          to={`/operator/accounts/${job.accountId}`}
          size="sm"
          fw={500}
          style={{ overflowWrap: 'anywhere' }}
        >
          {job.accountName}
        </Anchor>
        <div>
          <Anchor
            component={Link}
            to={`/operator/jobs/${job.id}`}
            size="xs"
            ff="monospace"
            style={{ overflowWrap: 'anywhere' }}
          >
            {job.id}
          </Anchor>
        </div>
        {job.totalRows !== null && (
          <Text size="xs" hiddenFrom="lg">
            {count(job.totalRows)} rows, {orDash(job.matchedRows, count)} matched
          </Text>
        )}
      </Table.Td>
      <Table.Td>
        <Group gap={4}>
          <JobStatusBadge status={job.status} />
          {job.mode === 'test' && <Badge color="orange">Test</Badge>}
        </Group>
        {job.errorMessage !== null && (
          <Text size="xs" mt={4}>
            {job.errorMessage}
          </Text>
        )}
      </Table.Td>
      <Table.Td visibleFrom="lg" ta="right">
        {orDash(job.totalRows, count)}
      </Table.Td>
      <Table.Td visibleFrom="lg" ta="right">
        {orDash(job.matchedRows, count)}
      </Table.Td>
      <Table.Td visibleFrom="sm" ta="right" style={{ whiteSpace: 'nowrap' }}>
        {orDash(priceOf(job), money)}
      </Table.Td>
      <Table.Td visibleFrom="lg" style={{ whiteSpace: 'nowrap' }}>
        {dateAndTime(job.createdAt)}
      </Table.Td>
      <Table.Td visibleFrom="sm">{dateAndTime(job.updatedAt)}</Table.Td>
    </Table.Tr>
  );
}
