import { Alert, Anchor, Badge, Button, Group, Stack, Text } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { TriangleAlert } from 'lucide-react';
import { Link, useParams } from 'react-router';
import { isNotFound } from '../../api/problem.js';
import { JobStatusBadge, priceOf } from '../../jobs/words.js';
import {
  operatorJobQuery,
  refundedOf,
  showJobFileName,
  whyOf,
  type OperatorJobDetails,
} from '../../operator/jobs.js';
import { LogEvents } from '../../operator/events.js';
import { Copyable } from '../../parts/copy.js';
import { Empty, Page, Section, PageMissing } from '../../parts/page.js';
import { Facts } from '../../parts/facts.js';
import { bytes, count, money, dateAndTime, orDash } from '../../parts/format.js';
import { LedgerTable } from '../../parts/ledger-table.js';
import { Loaded } from '../../parts/loaded.js';
import { ProblemNote } from '../../parts/problem-note.js';
import { Sentences } from '../../parts/sentences.js';

export default function OperatorJobPage() {
  const { jobId = '' } = useParams();
  const found = useQuery(operatorJobQuery(jobId));
  if (isNotFound(found.error)) return <PageMissing home="/operator/jobs" />;
  return (
    <Page
      title={found.data === undefined ? 'Job' : `Job of ${found.data.job.accountName}`}
      about={<Copyable value={jobId} what="the job ID" />}
      actions={
        found.data !== undefined && (
          <>
            <Button component={Link} variant="default" to={`/operator/accounts/${found.data.job.accountId}`}>
              Account
            </Button>
            <Button
              component={Link}
              variant="default"
              to={`/operator/jobs?account=${found.data.job.accountId}`}
            >
              Jobs of the account
            </Button>
          </>
        )
      }
    >
      <Loaded of={found} height={320}>
        {(details) => <Details details={details} />}
      </Loaded>
    </Page>
  );
}

function Details({ details }: { details: OperatorJobDetails }) {
  const { job, work, events, transactions } = details;
  const why = whyOf(details);
  const price = priceOf(job);
  return (
    <Stack gap="lg">
      <Group gap="xs">
        <JobStatusBadge status={job.status} />
        {job.mode === 'test' && <Badge color="orange">Test</Badge>}
        <Text size="sm">since {dateAndTime(job.updatedAt)}</Text>
      </Group>
      {why.length > 0 && (
        <Alert
          color={job.status === 'failed' ? 'red' : 'yellow'}
          icon={<TriangleAlert />}
          title={job.status === 'failed' ? 'Why it failed' : 'It had trouble'}
        >
          <Sentences of={why} />
        </Alert>
      )}
      <Facts
        facts={[
          [
            'Created',
            `${dateAndTime(job.createdAt)}, ${details.origin === 'api' ? 'by API' : 'in the web app'}`,
          ],
          ['File', fileWords(details)],
          ['Rows', orDash(job.totalRows, count)],
          ['Matched', orDash(job.matchedRows, count)],
          ['Duplicates, or can’t match', orDash(details.blankAddressCount, count)],
          ['Free repeats', orDash(details.repeatRows, count)],
          ['Price a match', orDash(details.priceCents, money)],
          ['Price', orDash(price, money)],
          ['Refunded', orDash(refundedOf(details), money)],
          ['Work left', work === null ? 'None' : workWords(work)],
        ]}
      />
      <FileName jobId={job.id} />
      <Section title="What happened">
        {events.length === 0 ? (
          <Empty title="Nothing yet">Approval, result and downloads show up here.</Empty>
        ) : (
          <LogEvents events={events} />
        )}
      </Section>
      <Section title="Money">
        {transactions.length === 0 ? (
          <Empty title="No money moved">
            {job.mode === 'test' ? 'Test jobs are free.' : 'A job is charged when its customer approves it.'}
          </Empty>
        ) : (
          <>
            <LedgerTable transactions={transactions} addresses={{}} jobLink={() => null} />
            <Text size="sm">
              <Anchor component={Link} to={`/operator/accounts/${job.accountId}#ledger`} inherit>
                Refund it in the ledger of {job.accountName}
              </Anchor>
            </Text>
          </>
        )}
      </Section>
    </Stack>
  );
}

const fileWords = ({ uploadBytes, hasUpload, hasResult }: OperatorJobDetails): string =>
  uploadBytes === null
    ? 'Not here yet'
    : `${bytes(uploadBytes)}, ${hasResult ? 'with result' : hasUpload ? 'stored' : 'deleted'}`;

const workWords = ({ kind, isRunning, dueAt }: NonNullable<OperatorJobDetails['work']>): string => {
  const what = kind === 'match' ? 'Matching' : 'Writing the result';
  return isRunning ? `${what}, under way` : `${what}, due ${dateAndTime(dueAt)}`;
};

/** The file's name on request: customers put names of people in it. */
function FileName({ jobId }: { jobId: string }) {
  const shown = useMutation({ mutationFn: () => showJobFileName(jobId) });
  if (shown.data !== undefined)
    return (
      <Text size="sm" style={{ overflowWrap: 'anywhere' }} role="status">
        File name: <b>{shown.data.filename}</b>
      </Text>
    );
  return (
    <Stack gap="xs" align="flex-start">
      {shown.isError && <ProblemNote error={shown.error} />}
      <Button size="xs" variant="default" onClick={() => shown.mutate()} loading={shown.isPending}>
        Show the file name
      </Button>
      <Text size="xs" c="dimmed">
        It may name a person, so the log of disclosures notes that you looked.
      </Text>
    </Stack>
  );
}
