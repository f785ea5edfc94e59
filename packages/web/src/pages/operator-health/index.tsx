import { Alert, SimpleGrid, Skeleton, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { CircleCheck, CircleHelp, OctagonX, Stethoscope, TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { useAct } from '../../api/act.js';
import { own, query } from '../../api/clients.js';
import { homeQuery } from '../../api/operator-home.js';
import { JOB_WORDS } from '../../jobs/words.js';
import { whoDidIt } from '../../operator/events.js';
import { healthQuery, waitingTasks, type Health } from '../../operator/health.js';
import { FigureCard } from '../../parts/facts.js';
import { bytes, count, dateAndTime, plural } from '../../parts/format.js';
import { late, NO_CHARTS } from '../../parts/late.js';
import { Page, Section } from '../../parts/page.js';
import { Bad, Good, Loaded, PlainButton, ProblemNote, Sentences } from '../../parts/text.js';
import { NeedsYou } from './needs-you.js';

/** Loaded after the figures: the chart library is the largest of the app. */
const LiveCharts = late(async () => (await import('./live-charts.js')).default, {
  placeholder: <Skeleton height={260} radius="md" />,
  instead: NO_CHARTS,
});
const ActivityCard = late(async () => (await import('../../parts/activity-card.js')).default, {
  placeholder: <Skeleton height={320} radius="md" />,
  instead: NO_CHARTS,
});

export default function HealthPage() {
  const found = useQuery(healthQuery);
  return (
    <Page title="Home" about="What needs you, then system status. Live.">
      <NeedsYou />
      <Loaded of={found} height={320}>
        {(data) => (
          <Stack gap="lg">
            {/* After a failed request, the previous answer says nothing about the current health. */}
            {found.isError ? (
              <Alert color="gray" icon={<CircleHelp />} title="Not known now">
                The figures below are of {dateAndTime(data.now.at)}.
              </Alert>
            ) : (
              <Status health={data.now} />
            )}
            <Figures health={data.now} />
            <Doctor />
            <LiveCharts samples={data.samples} />
            <Activity />
          </Stack>
        )}
      </Loaded>
    </Page>
  );
}

/** Charges and matches of all customers. */
function Activity() {
  const [days, setDays] = useState(30);
  const found = useQuery({
    ...query('/operator/api/activity', { params: { query: { days } } }),
    staleTime: 60_000,
  });
  return <ActivityCard span={days} onSpan={setDays} moneyWas="charged" found={found} />;
}

const STATUS = {
  ready: { color: 'green', icon: CircleCheck, title: 'Everything works' },
  degraded: { color: 'yellow', icon: TriangleAlert, title: 'Lookups work, something else does not' },
  'not ready': { color: 'red', icon: OctagonX, title: 'This server does not answer customers' },
} as const;

function Status({ health: { status, faults, shortages } }: { health: Health }) {
  const { color, icon: Icon, title } = STATUS[status];
  const sentences = [...faults, ...shortages];
  return (
    <Alert color={color} icon={<Icon />} title={title} role="status">
      {sentences.length > 0 && <Sentences of={sentences} />}
    </Alert>
  );
}

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

function duration(seconds: number): string {
  if (seconds >= 2 * DAY) return `${count(Math.floor(seconds / DAY))} days`;
  if (seconds >= 2 * HOUR) return `${count(Math.floor(seconds / HOUR))} hours`;
  return seconds >= 2 * MINUTE ? `${count(Math.floor(seconds / MINUTE))} minutes` : 'just started';
}

/** `{ match: 2 }` as `2 match`; an empty string for no figures. */
const parts = (figures: Readonly<Record<string, number>>): string =>
  Object.entries(figures)
    .filter(([, number]) => number > 0)
    .map(([name, number]) => `${count(number)} ${name}`)
    .join(', ');

const inWords = (jobs: Health['jobs']): Record<string, number> =>
  Object.fromEntries(
    Object.entries(JOB_WORDS).map(([status, { label }]) => [label.toLowerCase(), jobs[status] ?? 0]),
  );

function Figures({ health }: { health: Health }) {
  const { backlog, jobs, freeBytes, residentBytes, accounts, uptimeSeconds, version, database, storage } =
    health;
  const allJobs = Object.values(jobs).reduce((sum, number) => sum + number, 0);
  return (
    <SimpleGrid cols={{ base: 1, xs: 2, md: 3 }}>
      <FigureCard
        label="Tasks waiting"
        value={count(waitingTasks(health))}
        about={parts(backlog) || 'nothing is waiting'}
      />
      <FigureCard
        label="Free disk"
        value={freeBytes === null ? 'no limit' : bytes(freeBytes)}
        about={storage === 's3' ? 'files are in a bucket' : 'files are on this disk'}
      />
      <FigureCard label="Memory" value={bytes(residentBytes)} about="of the server that answered" />
      <FigureCard label="Accounts" value={count(accounts)} about="active and suspended" />
      <FigureCard label="Live jobs" value={count(allJobs)} about={parts(inWords(jobs)) || 'none yet'} />
      <FigureCard
        label="Uptime"
        value={duration(uptimeSeconds)}
        about={`version ${version}, ${database === 'sqlite' ? 'SQLite' : 'PostgreSQL'}`}
      />
    </SimpleGrid>
  );
}

/** The last check; it runs each night and on request, because it reads the whole ledger. */
function Doctor() {
  const last = useQuery(homeQuery).data?.lastCheck;
  const check = useAct({ send: () => own.POST('/operator/api/doctor'), changes: ['/operator/api/home'] });
  const shown = check.data ?? last ?? undefined;
  return (
    <Section
      title="Doctor"
      id="doctor"
      isCard
      about="Adds up the ledger and compares it with jobs, files and the disk, each night at 3 AM UTC and when you ask. It changes nothing."
      actions={
        <PlainButton
          leftSection={<Stethoscope size={16} />}
          onClick={() => check.run()}
          loading={check.isPending}
        >
          Check now
        </PlainButton>
      }
    >
      {check.isError && <ProblemNote error={check.error} />}
      <div role="status">
        {shown !== undefined ? <Findings {...shown} /> : last === null && <Text>Not run yet.</Text>}
      </div>
    </Section>
  );
}

interface FindingsProps {
  checkedAt: string;
  checkedBy: string;
  accountsChecked: number;
  findings: readonly string[];
}

function Findings({ checkedAt, checkedBy, accountsChecked, findings }: FindingsProps) {
  const by = checkedBy === 'service' ? 'the nightly check' : whoDidIt(checkedBy);
  const checked = `${plural(accountsChecked, 'account')} checked, ${dateAndTime(checkedAt)}, by ${by}.`;
  if (findings.length === 0) return <Good title="Everything is fine">{checked}</Good>;
  return (
    <Bad title="Something needs you">
      <Sentences of={findings} />
      <Text mt="xs">{checked}</Text>
    </Bad>
  );
}
