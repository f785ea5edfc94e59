import { Alert, SimpleGrid, Skeleton, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { CircleCheck, CircleHelp, OctagonX, TriangleAlert } from 'lucide-react';
import { Suspense, useState } from 'react';
import { activityQuery, healthQuery, waitingTasks, type Health } from '../../operator/health.js';
import { bytes, count, time } from '../../parts/format.js';
import { JOB_WORDS } from '../../jobs/index.js';
import { FigureCard } from '../../operator/figure-card.js';
import { Page } from '../../parts/page.js';
import { ProblemNote } from '../../parts/problem-note.js';
import { Sentences } from '../../parts/sentences.js';
import { late } from '../../parts/late.js';
import { NoCharts } from '../../parts/no-charts.js';
import { Doctor } from './doctor.js';
import { NeedsYou } from './needs-you.js';

/** Loaded after the figures: the chart library is the largest of the app. */
const LiveCharts = late(() => import('./live-charts.js'), NoCharts);
const ActivityCard = late(() => import('../../parts/activity-card.js'), NoCharts);

export default function HealthPage() {
  const found = useQuery(healthQuery);
  return (
    <Page title="Home" about="What needs you, then how the service does. Updates by itself.">
      <NeedsYou />
      {found.isError && <ProblemNote error={found.error} retry={() => void found.refetch()} />}
      {found.data === undefined ? (
        !found.isError && <Skeleton height={320} radius="md" />
      ) : (
        <Stack gap="lg">
          {/* After a failed request, the previous answer says nothing about the current health. */}
          {found.isError ? (
            <Alert color="gray" icon={<CircleHelp size={18} aria-hidden />} title="Not known now">
              The figures below are of {time(found.data.now.at)}.
            </Alert>
          ) : (
            <Status health={found.data.now} />
          )}
          <Figures health={found.data.now} />
          <Doctor />
          <Suspense fallback={<Skeleton height={260} radius="md" />}>
            <LiveCharts samples={found.data.samples} />
          </Suspense>
          <Activity />
        </Stack>
      )}
    </Page>
  );
}

/** Charges and matches of all customers. */
function Activity() {
  const [days, setDays] = useState(30);
  const found = useQuery(activityQuery(days));
  return (
    <Suspense fallback={<Skeleton height={320} radius="md" />}>
      <ActivityCard span={days} onSpan={setDays} moneyWas="charged" found={found} />
    </Suspense>
  );
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
    <Alert color={color} icon={<Icon size={18} aria-hidden />} title={title} role="status">
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
  return seconds >= 2 * MINUTE ? `${count(Math.floor(seconds / MINUTE))} minutes` : 'under two minutes';
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
  const figures: { label: string; value: string; about: string }[] = [
    {
      label: 'Tasks waiting',
      value: count(waitingTasks(health)),
      about: parts(backlog) || 'nothing is waiting',
    },
    {
      label: 'Free disk',
      value: freeBytes === null ? 'no limit' : bytes(freeBytes),
      about: storage === 's3' ? 'files are in a bucket' : 'files are on this disk',
    },
    { label: 'Memory', value: bytes(residentBytes), about: 'of the server that answered' },
    { label: 'Accounts', value: count(accounts), about: 'active and suspended' },
    { label: 'Live jobs', value: count(allJobs), about: parts(inWords(jobs)) || 'none yet' },
    {
      label: 'Running for',
      value: duration(uptimeSeconds),
      about: `version ${version}, ${database === 'sqlite' ? 'SQLite' : 'PostgreSQL'}`,
    },
  ];
  return (
    <SimpleGrid cols={{ base: 1, xs: 2, md: 3 }}>
      {figures.map(({ label, value, about }) => (
        <FigureCard key={label} label={label} value={value} about={about} />
      ))}
    </SimpleGrid>
  );
}
