import { Anchor, Button, Group, Skeleton, Text, Title } from '@mantine/core';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { FileUp, Search } from 'lucide-react';
import { Suspense, useState } from 'react';
import { Link } from 'react-router';
import { bodyOf, own } from '../../api/clients.js';
import { JobTable } from '../../jobs/job-table.js';
import { jobKeys } from '../../jobs/keys.js';
import { whileWorking } from '../../jobs/queries.js';
import { ToApprove } from '../../jobs/to-approve.js';
import { activityQuery } from '../../money/queries.js';
import { late } from '../../parts/late.js';
import { NoCharts } from '../../parts/no-charts.js';
import { Page } from '../../parts/page.js';
import { ProblemNote } from '../../parts/problem-note.js';
import { settingsQuery, useAccount, useSession } from '../../session/sessions.js';
import { Figures } from './figures.js';
import { FirstSteps } from './first-steps.js';

/** Loaded after the figures, because the chart library is large. */
const ActivityCard = late(() => import('../../parts/activity-card.js'), NoCharts);

const lastJobsQuery = queryOptions({
  queryKey: jobKeys.last,
  ...whileWorking,
  queryFn: () => bodyOf(own.GET('/app/api/jobs', { params: { query: { limit: 5 } } })),
});

export default function OverviewPage() {
  const [days, setDays] = useState(30);
  const account = useAccount();
  const settings = useQuery(settingsQuery);
  // Lookups and jobs in test mode are not part of the activity.
  const isTest = useSession().mode === 'test';
  const activity = useQuery({ ...activityQuery(days), enabled: !isTest });
  const jobs = useQuery(lastJobsQuery);
  const isNew = jobs.data?.jobs.length === 0 && (isTest || activity.data?.hasLookedUp === false);
  return (
    <Page
      title="Overview"
      about={<ToApprove />}
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
        <Figures account={account.data} lowBalanceCents={settings.data?.lowBalanceCents ?? 0} />
      )}
      {isNew && account.data !== undefined ? (
        <FirstSteps account={account.data} />
      ) : (
        <>
          {!isTest && (
            <Suspense fallback={<Skeleton h={{ base: 713, md: 382 }} radius="md" />}>
              <ActivityCard span={days} onSpan={setDays} found={activity} />
            </Suspense>
          )}
          <section aria-labelledby="recent-lists">
            <Group justify="space-between" mb="xs">
              <Title order={2} size="h4" id="recent-lists">
                Recent lists
              </Title>
              <Anchor component={Link} to="/app/jobs" size="sm">
                All lists
              </Anchor>
            </Group>
            {jobs.isError && <ProblemNote error={jobs.error} retry={() => void jobs.refetch()} />}
            {jobs.data?.jobs.length === 0 && (
              <Text size="sm" c="dimmed">
                No lists yet.
              </Text>
            )}
            {(jobs.data === undefined ? !jobs.isError : jobs.data.jobs.length > 0) && (
              <JobTable jobs={jobs.data?.jobs} label="Recent lists" />
            )}
          </section>
        </>
      )}
    </Page>
  );
}
