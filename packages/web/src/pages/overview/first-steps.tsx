import type { Account } from '@skiptrace/contract';
import { Anchor, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { Check, Circle } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { TopUpSentence } from '../../money/top-up.js';
import { money } from '../../parts/format.js';

/** First steps for an account without lookups, instead of empty charts. */
export function FirstSteps({ account: { mode, balanceCents, pricePerMatchCents } }: { account: Account }) {
  const isFunded = mode === 'test' || balanceCents >= pricePerMatchCents;
  return (
    <Paper withBorder p="lg" component="section" aria-labelledby="first-steps">
      <Stack>
        <Title order={2} size="h4" id="first-steps">
          Find your first owner
        </Title>
        <Step isDone={isFunded} title="Add funds">
          {mode === 'test' ? (
            'Test mode needs none.'
          ) : isFunded ? (
            `Your balance is ${money(balanceCents)}.`
          ) : (
            <>
              Matches are paid from a balance. Yours is {money(balanceCents)}, and a match costs{' '}
              {money(pricePerMatchCents)}. <TopUpSentence />.
            </>
          )}
        </Step>
        <Step isDone={false} title="Look up one address">
          {mode === 'test'
            ? 'Made-up owners answer, and nothing is charged. '
            : `A match costs ${money(pricePerMatchCents)}, a miss is free. `}
          <Anchor component={Link} to="/app/lookup" inherit>
            Look up an address
          </Anchor>
        </Step>
        <Step isDone={false} title="Upload a list">
          A CSV or Excel file of addresses. You see the exact price before anything is charged.{' '}
          <Anchor component={Link} to="/app/upload" inherit>
            Upload a list
          </Anchor>
        </Step>
      </Stack>
    </Paper>
  );
}

function Step({ isDone, title, children }: { isDone: boolean; title: string; children: ReactNode }) {
  const Icon = isDone ? Check : Circle;
  return (
    <Group wrap="nowrap" align="flex-start" gap="sm">
      <Icon
        size={20}
        role="img"
        aria-label={isDone ? 'Done' : 'To do'}
        style={{ flexShrink: 0, marginTop: 2 }}
        color={isDone ? 'var(--mantine-color-green-text)' : 'var(--mantine-color-dimmed)'}
      />
      <div>
        <Text fw={600}>{title}</Text>
        <Text size="sm">{children}</Text>
      </div>
    </Group>
  );
}
