import type { SkipTraceJob } from '@skiptrace/contract';
import { Alert, Group, Paper, Progress, Stack, Text } from '@mantine/core';
import { TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { ApproveButton } from './approve-button.js';
import { JobBadge } from './job-badge.js';
import { JobCounts } from './job-counts.js';
import { Receipt, ResultDownloads } from './late-result.js';
import { isWorking, situationOf } from './words.js';

export const NO_SUCH_JOB = {
  title: 'We can’t find this list',
  text: 'Check the address of this page. The list may belong to another account.',
} as const;

/** Status of a job, the buttons to act on it, and its numbers. @param children more buttons */
export function JobNow({ job, children }: { job: SkipTraceJob; children?: ReactNode }) {
  return (
    <>
      <Paper withBorder p="md">
        <Stack>
          <Group gap="sm" role="status">
            <JobBadge job={job} />
            <Text size="sm">{situationOf(job)}</Text>
          </Group>
          {isWorking(job) && <Progress value={100} animated aria-label="The server is working on it" />}
          {job.status === 'failed' && (
            <Alert color="red" icon={<TriangleAlert size={18} aria-hidden />} title="Why it failed">
              {job.errorMessage ?? 'The server does not say.'}
            </Alert>
          )}
          {job.status === 'preview' && <ApproveButton job={job} />}
          {job.status === 'completed' && typeof job.downloadUrl === 'string' && <ResultDownloads job={job} />}
          {children}
        </Stack>
      </Paper>
      {job.status === 'completed' ? <Receipt job={job} /> : <JobCounts job={job} />}
    </>
  );
}
