import type { SkipTraceJob } from '@skiptrace/contract';
import { Anchor, Table, Text } from '@mantine/core';
import { Link } from 'react-router';
import { money, time } from '../parts/format.js';
import { JobBadge } from './job-badge.js';
import { matchesOf } from './words.js';

/** Jobs in rows; on a phone what is less needed stands below the name. */
export function JobTable({ jobs, label }: { jobs: readonly SkipTraceJob[]; label: string }) {
  return (
    <Table verticalSpacing="sm" aria-label={label} layout="auto">
      <Table.Thead>
        <Table.Tr>
          <Table.Th scope="col">File</Table.Th>
          <Table.Th scope="col">Status</Table.Th>
          <Table.Th scope="col" ta="right" visibleFrom="sm">
            Matches
          </Table.Th>
          <Table.Th scope="col" ta="right" visibleFrom="sm">
            Price
          </Table.Th>
          <Table.Th scope="col" ta="right" visibleFrom="sm">
            Created
          </Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {jobs.map((job) => (
          <Table.Tr key={job.id}>
            <Table.Td style={{ overflowWrap: 'anywhere' }}>
              <Anchor component={Link} to={`/app/jobs/${job.id}`} size="sm" fw={500}>
                {job.filename}
              </Anchor>
              <Text size="xs" c="dimmed" hiddenFrom="sm">
                {[matchesOf(job), priceOf(job), time(job.createdAt)]
                  .filter((part) => part !== null)
                  .join(' · ')}
              </Text>
            </Table.Td>
            <Table.Td>
              <JobBadge status={job.status} />
            </Table.Td>
            <Table.Td ta="right" visibleFrom="sm" style={{ whiteSpace: 'nowrap' }}>
              {matchesOf(job) ?? '–'}
            </Table.Td>
            <Table.Td ta="right" visibleFrom="sm">
              {priceOf(job) ?? '–'}
            </Table.Td>
            <Table.Td ta="right" visibleFrom="sm" style={{ whiteSpace: 'nowrap' }}>
              {time(job.createdAt)}
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}

const priceOf = ({ totalChargeCents }: SkipTraceJob): string | null =>
  typeof totalChargeCents === 'number' ? money(totalChargeCents) : null;
