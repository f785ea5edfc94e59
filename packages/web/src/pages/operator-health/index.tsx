import { Alert, SimpleGrid, Skeleton, Stack, Button, Card, Group, Text, Title } from '@mantine/core';
import { useQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { CircleCheck, CircleHelp, OctagonX, TriangleAlert, Stethoscope } from 'lucide-react';
import { Suspense, useState } from 'react';
import { activityQuery, healthQuery, waitingTasks, type Health } from '../../operator/health.js';
import { bytes, count, dateAndTime } from '../../parts/format.js';
import { JOB_WORDS } from '../../jobs/words.js';
import { FigureCard } from '../../parts/facts.js';
import { Page } from '../../parts/page.js';
import { Loaded } from '../../parts/loaded.js';
import { ProblemNote } from '../../parts/problem-note.js';
import { Sentences } from '../../parts/sentences.js';
import { late, NoCharts } from '../../parts/late.js';
import { NeedsYou } from './needs-you.js';
import { bodyOf, own } from '../../api/clients.js';
import { homeQuery } from '../../api/operator-home.js';
import { whoDidIt } from '../../operator/events.js';

/** Loaded after the figures: the chart library is the largest of the app. */
const LiveCharts = late(() => import('./live-charts.js'), NoCharts);
const ActivityCard = late(() => import('../../parts/activity-card.js'), NoCharts);

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
            <Suspense fallback={<Skeleton height={260} radius="md" />}>
              <LiveCharts samples={data.samples} />
            </Suspense>
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

/** The last check; it runs each night and on request, because it reads the whole ledger. */
function Doctor() {
  const queries = useQueryClient();
  const last = useQuery(homeQuery).data?.lastCheck;
  const check = useMutation({
    mutationFn: () => bodyOf(own.POST('/operator/api/doctor')),
    onSuccess: () => queries.invalidateQueries({ queryKey: homeQuery.queryKey }),
  });
  const shown = check.data ?? last ?? undefined;
  return (
    <Card withBorder padding="lg" component="section" aria-label="Doctor" id="doctor">
      <Stack gap="sm">
        <Group justify="space-between">
          <div>
            <Title order={2} size="h4">
              Doctor
            </Title>
            <Text size="sm" c="dimmed">
              Adds up the ledger and compares it with jobs, files and the disk, each night at 3 AM UTC and
              when you ask. It changes nothing.
            </Text>
          </div>
          <Button
            variant="default"
            leftSection={<Stethoscope size={16} />}
            onClick={() => check.mutate()}
            loading={check.isPending}
          >
            Check now
          </Button>
        </Group>
        {check.isError && <ProblemNote error={check.error} />}
        <div role="status">
          {shown !== undefined ? (
            <Findings {...shown} />
          ) : (
            last === null && <Text size="sm">Not run yet.</Text>
          )}
        </div>
      </Stack>
    </Card>
  );
}

interface FindingsProps {
  checkedAt: string;
  checkedBy: string;
  accountsChecked: number;
  findings: readonly string[];
}

function Findings({ checkedAt, checkedBy, accountsChecked, findings }: FindingsProps) {
  const checked = `${count(accountsChecked)} ${accountsChecked === 1 ? 'account' : 'accounts'} checked, ${dateAndTime(checkedAt)}, by ${checkedBy === 'service' ? 'the nightly check' : whoDidIt(checkedBy)}.`;
  if (findings.length === 0) {
    return (
      <Alert color="green" icon={<CircleCheck />} title="Everything is fine">
        {checked}
      </Alert>
    );
  }
  return (
    <Alert color="red" icon={<TriangleAlert />} title="Something needs you">
      <Sentences of={findings} />
      <Text size="sm" mt="xs">
        {checked}
      </Text>
    </Alert>
  );
}
