import type { SkipTraceJob } from '@skiptrace/contract';
import { Badge } from '@mantine/core';
import { badgeOf, JOB_WORDS } from './words.js';

/** Where a customer's job stands. */
export const JobBadge = ({ job }: { job: SkipTraceJob }) => <StatusBadge {...badgeOf(job)} />;

/** The same for operators, who are not told of the file. */
export const JobStatusBadge = ({ status }: Pick<SkipTraceJob, 'status'>) => (
  <StatusBadge {...JOB_WORDS[status]} />
);

const StatusBadge = ({ label, color }: { label: string; color: string }) => (
  <Badge color={color} variant="light" tt="none" miw="max-content">
    {label}
  </Badge>
);
