import type { SkipTraceJob } from '@skiptrace/contract';
import { Alert, Group, Paper, Progress, Stack, Text, Title, Skeleton, Button } from '@mantine/core';
import { TriangleAlert } from 'lucide-react';
import { type ReactNode, lazy, Suspense } from 'react';
import { ApproveButton } from './approve.js';
import { JobBadge, isWorking, situationOf, contentsOf, lookedUpOf, missesOf, priceOf } from './words.js';
import { count, money, plural, share } from '../parts/format.js';
import { Facts } from '../parts/facts.js';
import { useDisclosure } from '@mantine/hooks';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { bodyOf, contract } from '../api/clients.js';
import { Confirm } from '../parts/confirm.js';
import { settingsQuery } from '../session/sessions.js';
import { jobChanged } from './queries.js';

export const NO_SUCH_JOB = {
  title: 'We can’t find this list',
  text: 'Check the address of this page. The list may belong to another account.',
} as const;

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
            <Text size="sm">{situationOf(job, previewDays)}</Text>
          </Group>
          {isWorking(job) && <Progress value={100} animated aria-label="The server is working on it" />}
          {job.status === 'failed' && (
            <Alert color="red" icon={<TriangleAlert />} title="Why it failed">
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

const LoadedDownloads = lazy(async () => ({
  default: (await import('./result-downloads.js')).ResultDownloads,
}));

const LoadedReceipt = lazy(async () => ({ default: (await import('./receipt.js')).Receipt }));

/** Loads the result code only for a job that has a result: most pages with jobs don't need it. */
function ResultDownloads({ job }: { job: SkipTraceJob }) {
  return (
    <Suspense fallback={null}>
      <LoadedDownloads job={job} />
    </Suspense>
  );
}

/** Loads the receipt in the same way. */
function Receipt({ job }: { job: SkipTraceJob }) {
  return (
    <Suspense fallback={<Skeleton h={240} radius="md" />}>
      <LoadedReceipt job={job} />
    </Suspense>
  );
}

/** Asks before cancelling, because a cancelled list can't be restored. */
export function CancelButton({ job }: { job: SkipTraceJob }) {
  const queries = useQueryClient();
  const [isAsking, { open, close }] = useDisclosure(false);
  const cancel = useMutation({
    mutationFn: () =>
      bodyOf(contract.POST('/api/user/skip-trace/{jobId}/cancel', { params: { path: { jobId: job.id } } })),
    onSuccess: close,
    onSettled: () => jobChanged(queries, job.id),
  });
  return (
    <>
      <Button
        variant="default"
        onClick={() => {
          cancel.reset();
          open();
        }}
      >
        Cancel list
      </Button>
      <Confirm
        opened={isAsking}
        onClose={close}
        title={`Cancel ${job.filename}?`}
        dismiss="Keep it"
        action="Cancel the list"
        isDangerous
        onConfirm={() => cancel.mutate()}
        isPending={cancel.isPending}
        error={cancel.error}
      >
        It can’t be undone, but nothing has been charged, and you can upload the list again.
      </Confirm>
    </>
  );
}
