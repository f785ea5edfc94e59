import { Group, Skeleton, Text } from '@mantine/core';
import type { JobStatus, SkipTraceJob } from '@skiptrace/contract';
import { useQuery } from '@tanstack/react-query';
import { Navigate } from 'react-router';
import { accountName } from '../../api/clients.js';
import { isNotFound } from '../../api/problem.js';
import { CancelButton, JobNow, NoSuchList } from '../../jobs/job-now.js';
import { useJob } from '../../jobs/queries.js';
import { canCancel } from '../../jobs/words.js';
import { ButtonTo, LinkTo, QueryProblem } from '../../parts/text.js';
import { useSession } from '../../session/sessions.js';
import { recordsQuery } from './queries.js';
import { StepPage, type Step } from './steps.js';

const STEP_OF: Record<Exclude<JobStatus, 'failed'>, Step> = {
  pending: 'upload',
  uploaded: 'match',
  processing: 'match',
  preview: 'approve',
  confirmed: 'result',
  generating: 'result',
  completed: 'result',
  cancelled: 'match',
};

/** Step of a job. A failed job with a refund had been charged, so it failed while its file was built. */
const stepOf = ({ status, refundCents }: SkipTraceJob): Step =>
  status === 'failed' ? (typeof refundCents === 'number' ? 'result' : 'match') : STEP_OF[status];

/** Last steps, from the state on the server: matching, the exact price, and the result. */
export function Follow({ jobId }: { jobId: string }) {
  const job = useJob(jobId);
  if (isNotFound(job.error)) return <NoSuchList />;
  if (job.data === undefined) {
    return (
      <StepPage at="match" title="Upload">
        {job.isError ? <QueryProblem of={job} /> : <Skeleton h={140} radius="md" />}
      </StepPage>
    );
  }
  return (
    <StepPage at={stepOf(job.data)} title={job.data.filename}>
      <QueryProblem of={job} />
      <JobAt job={job.data} />
    </StepPage>
  );
}

function JobAt({ job }: { job: SkipTraceJob }) {
  const { status } = job;
  const isOver = status === 'failed' || status === 'cancelled' || status === 'completed';
  return (
    <>
      <JobNow job={job}>{status === 'pending' && <FileToCome jobId={job.id} />}</JobNow>
      <Group>
        {canCancel(job) && <CancelButton job={job} />}
        {isOver && <ButtonTo to="/app/upload">Upload another list</ButtonTo>}
        <LinkTo to={`/app/jobs/${job.id}`}>List details</LinkTo>
      </Group>
    </>
  );
}

/** A job that waits for its file, which may be in this or another browser. */
function FileToCome({ jobId }: { jobId: string }) {
  const account = accountName(useSession());
  const records = useQuery(recordsQuery(account));
  // A cached record may be of an upload that was sent since.
  if (records.isPending || !records.isFetchedAfterMount) return null;
  const here = records.data?.find(({ sending }) => sending?.jobId === jobId);
  if (here !== undefined) return <Navigate to={`/app/upload?list=${here.id}`} replace />;
  return (
    <Text>
      Its file is in the browser in which it was chosen: open this page there, and the upload goes on. Or
      cancel this list and upload the list again.
    </Text>
  );
}
