import { Alert, Anchor, Button, Group, Stack, Text } from '@mantine/core';
import { TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { Problem } from '../../api/problem.js';
import { TopUpSentence } from '../../money/top-up.js';
import { clock, count, money } from '../../parts/format.js';
import { useAccount } from '../../session/sessions.js';

/** Why there is no answer, whether it may have cost anything, and what to do next. */
export function LookupProblem({ error, retry }: { error: unknown; retry: () => void }) {
  const { title, words, canRetry } = useExplanation(error);
  return (
    <Alert color="red" role="alert" icon={<TriangleAlert size={18} aria-hidden />} title={title}>
      <Stack gap="sm">
        <Text size="sm" component="div">
          {words}
        </Text>
        {canRetry && (
          <Group>
            <Button size="xs" variant="default" onClick={retry}>
              Try again
            </Button>
          </Group>
        )}
      </Stack>
    </Alert>
  );
}

function useExplanation(error: unknown): { title: string; words: ReactNode; canRetry: boolean } {
  const account = useAccount().data;
  const problem = error instanceof Problem ? error : null;
  if (problem?.status === 402) {
    const price = account === undefined ? 'the price of a match' : money(account.pricePerMatchCents);
    const balance = account === undefined ? '' : ` of ${money(account.balanceCents)}`;
    return {
      title: 'The balance is too low',
      words: (
        <>
          A lookup needs {price}, and your balance{balance} doesn’t cover it. You weren’t charged.{' '}
          <TopUpSentence />.
        </>
      ),
      canRetry: false,
    };
  }
  if (problem?.status === 429 && problem.dailyMissLimit !== null) {
    const resets = account === undefined ? 'at midnight UTC' : `at ${clock(account.dailyMisses.resetsAt)}`;
    return {
      title: 'No free misses left today',
      words: (
        <>
          {count(problem.dailyMissLimit)} addresses without an owner are free each day, and today’s are used
          up. Nothing was looked up or charged. You can look up more {resets}. Lists have no such limit:{' '}
          <Anchor component={Link} to="/app/upload" inherit>
            upload one
          </Anchor>
          .
        </>
      ),
      canRetry: false,
    };
  }
  if (problem?.status === 429) {
    return {
      title: 'Too many lookups in a minute',
      words: `Nothing was looked up or charged this time. Try again in ${count(problem.retryAfterSeconds ?? 60)} seconds, or upload the addresses as a list.`,
      canRetry: true,
    };
  }
  if (problem?.isNothingDone !== true) {
    return {
      title: 'No answer came',
      words:
        'The connection was cut off, so we don’t know whether the lookup went through. Try again: you’re never charged twice.',
      canRetry: true,
    };
  }
  if (problem.status === 500) {
    return {
      title: 'Something went wrong on our end',
      words: 'You weren’t charged. Try again in a moment.',
      canRetry: true,
    };
  }
  return {
    title: 'We couldn’t look it up',
    words: `${problem.message} Nothing was charged.`,
    canRetry: false,
  };
}
