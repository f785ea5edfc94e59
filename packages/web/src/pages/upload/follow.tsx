import type { JobStatus, SkipTraceJob } from '@skiptrace/contract';
import { Alert, Anchor, Button, Group, Paper, Progress, Skeleton, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { TriangleAlert } from 'lucide-react';
import { Link, Navigate } from 'react-router';
import { Problem } from '../../api/problem.js';
import {
  ApproveButton,
  CancelButton,
  canCancel,
  isWorking,
  JobBadge,
  JobCounts,
  ResultDownloads,
  situationOf,
  useJob,
} from '../../jobs/index.js';
import { share } from '../../parts/format.js';
import { ProblemNote } from '../../parts/problem-note.js';
import { useSession } from '../../session/sessions.js';
import { recordsQuery } from './queries.js';
import { StepPage, type Step } from './steps.js';

const STEP_OF: Record<JobStatus, Step> = {
  pending: 'Upload',
  uploaded: 'Match',
  processing: 'Match',
  preview: 'Approve',
  confirmed: 'Result',
  generating: 'Result',
  completed: 'Result',
  failed: 'Match',
  cancelled: 'Match',
};

/** The last steps: what the server does with the list, its exact price, and the result. All of it is the server's to tell. */
export function Follow({ jobId }: { jobId: string }) {
  const job = useJob(jobId);
  if (job.error instanceof Problem && job.error.status === 404) {
    return (
      <StepPage at="Match" title="There is no such job">
        <Text>The address may be mistyped, or the job belongs to another account.</Text>
        <Another />
      </StepPage>
    );
  }
  if (job.data === undefined) {
    return (
      <StepPage at="Match" title="Upload">
        {job.isError ? (
          <ProblemNote error={job.error} retry={() => void job.refetch()} />
        ) : (
          <Skeleton h={140} radius="md" />
        )}
      </StepPage>
    );
  }
  return (
    <StepPage at={STEP_OF[job.data.status]} title={job.data.filename}>
      {job.isError && <ProblemNote error={job.error} retry={() => void job.refetch()} />}
      <JobAt job={job.data} />
    </StepPage>
  );
}

function JobAt({ job }: { job: SkipTraceJob }) {
  const { status } = job;
  const isOver = status === 'failed' || status === 'cancelled' || status === 'completed';
  return (
    <>
      <Paper withBorder p="md">
        <Stack>
          <Group gap="sm" role="status">
            <JobBadge status={status} />
            <Text size="sm">{situationOf(job)}</Text>
          </Group>
          {isWorking(job) && <Progress value={100} animated aria-label="The server is working on it" />}
          {status === 'pending' && <FileToCome jobId={job.id} />}
          {status === 'failed' && (
            <Alert color="red" icon={<TriangleAlert size={18} aria-hidden />} title="Why it failed">
              {job.errorMessage ?? 'The server does not say.'}
            </Alert>
          )}
          {status === 'preview' && <ApproveButton job={job} />}
          {status === 'completed' && <MatchRate job={job} />}
          {status === 'completed' && typeof job.downloadUrl === 'string' && <ResultDownloads job={job} />}
        </Stack>
      </Paper>
      <JobCounts job={job} />
      <Group>
        {canCancel(job) && <CancelButton job={job} />}
        {isOver && <Another />}
        <Anchor component={Link} to={`/app/jobs/${job.id}`} size="sm">
          All about this job
        </Anchor>
      </Group>
    </>
  );
}

/** The file of a job that waits for it is in one browser, perhaps in this one. */
function FileToCome({ jobId }: { jobId: string }) {
  const { accountId } = useSession();
  const records = useQuery(recordsQuery(accountId));
  // What was known before may have been sent since.
  if (records.isPending || !records.isFetchedAfterMount) return null;
  const here = records.data?.find(({ sending }) => sending?.jobId === jobId);
  if (here !== undefined) return <Navigate to={`/app/upload?list=${here.id}`} replace />;
  return (
    <Text size="sm">
      Its file is in the browser in which it was chosen: open this page there, and the upload goes on. Or
      cancel this job and upload the list again.
    </Text>
  );
}

/** Of the rows that were looked up: those without an address, or with one that stands above, were not. */
function MatchRate({ job: { matchedRows, nonMatchCount } }: { job: SkipTraceJob }) {
  const matched = matchedRows ?? 0;
  const lookedUp = matched + (nonMatchCount ?? 0);
  return (
    <Text size="xl" fw={700}>
      {share(matched, lookedUp)}{' '}
      <Text span size="sm" fw={400}>
        of the properties found their owner
      </Text>
    </Text>
  );
}

const Another = () => (
  <Button component={Link} to="/app/upload" variant="default">
    Upload another list
  </Button>
);
