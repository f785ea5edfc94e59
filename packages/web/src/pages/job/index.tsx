import { Skeleton, Text } from '@mantine/core';
import type { SkipTraceJob } from '@skiptrace/contract';
import { useParams } from 'react-router';
import { isNotFound } from '../../api/problem.js';
import { CancelButton, JobNow, NO_SUCH_JOB } from '../../jobs/job-now.js';
import { JobStory } from '../../jobs/job-story.js';
import { useJob } from '../../jobs/queries.js';
import { canCancel } from '../../jobs/words.js';
import { Page, Section } from '../../parts/page.js';
import { ButtonTo, Fine, LinkTo, QueryProblem } from '../../parts/text.js';

export default function JobPage() {
  const { jobId = '' } = useParams();
  const job = useJob(jobId);
  const back = <LinkTo to="/app/jobs">All lists</LinkTo>;
  if (isNotFound(job.error)) {
    return (
      <Page title={NO_SUCH_JOB.title}>
        <Text size="md">{NO_SUCH_JOB.text}</Text>
        <div>
          <ButtonTo variant="filled" to="/app/jobs">
            Show all lists
          </ButtonTo>
        </div>
      </Page>
    );
  }
  return (
    <Page
      title={job.data?.filename ?? 'List'}
      about={back}
      actions={job.data !== undefined && canCancel(job.data) ? <CancelButton job={job.data} /> : undefined}
    >
      <QueryProblem of={job} />
      {job.data !== undefined && <JobDetails job={job.data} />}
      {job.isPending && <Skeletons />}
    </Page>
  );
}

function JobDetails({ job }: { job: SkipTraceJob }) {
  return (
    <>
      <JobNow job={job}>
        <NextUpload job={job} />
      </JobNow>
      <Section title="Activity">
        <JobStory job={job} />
      </Section>
      <Fine>List ID {job.id}</Fine>
    </>
  );
}

/** Link to continue the upload of a job that waits for its file, or to start another upload after the job ended early. */
function NextUpload({ job: { id, status } }: { job: SkipTraceJob }) {
  if (status !== 'pending' && status !== 'failed' && status !== 'cancelled') return null;
  return (
    <div>
      <ButtonTo to={status === 'pending' ? `/app/upload?job=${id}` : '/app/upload'}>
        {status === 'pending' ? 'Continue its upload' : 'Upload a list'}
      </ButtonTo>
    </div>
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
