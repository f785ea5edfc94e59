import type { AppSchemas } from '@skiptrace/contract/app';
import { Anchor, Button, Group, Skeleton, Text, Title } from '@mantine/core';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { FileUp, Search } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { Link } from 'react-router';
import { bodyOf, own } from '../../api/clients.js';
import { JobTable } from '../../jobs/job-table.js';
import { afterPaint } from '../../parts/after-paint.js';
import { Page } from '../../parts/page.js';
import { ProblemNote } from '../../parts/problem-note.js';
import { useAccount, useSession } from '../../session/sessions.js';
import { Figures } from './figures.js';
import { FirstSteps } from './first-steps.js';

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
  // Lookups and jobs in test mode are not part of the activity.
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
