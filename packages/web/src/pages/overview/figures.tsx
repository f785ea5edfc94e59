import type { Account } from '@skiptrace/contract';
import { Anchor, Paper, Progress, SimpleGrid, Skeleton, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { TopUpLink } from '../../money/top-up.js';
import { clock, count, money } from '../../parts/format.js';

/** Balance, price and the rest of today's limits. Shows skeletons while loading, and marks a balance below `lowBalanceCents`. */
export function Figures({
  account,
  lowBalanceCents,
}: {
  account: Account | undefined;
  lowBalanceCents: number;
}) {
  const isTest = account?.mode === 'test';
  return (
    // Three in a row only if the largest balance fits.
    <SimpleGrid type="container" cols={{ base: 1, '700px': 3 }}>
      <Figure
        label="Balance"
        value={account && money(account.balanceCents)}
        note={
          isTest ? (
            'Test mode does not touch it'
          ) : account !== undefined && isLow(account, lowBalanceCents) ? (
            <LowBalance account={account} />
          ) : (
            <Anchor component={Link} to="/app/billing" inherit>
              See transactions
            </Anchor>
          )
        }
      />
      <Figure
        label="Price per match"
        value={account && money(account.pricePerMatchCents)}
        note={isTest ? 'Test mode: nothing is charged' : 'A miss is free'}
      />
      <Figure
        label="Free misses"
        value={account && (isTest ? 'No limit' : `${count(account.dailyMisses.remaining)} left today`)}
        note={
          isTest
            ? 'Test mode does not count them'
            : `Of ${count(account?.dailyMisses.limit ?? A_LIMIT)} a day. Resets at ${clock(account?.dailyMisses.resetsAt ?? A_TIME)}.`
        }
      >
        {!isTest && (
          <Progress
            mt={6}
            size="sm"
            value={account === undefined ? 0 : shareLeft(account.dailyMisses)}
            aria-label="Free misses left today"
          />
        )}
      </Figure>
    </SimpleGrid>
  );
}

// Placeholders below the skeletons, as long as real values, so that nothing moves when these arrive.
const A_LIMIT = 250;
const A_TIME = '2026-01-01T00:00:00Z';

const shareLeft = ({ limit, remaining }: Account['dailyMisses']) =>
  limit === 0 ? 0 : (100 * remaining) / limit;

const isLow = ({ balanceCents, pricePerMatchCents }: Account, lowBalanceCents: number) =>
  pricePerMatchCents > 0 && balanceCents < lowBalanceCents;

function LowBalance({ account: { balanceCents, pricePerMatchCents } }: { account: Account }) {
  const matches = Math.floor(balanceCents / pricePerMatchCents);
  return (
    <Text span inherit c="var(--mantine-color-orange-light-color)" fw={600}>
      Low: {matches === 0 ? 'too little for a match' : `enough for ${matchesIn(matches)}`}. <TopUpLink />
    </Text>
  );
}

const matchesIn = (matches: number) => (matches === 1 ? 'one more match' : `${count(matches)} more matches`);

interface FigureProps {
  label: string;
  /** Undefined while it is loading. */
  value: string | undefined;
  note: ReactNode;
  children?: ReactNode;
}

function Figure({ label, value, note, children }: FigureProps) {
  const said = (
    <>
      <Text fw={650} fz={22} lh={1.3} style={{ whiteSpace: 'nowrap' }}>
        {value ?? '…'}
      </Text>
      <Text size="xs" c="dimmed" component="div">
        {note}
      </Text>
    </>
  );
  return (
    <Paper withBorder p="md">
      <Text size="sm" c="dimmed">
        {label}
      </Text>
      {value === undefined ? <Skeleton>{said}</Skeleton> : said}
      {children}
    </Paper>
  );
}
