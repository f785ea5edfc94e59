import { Group, Paper, Progress, SimpleGrid, Skeleton, Stack, Text } from '@mantine/core';
import type { Account, SkipTraceJob } from '@skiptrace/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Check, Circle, FileUp, Search } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { query } from '../../api/clients.js';
import { JobTable } from '../../jobs/job-table.js';
import { jobsQuery, unfinishedJobsQuery } from '../../jobs/queries.js';
import { costOf, offerOf } from '../../jobs/reach.js';
import { freeWords, TopUpButton, TopUpSentence } from '../../money.js';
import { FigureCard } from '../../parts/facts.js';
import { count, money, plural } from '../../parts/format.js';
import { late, NO_CHARTS } from '../../parts/late.js';
import { Page, Section } from '../../parts/page.js';
import { PagedList } from '../../parts/paged-list.js';
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
  const unfinished = useQuery(unfinishedJobsQuery);
  // Lookups and jobs in test mode are not part of the activity.
  const isTest = useSession().mode === 'test';
  const activity = useQuery({
    ...query('/app/api/activity', { params: { query: { days } } }),
    enabled: !isTest,
    placeholderData: keepPreviousData,
  });
  const jobs = useQuery(jobsQuery({ limit: 5 }));
  const isNew = jobs.data?.jobs.length === 0 && (isTest || activity.data?.hasLookedUp === false);
  const lowBalanceCents = settings.data?.lowBalanceCents ?? 0;
  return (
    <Page
      title="Overview"
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
      <QueryProblem of={unfinished} />
      {/* All at once, so that nothing moves when the first steps or what needs the person arrive. */}
      {[account, unfinished, settings, jobs].some(({ isPending }) => isPending) ||
      (!isTest && activity.isPending) ? (
        <Skeleton h={560} radius="md" />
      ) : (
        <>
          {!isNew && unfinished.data !== undefined && (
            <NeedsYou
              jobs={unfinished.data.jobs.filter(({ status }) => status === 'preview')}
              low={account.data !== undefined && isLow(account.data, lowBalanceCents) ? account.data : null}
            />
          )}
          {account.data !== undefined && <Figures account={account.data} />}
          {isNew && account.data !== undefined ? (
            <FirstSteps account={account.data} />
          ) : (
            <>
              <Section title="Recent lists" actions={<LinkTo to="/app/jobs">All lists</LinkTo>} gap="xs">
                <PagedList found={jobs} rows={jobs.data?.jobs} empty={<Text c="dimmed">No lists yet.</Text>}>
                  {(rows) => <JobTable jobs={rows} label="Recent lists" />}
                </PagedList>
              </Section>
              {!isTest && <ActivityCard span={days} onSpan={setDays} found={activity} />}
            </>
          )}
        </>
      )}
    </Page>
  );
}

/** Lists shown one by one; the others are counted. */
const SHOWN_LISTS = 3;

interface NeedsYouProps {
  /** Lists that wait for an approval. */
  jobs: readonly SkipTraceJob[];
  /** The account, if its balance is low. */
  low: Account | null;
}

/** Lists to approve, and a low balance. */
function NeedsYou({ jobs, low }: NeedsYouProps) {
  const others = jobs.slice(SHOWN_LISTS);
  return (
    <Section title="Needs you" gap="xs">
      {jobs.length === 0 && low === null ? (
        <Text c="dimmed">Nothing. Lists that are ready for your approval show up here.</Text>
      ) : (
        <Paper withBorder px="md" component="ul" m={0} style={{ listStyle: 'none' }}>
          {jobs.slice(0, SHOWN_LISTS).map((job) => (
            <Need key={job.id} action={<ButtonTo to={`/app/jobs/${job.id}`}>{reviewWords(job)}</ButtonTo>}>
              <b className="breaks">{job.filename}</b> is ready: {offerOf(job).join('')}.
            </Need>
          ))}
          {others.length > 0 && (
            <Need action={<ButtonTo to="/app/jobs?status=approval">Show all</ButtonTo>}>
              {plural(others.length, 'more list is', 'more lists are')} ready,{' '}
              {costOf(others.reduce((sum, { totalChargeCents }) => sum + (totalChargeCents ?? 0), 0))}.
            </Need>
          )}
          {low !== null && (
            <Need action={<TopUpButton />}>
              Your balance is {money(low.balanceCents)}. Low: {enoughFor(low)}.
            </Need>
          )}
        </Paper>
      )}
    </Section>
  );
}

const Need = ({ action, children }: { action: ReactNode; children: ReactNode }) => (
  <Group component="li" justify="space-between" gap="sm" py="xs">
    <Text>{children}</Text>
    {action}
  </Group>
);

const reviewWords = ({ totalChargeCents }: SkipTraceJob): string =>
  (totalChargeCents ?? 0) === 0 ? 'Review' : `Review ${money(totalChargeCents ?? 0)}`;

/** Balance, price and the rest of today's limits. */
function Figures({ account }: { account: Account }) {
  const { mode, balanceCents, pricePerMatchCents, dailyMisses } = account;
  const { limit, remaining } = dailyMisses;
  const isTest = mode === 'test';
  return (
    // Three in a row only if the largest balance fits.
    <SimpleGrid type="container" cols={{ base: 1, '700px': 3 }}>
      <FigureCard
        label="Balance"
        value={money(balanceCents)}
        about={isTest ? 'Test mode does not touch it' : <To to="/app/billing">See transactions</To>}
      />
      <FigureCard
        label="Price per match"
        value={money(pricePerMatchCents)}
        about={isTest ? 'Test mode: nothing is charged' : freeWords(account)}
      />
      <FigureCard
        label="Free misses"
        value={isTest ? 'No limit' : `${count(remaining)} left today`}
        about={isTest ? 'Test mode does not count them' : `${count(limit)} a day, reset at midnight UTC`}
      >
        {!isTest && (
          <Progress
            mt={6}
            size="sm"
            value={limit === 0 ? 0 : (100 * remaining) / limit}
            aria-label="Free misses left today"
          />
        )}
      </FigureCard>
    </SimpleGrid>
  );
}

const isLow = ({ mode, balanceCents, pricePerMatchCents }: Account, lowBalanceCents: number) =>
  mode !== 'test' && pricePerMatchCents > 0 && balanceCents < lowBalanceCents;

function enoughFor({ balanceCents, pricePerMatchCents }: Account): string {
  const matches = Math.floor(balanceCents / pricePerMatchCents);
  if (matches === 0) return 'too little for a match';
  return `enough for ${matches === 1 ? 'one more match' : `${count(matches)} more matches`}`;
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
