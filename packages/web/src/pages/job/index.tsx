import type { SkipTraceJob } from '@skiptrace/contract';
import { useParams } from 'react-router';
import { CancelButton, JobNow, NoSuchList } from '../../jobs/job-now.js';
import { JobStory } from '../../jobs/job-story.js';
import { useJob } from '../../jobs/queries.js';
import { canCancel } from '../../jobs/words.js';
import { PageOf, Section } from '../../parts/page.js';
import { ButtonTo, Fine, LinkTo } from '../../parts/text.js';

export default function JobPage() {
  const { jobId = '' } = useParams();
  const job = useJob(jobId);
  return (
    <PageOf
      found={job}
      missing={<NoSuchList />}
      before="List"
      title={({ filename }) => filename}
      about={<LinkTo to="/app/jobs">All lists</LinkTo>}
      actions={job.data !== undefined && canCancel(job.data) && <CancelButton job={job.data} />}
    >
      {(data) => <JobDetails job={data} />}
    </PageOf>
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
