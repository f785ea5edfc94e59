import { Group, Paper, Progress, Skeleton, Stack, Text } from '@mantine/core';
import type { SkipTraceJob } from '@skiptrace/contract';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { contract } from '../api/clients.js';
import { ActButton } from '../parts/dialog.js';
import { Disclosure, Facts } from '../parts/facts.js';
import { capital, count, money, plural, share } from '../parts/format.js';
import { loadedPart } from '../parts/late.js';
import { PageMissing, Section } from '../parts/page.js';
import { Bad } from '../parts/text.js';
import { settingsQuery } from '../session/sessions.js';
import { ApproveButton } from './approve.js';
import { OF_JOBS } from './queries.js';
import { offerOf, Reach } from './reach.js';
import { contentsOf, isWorking, JobBadge, lookedUpOf, missesOf, priceOf, situationOf } from './words.js';

export const NoSuchList = () => (
  <PageMissing home="/app/jobs" title="We can’t find this list" action="Show all lists">
    Check the address of this page. The list may belong to another account.
  </PageMissing>
);

/** Status of a job, the buttons to act on it, and its numbers. @param children more buttons */
export function JobNow({ job, children }: { job: SkipTraceJob; children?: ReactNode }) {
  // Until the settings are loaded, no list is said to have expired.
  const previewDays = useQuery(settingsQuery).data?.previewDays ?? Infinity;
  return (
    <>
      <Paper withBorder p="md">
        <Stack>
          <Group gap="sm" role="status">
            <JobBadge job={job} />
            <Text>{situationOf(job, previewDays)}</Text>
          </Group>
          {isWorking(job) && <Progress value={100} animated aria-label="The server is working on it" />}
          {job.status === 'failed' && (
            <Bad title="Why it failed">{job.errorMessage ?? 'The server does not say.'}</Bad>
          )}
          {job.status === 'preview' && <Offer job={job} />}
          {job.status === 'preview' && <ApproveButton job={job} />}
          {job.status === 'completed' && typeof job.downloadUrl === 'string' && <ResultDownloads job={job} />}
          {children}
        </Stack>
      </Paper>
      {job.status === 'completed' ? (
        <Receipt job={job} />
      ) : job.status === 'preview' ? (
        <Disclosure title="Details">
          <JobCounts job={job} />
        </Disclosure>
      ) : (
        <JobCounts job={job} />
      )}
    </>
  );
}

/** One sentence and one bar with what the price buys. */
function Offer({ job }: { job: SkipTraceJob }) {
  const [figure, rest] = offerOf(job);
  return (
    <>
      <Text size="lg">
        <b>{capital(figure)}</b>
        {rest}
      </Text>
      <Reach job={job} />
    </>
  );
}

/** Rows without a match by reason. */
function WhyNoMatch({ job }: { job: SkipTraceJob }) {
  const misses = missesOf(job);
  if (misses.length === 0) return null;
  return (
    <Section title="Why rows have no match" gap="xs">
      <Facts areFigures facts={misses} />
    </Section>
  );
}

/** Rows, matches and the price of a job once its rows are matched; nothing before. */
function JobCounts({ job }: { job: SkipTraceJob }) {
  const { totalRows, matchedRows, pricePerRowCents, repeatRows = 0, requirePhone = false } = job;
  const lookedUp = lookedUpOf(job);
  if (typeof totalRows !== 'number' || typeof matchedRows !== 'number' || lookedUp === null) return null;
  const price = priceOf(job);
  const contents = contentsOf(job);
  const notLookedUp = totalRows - lookedUp;
  return (
    <Stack gap="xs">
      <Facts
        areFigures
        facts={[
          ['Rows in the file', count(totalRows)],
          ['Looked up', count(lookedUp)],
          [
            requirePhone ? 'Matched, with a phone' : 'Matched',
            `${count(matchedRows)} (${share(matchedRows, lookedUp)})`,
          ],
          [requirePhone ? 'Without a match or a phone' : 'Without a match', count(lookedUp - matchedRows)],
          ...(repeatRows > 0 ? [['Already paid for, free', count(repeatRows)] as const] : []),
          ...(price !== null && typeof pricePerRowCents === 'number'
            ? [['Price per match', money(pricePerRowCents)] as const]
            : []),
          ...(price !== null ? [[job.status === 'preview' ? 'To pay' : 'Price', money(price)] as const] : []),
        ]}
      />
      {contents.length > 0 && <Facts areFigures facts={contents} />}
      <WhyNoMatch job={job} />
      {notLookedUp > 0 && (
        <Text c="dimmed">
          {plural(notLookedUp, 'row')} {notLookedUp === 1 ? 'was' : 'were'} free: duplicates, or rows that
          can’t match. Duplicates get their owner in the file you download.
        </Text>
      )}
    </Stack>
  );
}

/** Loads the code of results only for a job that has one: most pages with jobs don't need it. */
const ResultDownloads = loadedPart(async () => (await import('./result-downloads.js')).ResultDownloads);
const Receipt = loadedPart(
  async () => (await import('./receipt.js')).Receipt,
  <Skeleton h={240} radius="md" />,
);

/** Asks before cancelling, because a cancelled list can't be restored. */
export const CancelButton = ({ job: { id: jobId, filename } }: { job: SkipTraceJob }) => (
  <ActButton
    label="Cancel list"
    title={`Cancel ${filename}?`}
    dismiss="Keep it"
    action="Cancel the list"
    isDangerous
    send={() => contract.POST('/api/user/skip-trace/{jobId}/cancel', { params: { path: { jobId } } })}
    changes={OF_JOBS}
  >
    It can’t be undone, but nothing has been charged, and you can upload the list again.
  </ActButton>
);
