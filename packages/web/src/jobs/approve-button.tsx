import type { SkipTraceJob } from '@skiptrace/contract';
import { Anchor, Button, Stack, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link } from 'react-router';
import { bodyOf, contract } from '../api/clients.js';
import { Problem } from '../api/problem.js';
import { money } from '../parts/format.js';
import { ProblemNote } from '../parts/problem-note.js';
import { useAccount } from '../session/sessions.js';
import { jobChanged } from './queries.js';
import { isApproved } from './words.js';

/**
 * Pays the exact price of a job in preview. It is sent once: when no answer comes, or one that does not tell, the job is
 * asked, for its status says whether it was paid.
 */
export function ApproveButton({ job }: { job: SkipTraceJob }) {
  const queries = useQueryClient();
  const account = useAccount();
  const approve = useMutation({ mutationFn: () => approveOnce(job.id, () => jobChanged(queries, job.id)) });
  const price = job.totalChargeCents ?? 0;
  const balance = account.data?.balanceCents;
  const isShort = balance !== undefined && balance < price;
  return (
    <Stack gap="xs" align="flex-start">
      <Button
        size="md"
        loading={approve.isPending}
        disabled={isShort || job.status !== 'preview'}
        onClick={() => approve.mutate()}
      >
        {price === 0 ? 'Approve, it is free' : `Approve and pay ${money(price)}`}
      </Button>
      {isShort && (
        <Text size="sm">
          Your balance is {money(balance)}, {money(price - balance)} short. Ask for a top-up on the{' '}
          <Anchor component={Link} to="/app/support" inherit>
            support page
          </Anchor>
          ; the job waits.
        </Text>
      )}
      {!isShort && balance !== undefined && price > 0 && (
        <Text size="sm" c="dimmed">
          Leaves {money(balance - price)} of {money(balance)} on your balance.
        </Text>
      )}
      {approve.isError && <ProblemNote error={approve.error} />}
    </Stack>
  );
}

/** @throws Problem when the job was not approved, or when nobody can tell yet */
async function approveOnce(jobId: string, read: () => Promise<SkipTraceJob | undefined>): Promise<void> {
  try {
    await bodyOf(contract.POST('/api/user/skip-trace/{jobId}/confirm', { params: { path: { jobId } } }));
    await read().catch(() => undefined);
  } catch (error) {
    const job = await read().catch(() => undefined);
    if (job !== undefined && isApproved(job)) return;
    const isKnown = error instanceof Problem && error.status !== null && error.status < 500;
    if (isKnown) throw error;
    throw new Problem(
      job === undefined
        ? 'No answer came, so it is not known whether the job was approved. It is never charged twice: this page shows what happened as soon as the server answers.'
        : 'The approval did not arrive; nothing was charged. Try again.',
      null,
      null,
      { cause: error },
    );
  }
}
