import { Group, Paper, Progress, SimpleGrid, Skeleton, Stack, Text } from '@mantine/core';
import type { Account } from '@skiptrace/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Check, Circle, FileUp, Search } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { query } from '../../api/clients.js';
import { JobTable } from '../../jobs/job-table.js';
import { jobsQuery, unfinishedJobsQuery } from '../../jobs/queries.js';
import { freeWords, TopUpLink, TopUpSentence } from '../../money.js';
import { count, money } from '../../parts/format.js';
import { late, NO_CHARTS } from '../../parts/late.js';
import { Page, Section } from '../../parts/page.js';
import { ButtonTo, Heading, LinkTo, QueryProblem, To } from '../../parts/text.js';
import { settingsQuery, useAccount, useSession } from '../../session/sessions.js';

/** Loaded after the figures, because the chart library is large. */
const ActivityCard = late(async () => (await import('../../parts/activity-card.js')).default, {
  placeholder: <Skeleton h={{ base: 713, md: 382 }} radius="md" />,
  instead: NO_CHARTS,
});

export default function OverviewPage() {
  const [days, setDays] = useState(30);
  const account = useAccount();
  const settings = useQuery(settingsQuery);
  // Lookups and jobs in test mode are not part of the activity.
  const isTest = useSession().mode === 'test';
  const activity = useQuery({
    ...query('/app/api/activity', { params: { query: { days } } }),
    enabled: !isTest,
    placeholderData: keepPreviousData,
  });
  const jobs = useQuery(jobsQuery({ limit: 5 }));
  const isNew = jobs.data?.jobs.length === 0 && (isTest || activity.data?.hasLookedUp === false);
  return (
    <Page
      title="Overview"
      about={<ToApprove />}
      actions={
        <>
          <ButtonTo to="/app/lookup" leftSection={<Search size={16} />}>
            Look up an address
          </ButtonTo>
          <ButtonTo to="/app/upload" variant="filled" leftSection={<FileUp size={16} />}>
            Upload a list
          </ButtonTo>
        </>
      }
    >
      <QueryProblem of={account} />
      {!account.isError && (
        <Figures account={account.data} lowBalanceCents={settings.data?.lowBalanceCents ?? 0} />
      )}
      {isNew && account.data !== undefined ? (
        <FirstSteps account={account.data} />
      ) : (
        <>
          {!isTest && <ActivityCard span={days} onSpan={setDays} found={activity} />}
          <Section title="Recent lists" actions={<LinkTo to="/app/jobs">All lists</LinkTo>} gap="xs">
            <QueryProblem of={jobs} />
            {jobs.data?.jobs.length === 0 ? (
              <Text c="dimmed">No lists yet.</Text>
            ) : (
              (jobs.data !== undefined || !jobs.isError) && (
                <JobTable jobs={jobs.data?.jobs} label="Recent lists" />
              )
            )}
          </Section>
        </>
      )}
    </Page>
  );
}

/** Lists that wait for an approval, with their total cost. Always takes up a line, so the page doesn't jump while it loads. */
function ToApprove() {
  const { data } = useQuery(unfinishedJobsQuery);
  const [first, ...others] = data?.jobs.filter(({ status }) => status === 'preview') ?? [];
  if (data === undefined) return <>&nbsp;</>;
  if (first === undefined) return 'Nothing needs your approval.';
  const cents = [first, ...others].reduce((sum, { totalChargeCents }) => sum + (totalChargeCents ?? 0), 0);
  // Must fit on one line of a phone.
  const lists = others.length === 0 ? '1 list is' : `${count(1 + others.length)} lists are`;
  return (
    <Text span inherit fw={600} c="var(--mantine-color-orange-light-color)">
      {lists} ready for your approval{cents > 0 && ` (${money(cents)})`}.{' '}
      <To to={others.length === 0 ? `/app/jobs/${first.id}` : '/app/jobs?status=approval'}>Review</To>
    </Text>
  );
}

/** Balance, price and the rest of today's limits. Shows skeletons while loading, and marks a balance below `lowBalanceCents`. */
function Figures({ account, lowBalanceCents }: { account: Account | undefined; lowBalanceCents: number }) {
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
            <To to="/app/billing">See transactions</To>
          )
        }
      />
      <Figure
        label="Price per match"
        value={account && money(account.pricePerMatchCents)}
        note={
          isTest
            ? 'Test mode: nothing is charged'
            : account === undefined
              ? 'A miss is free'
              : freeWords(account)
        }
      />
      <Figure
        label="Free misses"
        value={account && (isTest ? 'No limit' : `${count(account.dailyMisses.remaining)} left today`)}
        note={
          isTest
            ? 'Test mode does not count them'
            : `${count(account?.dailyMisses.limit ?? A_LIMIT)} a day, reset at midnight UTC`
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

/** Placeholder below the skeleton, as long as a real value, so that nothing moves when it arrives. */
const A_LIMIT = 250;

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
      <Text c="dimmed">{label}</Text>
      {value === undefined ? <Skeleton>{said}</Skeleton> : said}
      {children}
    </Paper>
  );
}

/** First steps for an account without lookups, instead of empty charts. */
function FirstSteps({ account: { mode, balanceCents, pricePerMatchCents } }: { account: Account }) {
  const isFunded = mode === 'test' || balanceCents >= pricePerMatchCents;
  return (
    <Paper withBorder p="lg" component="section" aria-labelledby="first-steps">
      <Stack>
        <Heading id="first-steps">Find your first owner</Heading>
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
          <To to="/app/lookup">Look up an address</To>
        </Step>
        <Step isDone={false} title="Upload a list">
          A CSV or Excel file of addresses. You see the exact price before anything is charged.{' '}
          <To to="/app/upload">Upload a list</To>
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
        <Text size="md" fw={600}>
          {title}
        </Text>
        <Text>{children}</Text>
      </div>
    </Group>
  );
}
