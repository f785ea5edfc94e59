import type { SkipTraceJob } from '@skiptrace/contract';
import { Alert, Anchor, Button, Group, Paper, Progress, Skeleton, Stack, Text, Title } from '@mantine/core';
import { TriangleAlert } from 'lucide-react';
import { Link, useParams } from 'react-router';
import { Problem } from '../../api/problem.js';
import {
  ApproveButton,
  CancelButton,
  canCancel,
  isWorking,
  JobBadge,
  JobCounts,
  JobStory,
  ResultDownloads,
  situationOf,
  useJob,
} from '../../jobs/index.js';
import { Page } from '../../parts/page.js';
import { ProblemNote } from '../../parts/problem-note.js';

export default function JobPage() {
  const { jobId = '' } = useParams();
  const job = useJob(jobId);
  const back = (
    <Anchor component={Link} to="/app/jobs" size="sm">
      All jobs
    </Anchor>
  );
  if (job.error instanceof Problem && job.error.status === 404) {
    return (
      <Page title="There is no such job" about={back}>
        <Text>The address may be mistyped, or the job belongs to another account.</Text>
      </Page>
    );
  }
  return (
    <Page
      title={job.data?.filename ?? 'Job'}
      about={back}
      actions={job.data !== undefined && canCancel(job.data) ? <CancelButton job={job.data} /> : undefined}
    >
      {job.isError && <ProblemNote error={job.error} retry={() => void job.refetch()} />}
      {job.data !== undefined && <JobDetails job={job.data} />}
      {job.isPending && <Skeletons />}
    </Page>
  );
}

function JobDetails({ job }: { job: SkipTraceJob }) {
  const canDownload = job.status === 'completed' && typeof job.downloadUrl === 'string';
  return (
    <>
      <Paper withBorder p="md">
        <Stack>
          <Group gap="sm" role="status">
            <JobBadge status={job.status} />
            <Text size="sm">{situationOf(job)}</Text>
          </Group>
          {isWorking(job) && <Progress value={100} animated aria-label="The server is working on it" />}
          {job.status === 'failed' && (
            <Alert color="red" icon={<TriangleAlert size={18} aria-hidden />} title="Why it failed">
              {job.errorMessage ?? 'The server does not say.'}
            </Alert>
          )}
          {job.status === 'preview' && <ApproveButton job={job} />}
          {canDownload && <ResultDownloads job={job} />}
          {(job.status === 'failed' || job.status === 'cancelled' || job.status === 'pending') && (
            <div>
              <Button component={Link} to="/app/upload" variant="default">
                Upload a list
              </Button>
            </div>
          )}
        </Stack>
      </Paper>
      <JobCounts job={job} />
      <section>
        <Title order={2} size="h4" mb="sm">
          What happened
        </Title>
        <JobStory job={job} />
      </section>
      <Text size="xs" c="dimmed">
        Job {job.id}
      </Text>
    </>
  );
}

function Skeletons() {
  return (
    <>
      <Skeleton h={140} radius="md" />
      <Skeleton h={90} radius="md" />
      <Skeleton h={160} radius="md" />
    </>
  );
}
