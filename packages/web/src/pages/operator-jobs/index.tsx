import { Anchor, Badge, Button, Group, MultiSelect, Skeleton, Stack, Table, Text } from '@mantine/core';
import { infiniteQueryOptions, useInfiniteQuery } from '@tanstack/react-query';
import { Link, useSearchParams } from 'react-router';
import type { AppSchemas } from '@skiptrace/contract/app';
import { bodyOf, own } from '../../api/clients.js';
import { JOB_WORDS } from '../../jobs/index.js';
import { Empty } from '../../parts/empty.js';
import { count, money, time } from '../../parts/format.js';
import { Page } from '../../parts/page.js';
import { ShowMore } from '../../parts/show-more.js';
import { ProblemNote } from '../../parts/problem-note.js';

type Job = AppSchemas['OperatorJob'];
type Status = AppSchemas['JobStatus'];

/** In the order in which a job goes through them. */
const STATUSES = Object.keys(JOB_WORDS) as Status[];
const isStatus = (text: string): text is Status => Object.hasOwn(JOB_WORDS, text);

/** The page is asked again while jobs move on. */
const REFRESH_MS = 10_000;

const jobsQuery = (statuses: readonly Status[], accountId: string | null) =>
  infiniteQueryOptions({
    queryKey: ['operator', 'jobs', statuses, accountId],
    initialPageParam: '',
    refetchInterval: REFRESH_MS,
    queryFn: ({ pageParam }) =>
      bodyOf(
        own.GET('/operator/api/jobs', {
          params: {
            query: {
              ...(statuses.length > 0 && { status: [...statuses] }),
              ...(accountId !== null && { accountId }),
              ...(pageParam !== '' && { cursor: pageParam }),
            },
          },
        }),
      ),
    getNextPageParam: ({ nextCursor }) => nextCursor,
  });

export default function JobsPage() {
  const [params, setParams] = useSearchParams();
  const statuses = params.getAll('status').filter(isStatus);
  const accountId = params.get('account');
  const choose = (next: readonly string[]) => {
    const changed = new URLSearchParams(params);
    changed.delete('status');
    for (const status of next) changed.append('status', status);
    setParams(changed, { replace: true });
  };
  const showAll = () => {
    const changed = new URLSearchParams(params);
    changed.delete('account');
    setParams(changed, { replace: true });
  };
  const found = useInfiniteQuery(jobsQuery(statuses, accountId));
  const jobs = found.data?.pages.flatMap((page) => page.jobs);
  return (
    <Page title="Jobs" about="CSV jobs of all accounts, newest first. File names are the customers' own.">
      <Group align="flex-end">
        <MultiSelect
          label="Status"
          placeholder={statuses.length === 0 ? 'All' : ''}
          data={STATUSES}
          value={statuses}
          onChange={choose}
          clearable
          style={{ flexGrow: 1, maxWidth: 420 }}
        />
        {accountId !== null && (
          <Button variant="default" onClick={showAll}>
            Show the jobs of all accounts
          </Button>
        )}
      </Group>
      {found.isError && <ProblemNote error={found.error} retry={() => void found.refetch()} />}
      {jobs === undefined ? (
        !found.isError && <Skeleton height={240} radius="md" />
      ) : jobs.length === 0 ? (
        <Empty title="No jobs">
          {statuses.length > 0
            ? 'No job is in this status.'
            : 'Jobs show up here when customers upload files.'}
        </Empty>
      ) : (
        <Stack>
          <Table verticalSpacing="sm">
            <Table.Thead>
              <Table.Tr>
                <Table.Th>Account</Table.Th>
                <Table.Th>Status</Table.Th>
                <Table.Th visibleFrom="sm" ta="right">
                  Rows
                </Table.Th>
                <Table.Th visibleFrom="sm" ta="right">
                  Matched
                </Table.Th>
                <Table.Th visibleFrom="xs" ta="right">
                  Total
                </Table.Th>
                <Table.Th visibleFrom="md">Created</Table.Th>
                <Table.Th visibleFrom="sm">Changed</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {jobs.map((job) => (
                <JobRow key={job.id} job={job} />
              ))}
            </Table.Tbody>
          </Table>
          <ShowMore pages={found} />
        </Stack>
      )}
    </Page>
  );
}

const orDash = (value: number | null, shown: (value: number) => string): string =>
  value === null ? '–' : shown(value);

function JobRow({ job }: { job: Job }) {
  return (
    <Table.Tr>
      <Table.Td>
        <Anchor
          component={Link}
          to={`/operator/accounts/${job.accountId}`}
          style={{ overflowWrap: 'anywhere' }}
        >
          {job.accountName}
        </Anchor>
        <Text size="xs" c="dimmed" ff="monospace" style={{ overflowWrap: 'anywhere' }}>
          {job.id}
        </Text>
        {job.totalRows !== null && (
          <Text size="xs" hiddenFrom="sm">
            {count(job.totalRows)} rows, {orDash(job.matchedRows, count)} matched
          </Text>
        )}
      </Table.Td>
      <Table.Td>
        <Group gap={4}>
          <Badge variant="light" color={JOB_WORDS[job.status].color} miw="max-content">
            {job.status}
          </Badge>
          {job.mode === 'test' && (
            <Badge variant="light" color="orange">
              test
            </Badge>
          )}
        </Group>
        {job.errorMessage !== null && (
          <Text size="xs" mt={4}>
            {job.errorMessage}
          </Text>
        )}
      </Table.Td>
      <Table.Td visibleFrom="sm" ta="right">
        {orDash(job.totalRows, count)}
      </Table.Td>
      <Table.Td visibleFrom="sm" ta="right">
        {orDash(job.matchedRows, count)}
      </Table.Td>
      <Table.Td visibleFrom="xs" ta="right">
        {orDash(job.totalChargeCents, money)}
      </Table.Td>
      <Table.Td visibleFrom="md">{time(job.createdAt)}</Table.Td>
      <Table.Td visibleFrom="sm">{time(job.updatedAt)}</Table.Td>
    </Table.Tr>
  );
}
