import { Alert, Anchor, Card, List, Stack, Table, Text, Title } from '@mantine/core';
import { CircleCheck, TriangleAlert } from 'lucide-react';
import { Link } from 'react-router';
import { Empty } from '../parts/page.js';
import { DataTable } from '../parts/data-table.js';
import { Facts } from '../parts/facts.js';
import { count, plural } from '../parts/format.js';
import { Sentences } from '../parts/sentences.js';
import type { DeletedPerson, FoundPerson } from './people.js';

/** Card with the data stored about a person. */
export function FoundPersonCard({ found }: { found: FoundPerson }) {
  const { ownerRecords, corrections, jobs, supportMessages, savedLookups, requests, replays, isImporting } =
    found;
  const ofLists = ownerRecords.length + jobs.length + requests.length;
  if (ofLists + corrections + supportMessages + savedLookups === 0)
    return (
      <Stack>
        <Empty title="Nothing found">We store nothing under this name, address, phone or email.</Empty>
        <PersonNotes notes={found.notes} />
      </Stack>
    );
  return (
    <Stack>
      <Facts
        facts={[
          ['Owner records', count(ownerRecords.length)],
          ['Corrections of owners', count(corrections)],
          ['Customer files', count(jobs.length)],
          ['Support messages', count(supportMessages)],
          ['Saved lookups of customers', count(savedLookups)],
          ['Requests', count(requests.length)],
          ['Saved answers, for a day', count(replays)],
        ]}
      />
      <PersonNotes notes={found.notes} />
      {isImporting && (
        <Alert color="yellow" icon={<TriangleAlert />}>
          An import is running. It may bring more records; look again when it’s done.
        </Alert>
      )}
      {ownerRecords.length > 0 && (
        <Card withBorder padding="md">
          <Title order={3} size="h5" mb="xs">
            Owner records
          </Title>
          <DataTable
            label="Owner records"
            isDense
            heads={[
              'Name and property',
              { title: 'Source', from: 'sm' },
              { title: 'Phones', isNumber: true },
              { title: 'Emails', isNumber: true },
            ]}
          >
            {ownerRecords.map(({ recordId, foundBy, name, property, source, phones, emails }) => (
              <Table.Tr key={recordId}>
                <Table.Td style={{ overflowWrap: 'anywhere' }}>
                  <Text size="sm" fw={500}>
                    {name}
                  </Text>
                  <Text size="sm" c="dimmed">
                    {property}
                  </Text>
                  <Text size="xs" c="dimmed">
                    Record number {recordId}, found by {foundBy.join(', ')}
                  </Text>
                  <Text size="xs" c="dimmed" hiddenFrom="sm">
                    {source}
                  </Text>
                </Table.Td>
                <Table.Td visibleFrom="sm">{source}</Table.Td>
                <Table.Td ta="right">{phones}</Table.Td>
                <Table.Td ta="right">{emails}</Table.Td>
              </Table.Tr>
            ))}
          </DataTable>
        </Card>
      )}
      {jobs.length > 0 && (
        <Card withBorder padding="md">
          <Title order={3} size="h5" mb="xs">
            Customer files
          </Title>
          <List size="sm">
            {jobs.map(({ jobId, listRows, ownerRows, unread }) => (
              <List.Item key={jobId} style={{ overflowWrap: 'anywhere' }}>
                <Anchor component={Link} to={`/operator/jobs/${jobId}`} inherit>
                  Job {jobId}
                </Anchor>
                {unread === null
                  ? `: ${plural(listRows, 'row')} of the list and ${plural(ownerRows, 'row')} of the result`
                  : ` could not be read: ${unread}`}
              </List.Item>
            ))}
          </List>
        </Card>
      )}
    </Stack>
  );
}

/** Says what was left aside, and what the confirmation of a request does not show. */
export function PersonNotes({ notes }: { notes: readonly string[] }) {
  if (notes.length === 0) return null;
  return (
    <Alert color="yellow" icon={<TriangleAlert />} title="Please note">
      <Sentences of={notes} />
    </Alert>
  );
}

/** Result of a deletion. */
export function DeletedPersonNote({ deleted }: { deleted: DeletedPerson }) {
  const { ownerRecords, jobs, messages, savedLookups, requests, waiting } = deleted;
  return (
    <Stack gap="sm">
      <Alert color="green" icon={<CircleCheck />} role="status" title="Deleted">
        {plural(ownerRecords, 'owner record')}, files of {plural(jobs, 'job')},{' '}
        {plural(messages, 'support message')}, {plural(savedLookups, 'saved lookup')} and{' '}
        {plural(requests, 'closed request')}. We leave the person out from now on.
      </Alert>
      <PersonNotes notes={deleted.notes} />
      {waiting.length > 0 && (
        <Alert color="yellow" icon={<TriangleAlert />} title="Some of it has to wait">
          <Sentences of={waiting} />
        </Alert>
      )}
    </Stack>
  );
}
