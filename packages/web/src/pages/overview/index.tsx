import {
  Anchor,
  Button,
  Group,
  Paper,
  Progress,
  SimpleGrid,
  Skeleton,
  Stack,
  Text,
  Title,
} from '@mantine/core';
import type { Account } from '@skiptrace/contract';
import type { AppSchemas } from '@skiptrace/contract/app';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { Check, Circle, FileUp, Search } from 'lucide-react';
import { lazy, Suspense, useState, type ReactNode } from 'react';
import { Link } from 'react-router';
import { bodyOf, own } from '../../api/clients.js';
import { JobTable } from '../../jobs/job-table.js';
import { count, money, timeWithZone } from '../../parts/format.js';
import { Page } from '../../parts/page.js';
import { ProblemNote } from '../../parts/problem-note.js';
import { afterPaint } from '../../parts/after-paint.js';
import { useAccount, useSession } from '../../session/sessions.js';

/** The library that draws is large, so it comes after the figures. */
const ActivityCard = lazy(() => afterPaint().then(() => import('../../parts/activity-card.js')));

const activityQuery = (days: number) =>
  queryOptions({
    queryKey: ['activity', days],
    queryFn: () => bodyOf(own.GET('/app/api/activity', { params: { query: { days } } })),
  });

const lastJobsQuery = queryOptions({
  queryKey: ['jobs', 'last'],
  queryFn: () => bodyOf(own.GET('/app/api/jobs', { params: { query: { limit: 5 } } })),
});

export default function OverviewPage() {
  const [days, setDays] = useState(30);
  const account = useAccount();
  // What is done in test mode is counted nowhere.
  const isTest = useSession().mode === 'test';
  const activity = useQuery({ ...activityQuery(days), enabled: !isTest });
  const jobs = useQuery(lastJobsQuery);
  const isNew = jobs.data?.jobs.length === 0 && (isTest || isQuiet(activity.data?.days));
  return (
    <Page
      title="Overview"
      actions={
        <>
          <Button
            component={Link}
            to="/app/lookup"
            variant="default"
            leftSection={<Search size={16} aria-hidden />}
          >
            Look up an address
          </Button>
          <Button component={Link} to="/app/upload" leftSection={<FileUp size={16} aria-hidden />}>
            Upload a list
          </Button>
        </>
      }
    >
      {account.isError && <ProblemNote error={account.error} retry={() => void account.refetch()} />}
      {!account.isError && (
        <Figures account={account.data} lowBalanceCents={activity.data?.lowBalanceCents ?? 0} />
      )}
      {isNew && account.data !== undefined ? (
        <FirstSteps account={account.data} />
      ) : (
        <>
          {!isTest && (
            <Suspense fallback={<Skeleton h={{ base: 668, md: 362 }} radius="md" />}>
              <ActivityCard span={days} onSpan={setDays} found={activity} />
            </Suspense>
          )}
          <section aria-labelledby="last-jobs">
            <Group justify="space-between" mb="xs">
              <Title order={2} size="h4" id="last-jobs">
                Last jobs
              </Title>
              <Anchor component={Link} to="/app/jobs" size="sm">
                All jobs
              </Anchor>
            </Group>
            {jobs.isError && <ProblemNote error={jobs.error} retry={() => void jobs.refetch()} />}
            {jobs.isPending && <Skeleton h={220} radius="md" />}
            {jobs.data?.jobs.length === 0 && (
              <Text size="sm" c="dimmed">
                No list was uploaded yet.
              </Text>
            )}
            {jobs.data !== undefined && jobs.data.jobs.length > 0 && (
              <JobTable jobs={jobs.data.jobs} label="Last jobs" />
            )}
          </section>
        </>
      )}
    </Page>
  );
}

const isQuiet = (days: readonly AppSchemas['ActivityDay'][] | undefined) =>
  days?.every(({ matches, misses, spentCents }) => matches + misses + spentCents === 0) === true;

/** Their place is kept until they are known. Below `lowBalanceCents` the balance is marked. */
function Figures({ account, lowBalanceCents }: { account: Account | undefined; lowBalanceCents: number }) {
  const isTest = account?.mode === 'test';
  return (
    <SimpleGrid cols={{ base: 1, xs: 3 }}>
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
              What it was spent on
            </Anchor>
          )
        }
      />
      <Figure
        label="Price of a match"
        value={account && money(account.pricePerMatchCents)}
        note={isTest ? 'Test mode: nothing is charged' : 'A miss is free'}
      />
      <Figure
        label="Free misses left today"
        value={account && (isTest ? 'No limit' : count(account.dailyMisses.remaining))}
        note={
          account &&
          (isTest
            ? 'Misses of test mode do not count'
            : `of ${count(account.dailyMisses.limit)}, until ${timeWithZone(account.dailyMisses.resetsAt)}`)
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

const shareLeft = ({ limit, remaining }: Account['dailyMisses']) =>
  limit === 0 ? 0 : (100 * remaining) / limit;

const isLow = ({ balanceCents, pricePerMatchCents }: Account, lowBalanceCents: number) =>
  pricePerMatchCents > 0 && balanceCents < lowBalanceCents;

function LowBalance({ account: { balanceCents, pricePerMatchCents } }: { account: Account }) {
  const matches = Math.floor(balanceCents / pricePerMatchCents);
  return (
    <Text span inherit c="var(--mantine-color-orange-light-color)" fw={600}>
      Low: {matches === 0 ? 'too little for a match' : `enough for ${matchesIn(matches)}`}.{' '}
      <Anchor component={Link} to="/app/support" inherit>
        Top up
      </Anchor>
    </Text>
  );
}

const matchesIn = (matches: number) => (matches === 1 ? 'one more match' : `${count(matches)} more matches`);

interface FigureProps {
  label: string;
  /** Not there yet: undefined. */
  value: string | undefined;
  note: ReactNode;
  children?: ReactNode;
}

function Figure({ label, value, note, children }: FigureProps) {
  const said = (
    <>
      <Text fw={650} fz={26} lh={1.3}>
        {value ?? '…'}
      </Text>
      <Text size="xs" c="dimmed" component="div">
        {note ?? '…'}
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

/** The first steps of an account that has looked nothing up yet, instead of empty charts. */
function FirstSteps({ account: { mode, balanceCents, pricePerMatchCents } }: { account: Account }) {
  const isFunded = mode === 'test' || balanceCents >= pricePerMatchCents;
  return (
    <Paper withBorder p="lg" component="section" aria-labelledby="first-steps">
      <Stack>
        <Title order={2} size="h4" id="first-steps">
          Find your first owner
        </Title>
        <Step isDone={isFunded} title="Have a balance">
          {mode === 'test' ? (
            'Test mode needs none.'
          ) : isFunded ? (
            `You have ${money(balanceCents)}.`
          ) : (
            <>
              Matches are paid from a balance, and yours is empty. Ask for a top-up on the{' '}
              <Anchor component={Link} to="/app/support" inherit>
                support page
              </Anchor>
              .
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
