import { Alert, Badge, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { TriangleAlert } from 'lucide-react';
import { useParams } from 'react-router';
import { useAct } from '../../api/act.js';
import { own, query } from '../../api/clients.js';
import { JobStatusBadge, priceOf, WORKING } from '../../jobs/words.js';
import { LogEvents } from '../../operator/events.js';
import { whyOf, type OperatorJobDetails } from '../../operator/jobs.js';
import { Copyable } from '../../parts/copy.js';
import { Facts } from '../../parts/facts.js';
import { bytes, count, dateAndTime, money, orDash } from '../../parts/format.js';
import { LedgerTable } from '../../parts/ledger-table.js';
import { Empty, PageMissing, PageOf, Section } from '../../parts/page.js';
import { ButtonTo, Fine, PlainButton, ProblemNote, Sentences, To } from '../../parts/text.js';

const ASK_EVERY_MS = 5_000;

/** A job with what happened to it; polled while the server works on it. */
export default function OperatorJobPage() {
  const { jobId = '' } = useParams();
  const found = useQuery({
    ...query('/operator/api/jobs/{jobId}', { params: { path: { jobId } } }),
    refetchInterval: ({ state: { data } }) =>
      data !== undefined && WORKING.has(data.job.status) ? ASK_EVERY_MS : false,
    staleTime: 0,
  });
  const accountId = found.data?.job.accountId;
  return (
    <PageOf
      found={found}
      missing={<PageMissing home="/operator/jobs" />}
      before="Job"
      title={({ job }) => `Job of ${job.accountName}`}
      about={<Copyable value={jobId} what="the job ID" />}
      actions={
        accountId !== undefined && (
          <>
            <ButtonTo to={`/operator/accounts/${accountId}`}>Account</ButtonTo>
            <ButtonTo to={`/operator/jobs?account=${accountId}`}>Jobs of the account</ButtonTo>
          </>
        )
      }
    >
      {(details) => <Details details={details} />}
    </PageOf>
  );
}

function Details({ details }: { details: OperatorJobDetails }) {
  const { job, work, events, transactions } = details;
  const why = whyOf(details);
  const hasFailed = job.status === 'failed';
  return (
    <Stack gap="lg">
      <Group gap="xs">
        <JobStatusBadge status={job.status} />
        {job.mode === 'test' && <Badge color="orange">Test</Badge>}
        <Text>since {dateAndTime(job.updatedAt)}</Text>
      </Group>
      {why.length > 0 && (
        <Alert
          color={hasFailed ? 'red' : 'yellow'}
          icon={<TriangleAlert />}
          title={hasFailed ? 'Why it failed' : 'It had trouble'}
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
          ['Price', orDash(priceOf(job), money)],
          ['Refunded', orDash(job.refundCents, money)],
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
            <Text>
              <To to={`/operator/accounts/${job.accountId}#ledger`}>
                Refund it in the ledger of {job.accountName}
              </To>
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
  const shown = useAct({
    send: () => own.POST('/operator/api/jobs/{jobId}/file-name', { params: { path: { jobId } } }),
  });
  if (shown.data !== undefined)
    return (
      <Text role="status">
        File name: <b>{shown.data.filename}</b>
      </Text>
    );
  return (
    <Stack gap="xs" align="flex-start">
      {shown.isError && <ProblemNote error={shown.error} />}
      <PlainButton size="xs" onClick={() => shown.run()} loading={shown.isPending}>
        Show the file name
      </PlainButton>
      <Fine>It may name a person, so the log of disclosures notes that you looked.</Fine>
    </Stack>
  );
}
