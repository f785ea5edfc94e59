import type { SkipTraceJob } from '@skiptrace/contract';
import { Alert, Button, Stack, Text } from '@mantine/core';
import { useIsMutating, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Hourglass } from 'lucide-react';
import { useState } from 'react';
import { TopUpSentence } from '../money/top-up.js';
import { money, time } from '../parts/format.js';
import { ProblemNote } from '../parts/problem-note.js';
import { settingsQuery, useAccount } from '../session/sessions.js';
import { approve } from './approve.js';
import { jobKeys } from './keys.js';
import { jobChanged, readJob } from './queries.js';

const MS_PER_DAY = 24 * 60 * 60 * 1_000;

/** Pays the exact price of a job in preview. Offers no second approval while it isn't known whether the first has arrived. */
export function ApproveButton({ job }: { job: SkipTraceJob }) {
  const queries = useQueryClient();
  const account = useAccount();
  const [isUnknown, setUnknown] = useState(false);
  const mutationKey = jobKeys.approval(job.id);
  const approval = useMutation({
    mutationKey,
    mutationFn: () => {
      setUnknown(false);
      return approve(job.id, {
        read: () => readJob(queries, job.id),
        onUnknown: () => setUnknown(true),
      }).finally(() => jobChanged(queries, job.id));
    },
  });
  // Includes an approval started before the person left this page and came back.
  const isApproving = useIsMutating({ mutationKey }) > 0;
  const previewDays = useQuery(settingsQuery).data?.previewDays;
  const price = job.totalChargeCents ?? 0;
  const balance = account.data?.balanceCents;
  // With free repeats, less may be due than the preview says, so the server decides.
  const isShort = balance !== undefined && balance < price && job.repeatRows === undefined;
  return (
    <Stack gap="xs" align="flex-start">
      <Button
        size="md"
        loading={isApproving}
        disabled={isShort || job.status !== 'preview'}
        onClick={() => approval.mutate()}
      >
        {price === 0 ? 'Approve (free)' : `Approve and pay ${money(price)}`}
      </Button>
      {isShort && (
        <Text size="sm">
          Your balance is {money(balance)}. Add {money(price - balance)} to unlock your results.{' '}
          <TopUpSentence />.
        </Text>
      )}
      {!isShort && balance !== undefined && price > 0 && (
        <Text size="sm" c="dimmed">
          Balance after: {money(balance - price)}
        </Text>
      )}
      {previewDays !== undefined && !isApproving && (
        <Text size="sm" c="dimmed">
          Approve by {time(Date.parse(job.updatedAt) + previewDays * MS_PER_DAY)}. After that we cancel the
          list, and you aren’t charged.
        </Text>
      )}
      {isApproving && isUnknown && (
        <Alert color="yellow" role="alert" icon={<Hourglass size={18} aria-hidden />}>
          No answer came, so we don’t know yet whether the list was approved. This page keeps asking for a
          minute or so. You’re never charged twice.
        </Alert>
      )}
      {approval.isError && <ProblemNote error={approval.error} />}
    </Stack>
  );
}
