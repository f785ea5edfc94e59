import { Badge, Group, Text } from '@mantine/core';
import type { AppSchemas } from '@skiptrace/contract/app';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { given, pagedQuery } from '../../api/clients.js';
import { JOB_LABELS, JOB_WORDS, JobStatusBadge, priceOf } from '../../jobs/words.js';
import { operatorAccountQuery } from '../../operator/accounts.js';
import type { Column } from '../../parts/data-table.js';
import { UrlSelect, UrlText } from '../../parts/filters.js';
import { count, dateAndTime, money, orDash } from '../../parts/format.js';
import { Empty, Page } from '../../parts/page.js';
import { PagedTable } from '../../parts/paged-list.js';
import { LinkTo, PlainButton, To } from '../../parts/text.js';
import { useUrlChoice, useUrlSearch } from '../../parts/url-search.js';

/** Polling interval of the list. */
const REFRESH_MS = 10_000;

function OneAccount({ id }: { id: string }) {
  const name = useQuery(operatorAccountQuery(id)).data?.account.name;
  return <To to={`/operator/accounts/${id}`}>{name ?? 'one account'}</To>;
}

const COLUMNS: readonly Column<AppSchemas['OperatorJob']>[] = [
  {
    title: 'Account and job',
    breaks: 'anywhere',
    cell: ({ id, accountId, accountName, totalRows, matchedRows }) => (
      <>
        <LinkTo to={`/operator/accounts/${accountId}`} fw={500}>
          {accountName}
        </LinkTo>
        <div>
          <LinkTo to={`/operator/jobs/${id}`} size="xs" ff="monospace">
            {id}
          </LinkTo>
        </div>
        {totalRows !== null && (
          <Text size="xs" hiddenFrom="lg">
            {count(totalRows)} rows, {orDash(matchedRows, count)} matched
          </Text>
        )}
      </>
    ),
  },
  {
    title: 'Status',
    cell: ({ status, mode, errorMessage }) => (
      <>
        <Group gap={4}>
          <JobStatusBadge status={status} />
          {mode === 'test' && <Badge color="orange">Test</Badge>}
        </Group>
        {errorMessage !== null && (
          <Text size="xs" mt={4}>
            {errorMessage}
          </Text>
        )}
      </>
    ),
  },
  { title: 'Rows', isNumber: true, from: 'lg', cell: ({ totalRows }) => orDash(totalRows, count) },
  { title: 'Matched', isNumber: true, from: 'lg', cell: ({ matchedRows }) => orDash(matchedRows, count) },
  {
    title: 'Price',
    isNumber: true,
    from: 'sm',
    breaks: 'never',
    cell: (job) => orDash(priceOf(job), money),
  },
  { title: 'Created', from: 'lg', breaks: 'never', cell: ({ createdAt }) => dateAndTime(createdAt) },
  { title: 'Updated', from: 'sm', cell: ({ updatedAt }) => dateAndTime(updatedAt) },
];

export default function JobsPage() {
  const { params, set } = useUrlSearch();
  const status = useUrlChoice('status', JOB_WORDS);
  const accountId = params.get('account');
  const query = given({ status: status && [status], accountId, jobId: params.get('job') });
  const found = useInfiniteQuery({
    ...pagedQuery('/operator/api/jobs', { params: { query } }),
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
        <UrlText
          name="job"
          label="Job ID"
          placeholder="The whole ID"
          clear="Clear the job ID"
          style={{ flexGrow: 1, maxWidth: 360 }}
        />
        <UrlSelect name="status" label="Status" choices={JOB_LABELS} />
        {accountId !== null && (
          <PlainButton onClick={() => set({ account: '' })}>Show the jobs of all accounts</PlainButton>
        )}
      </Group>
      <PagedTable
        label="Jobs"
        found={found}
        rows={found.data?.pages.flatMap((page) => page.jobs)}
        of={params.toString()}
        columns={COLUMNS}
        empty={
          Object.keys(query).length > 0 ? (
            <Empty title="No jobs match">Change the status, the account or the ID.</Empty>
          ) : (
            <Empty title="No jobs yet">Jobs show up here when customers upload files.</Empty>
          )
        }
      />
    </Page>
  );
}
