import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import type { SkipTraceJob } from '@skiptrace/contract';
import { useIsMutating, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Hourglass } from 'lucide-react';
import { useState } from 'react';
import { contract, readAgain } from '../api/clients.js';
import { Problem } from '../api/problem.js';
import { TopUpButton } from '../money.js';
import { money, dateAndTime } from '../parts/format.js';
import { ProblemNote } from '../parts/text.js';
import { accountQuery, settingsQuery } from '../session/sessions.js';
import { OF_JOBS, readJob } from './queries.js';
import { isApproved } from './words.js';

const POLL_MS = 3_000;
/** Timeout of a response: after the computer slept, for example, none ever comes. */
const ANSWER_MS = 30_000;
/** Within this time a sent request arrives or never will: the server drops slow requests earlier. */
const ON_ITS_WAY_MS = 60_000;

interface Approving {
  /** Reads the job. @throws Problem */
  readonly read: () => Promise<SkipTraceJob>;
  /** Called when no response came, so it isn't known yet whether the job was approved. */
  readonly onUnknown: () => void;
}

/**
 * Pays the exact price of a job in preview. The request is sent once. If its response is lost or inconclusive, polls the job
 * until it can be read and is approved, or the request can't arrive any more.
 * @throws Problem if the job was not approved and nothing was charged, or if the outcome can't be found out here, for example
 * because the session has ended
 */
export async function approve(jobId: string, { read, onUnknown }: Approving): Promise<void> {
  const sentAt = Date.now();
  try {
    await contract.POST('/api/user/skip-trace/{jobId}/confirm', {
      params: { path: { jobId } },
      signal: AbortSignal.timeout(ANSWER_MS),
    });
  } catch (error) {
    if (error instanceof Problem && error.isNothingDone) {
      const job = await read().catch(() => undefined);
      // Another tab approved first, or the response was inconclusive.
      if (job !== undefined && isApproved(job)) return;
      throw error;
    }
    await untilKnown({ read, onUnknown }, sentAt);
  }
}

async function untilKnown({ read, onUnknown }: Approving, sentAt: number): Promise<void> {
  for (;;) {
    const askedAt = Date.now();
    const job = await read().catch((error: unknown) => {
      if (error instanceof Problem && !error.isPassing) throw error;
    });
    if (job !== undefined && job.status !== 'preview') return;
    if (job !== undefined && askedAt - sentAt >= ON_ITS_WAY_MS)
      throw new Problem(
        'The job still waits: the approval had no effect, and nothing was charged. You can approve it again.',
        null,
      );
    onUnknown();
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
}

const MS_PER_DAY = 24 * 60 * 60 * 1_000;
/** Polling interval for the balance while it is too low, because the person may be paying in another window. */
const BALANCE_PAUSE_MS = 5_000;

/** Pays the exact price of a job in preview. Offers no second approval while it isn't known whether the first has arrived. */
export function ApproveButton({ job }: { job: SkipTraceJob }) {
  const queries = useQueryClient();
  const price = job.totalChargeCents ?? 0;
  const account = useQuery({
    ...accountQuery,
    refetchInterval: ({ state: { data } }) =>
      data !== undefined && data.balanceCents < price ? BALANCE_PAUSE_MS : false,
  });
  const [isUnknown, setUnknown] = useState(false);
  const mutationKey = ['approval', job.id];
  const approval = useMutation({
    mutationKey,
    mutationFn: () => {
      setUnknown(false);
      return approve(job.id, {
        read: () => readJob(queries, job.id),
        onUnknown: () => setUnknown(true),
      });
    },
    onSettled: () => readAgain(queries, OF_JOBS),
  });
  // Includes an approval started before the person left this page and came back.
  const isApproving = useIsMutating({ mutationKey }) > 0;
  const previewDays = useQuery(settingsQuery).data?.previewDays;
  const balance = account.data?.balanceCents;
  const missing = balance === undefined ? 0 : Math.max(0, price - balance);
  // With free repeats, less may be due than the preview says, so the server decides.
  const mayBeLess = job.repeatRows !== undefined;
  return (
    <Stack gap="xs" align="flex-start">
      <Group gap="sm">
        {missing > 0 && <TopUpButton cents={missing} />}
        <Button
          size="md"
          variant={missing > 0 ? 'default' : 'filled'}
          loading={isApproving}
          disabled={(missing > 0 && !mayBeLess) || job.status !== 'preview'}
          onClick={() => approval.mutate()}
        >
          {price === 0 ? 'Approve (free)' : `Approve and pay ${money(price)}`}
        </Button>
      </Group>
      {balance !== undefined && missing > 0 && (
        <Text>
          You need {money(missing)} more: your balance is {money(balance)}.
          {mayBeLess &&
            ' If you have paid for some of these owners since the list was matched, less is due, and you can approve now.'}
        </Text>
      )}
      {balance !== undefined && missing === 0 && price > 0 && (
        <Text c="dimmed">Balance after: {money(balance - price)}</Text>
      )}
      {previewDays !== undefined && !isApproving && (
        <Text c="dimmed">
          Approve by {dateAndTime(Date.parse(job.updatedAt) + previewDays * MS_PER_DAY)}. After that we cancel
          the list, and you aren’t charged.
        </Text>
      )}
      {isApproving && isUnknown && (
        <Alert color="yellow" role="alert" icon={<Hourglass />}>
          No answer came, so we don’t know yet whether the list was approved. This page keeps asking until we
          do. You’re never charged twice.
        </Alert>
      )}
      {approval.isError && <ProblemNote error={approval.error} />}
    </Stack>
  );
}
