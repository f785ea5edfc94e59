import type { SkipTraceJob } from '@skiptrace/contract';
import { Anchor, Table, Text } from '@mantine/core';
import { Link } from 'react-router';
import { Ago, money } from '../parts/format.js';
import { DataTable } from '../parts/data-table.js';
import { JobBadge, matchesOf, priceOf } from './words.js';

/** Table of jobs, undefined while they load; on narrow screens, secondary details move below the name. */
export function JobTable({ jobs, label }: { jobs: readonly SkipTraceJob[] | undefined; label: string }) {
  return (
    <DataTable
      label={label}
      heads={[
        'File',
        'Status',
        { title: 'Matched', isNumber: true, from: 'lg' },
        { title: 'Price', isNumber: true, from: 'lg' },
        { title: 'Created', isNumber: true, from: 'lg' },
      ]}
    >
      {jobs?.map((job) => (
        <Table.Tr key={job.id}>
          <Table.Td style={{ overflowWrap: 'anywhere' }}>
            <Anchor
              component={Link}
              to={`/app/jobs/${job.id}`}
              size="sm"
              fw={500}
              lineClamp={2}
              title={job.filename}
            >
              {job.filename}
            </Anchor>
            <Text size="xs" c="dimmed" hiddenFrom="lg">
              {[matchedWords(job), priceWords(job)].flatMap((part) => (part === null ? [] : `${part} · `))}
              <Ago at={job.createdAt} />
            </Text>
          </Table.Td>
          <Table.Td>
            <JobBadge job={job} />
          </Table.Td>
          <Table.Td ta="right" visibleFrom="lg" style={{ whiteSpace: 'nowrap' }}>
            {matchesOf(job) ?? '–'}
          </Table.Td>
          <Table.Td ta="right" visibleFrom="lg">
            {priceWords(job) ?? '–'}
          </Table.Td>
          <Table.Td ta="right" visibleFrom="lg" style={{ whiteSpace: 'nowrap' }}>
            <Ago at={job.createdAt} />
          </Table.Td>
        </Table.Tr>
      ))}
    </DataTable>
  );
}

/** Matches in words, for the narrow layout without column headers. */
function matchedWords(job: SkipTraceJob): string | null {
  const matches = matchesOf(job);
  return matches === null ? null : `${matches} matched`;
}

function priceWords(job: SkipTraceJob): string | null {
  const price = priceOf(job);
  return price === null ? null : money(price);
}
