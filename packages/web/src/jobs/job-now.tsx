import type { SkipTraceJob } from '@skiptrace/contract';
import { Alert, Group, Paper, Progress, Stack, Text, Title } from '@mantine/core';
import { TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { ApproveButton } from './approve-button.js';
import { JobBadge } from './job-badge.js';
import { Receipt, ResultDownloads } from './late-result.js';
import { isWorking, situationOf, contentsOf, lookedUpOf, missesOf, priceOf } from './words.js';
import { count, money, plural, share } from '../parts/format.js';
import { Facts } from '../parts/facts.js';

export const NO_SUCH_JOB = {
  title: 'We can’t find this list',
  text: 'Check the address of this page. The list may belong to another account.',
} as const;

/** Status of a job, the buttons to act on it, and its numbers. @param children more buttons */
export function JobNow({ job, children }: { job: SkipTraceJob; children?: ReactNode }) {
  return (
    <>
      <Paper withBorder p="md">
        <Stack>
          <Group gap="sm" role="status">
            <JobBadge job={job} />
            <Text size="sm">{situationOf(job)}</Text>
          </Group>
          {isWorking(job) && <Progress value={100} animated aria-label="The server is working on it" />}
          {job.status === 'failed' && (
            <Alert color="red" icon={<TriangleAlert size={18} aria-hidden />} title="Why it failed">
              {job.errorMessage ?? 'The server does not say.'}
            </Alert>
          )}
          {job.status === 'preview' && <ApproveButton job={job} />}
          {job.status === 'completed' && typeof job.downloadUrl === 'string' && <ResultDownloads job={job} />}
          {children}
        </Stack>
      </Paper>
      {job.status === 'completed' ? <Receipt job={job} /> : <JobCounts job={job} />}
    </>
  );
}

/** Rows without a match by reason. */
function WhyNoMatch({ job }: { job: SkipTraceJob }) {
  const misses = missesOf(job);
  if (misses.length === 0) return null;
  return (
    <section aria-labelledby="no-match">
      <Title order={2} size="h4" id="no-match" mb="xs">
        Why rows have no match
      </Title>
      <Facts areFigures facts={misses} />
    </section>
  );
}

/** Rows, matches and the price of a job whose rows are matched; nothing before. */
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
        <Text size="sm" c="dimmed">
          {plural(notLookedUp, 'row')} {notLookedUp === 1 ? 'was' : 'were'} free: duplicates, or rows that
          can’t match. Duplicates get their owner in the file you download.
        </Text>
      )}
    </Stack>
  );
}
