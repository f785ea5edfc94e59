import type { JobStatus } from '@skiptrace/contract';
import { Badge } from '@mantine/core';
import { JOB_WORDS } from './words.js';

export function JobBadge({ status }: { status: JobStatus }) {
  const { label, color } = JOB_WORDS[status];
  return (
    <Badge color={color} variant="light" tt="none" miw="max-content">
      {label}
    </Badge>
  );
}
