import type { SkipTraceJob } from '@skiptrace/contract';
import { Badge } from '@mantine/core';
import { badgeOf, JOB_WORDS } from './words.js';

/** Badge with the status of a customer's job. */
export const JobBadge = ({ job }: { job: SkipTraceJob }) => <StatusBadge {...badgeOf(job)} />;

/** Badge with a job's status for operators, who don't see whether the file is still kept. */
export const JobStatusBadge = ({ status }: Pick<SkipTraceJob, 'status'>) => (
  <StatusBadge {...JOB_WORDS[status]} />
);

const StatusBadge = ({ label, color }: { label: string; color: string }) => (
  <Badge color={color} variant="light" tt="none" miw="max-content">
    {label}
  </Badge>
);
