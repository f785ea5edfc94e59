import { Alert, Card, List, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { DataTable } from '../parts/data-table.js';
import { Facts } from '../parts/facts.js';
import { count, plural } from '../parts/format.js';
import { Empty } from '../parts/page.js';
import { Fine, Good, Sentences, Subheading, To, Warning } from '../parts/text.js';
import type { DeletedPerson, FoundPerson } from './people.js';

interface PersonOutcomeProps {
  /** Name of the person in a sentence. */
  who: string;
  /** Notes about leaving the person out, once that is done. */
  leftOut: readonly string[] | undefined;
  deleted: DeletedPerson | undefined;
  found: FoundPerson | undefined;
}

/** Results of what an operator did about a person. */
export const PersonOutcome = ({ who, leftOut, deleted, found }: PersonOutcomeProps) => (
  <>
    {leftOut && (
      <>
        <Alert color="green" role="status">
          We leave {who} out from now on.
        </Alert>
        <PersonNotes notes={leftOut} />
      </>
    )}
    {deleted && <DeletedPersonNote deleted={deleted} />}
    {found && <FoundPersonCard found={found} />}
  </>
);

/** Card with the data stored about a person. */
function FoundPersonCard({ found }: { found: FoundPerson }) {
  const { ownerRecords, corrections, jobs, supportMessages, savedLookups, requests, replays } = found;
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
      {found.isImporting && (
        <Warning>An import is running. It may bring more records; look again when it’s done.</Warning>
      )}
      {ownerRecords.length > 0 && (
        <Records title="Owner records">
          <DataTable
            label="Owner records"
            isDense
            rows={ownerRecords}
            columns={[
              {
                title: 'Name and property',
                breaks: 'anywhere',
                cell: ({ recordId, foundBy, name, property, source }) => (
                  <>
                    <Text fw={500}>{name}</Text>
                    <Text c="dimmed">{property}</Text>
                    <Fine>
                      Record number {recordId}, found by {foundBy.join(', ')}
                    </Fine>
                    <Fine hiddenFrom="sm">{source}</Fine>
                  </>
                ),
              },
              { title: 'Source', from: 'sm', cell: ({ source }) => source },
              { title: 'Phones', isNumber: true, cell: ({ phones }) => phones },
              { title: 'Emails', isNumber: true, cell: ({ emails }) => emails },
            ]}
          />
        </Records>
      )}
      {jobs.length > 0 && (
        <Records title="Customer files">
          <List size="sm">
            {jobs.map(({ jobId, listRows, ownerRows, unread }) => (
              <List.Item key={jobId}>
                <To to={`/operator/jobs/${jobId}`}>Job {jobId}</To>
                {unread === null
                  ? `: ${plural(listRows, 'row')} of the list and ${plural(ownerRows, 'row')} of the result`
                  : ` could not be read: ${unread}`}
              </List.Item>
            ))}
          </List>
        </Records>
      )}
    </Stack>
  );
}

const Records = ({ title, children }: { title: string; children: ReactNode }) => (
  <Card padding="md">
    <Subheading mb="xs">{title}</Subheading>
    {children}
  </Card>
);

/** Says what was left aside, and what the confirmation of a request does not show. */
const PersonNotes = ({ notes }: { notes: readonly string[] }) =>
  notes.length > 0 && (
    <Warning title="Please note">
      <Sentences of={notes} />
    </Warning>
  );

/** Result of a deletion. */
function DeletedPersonNote({ deleted }: { deleted: DeletedPerson }) {
  const { ownerRecords, jobs, messages, savedLookups, requests, waiting, notes } = deleted;
  return (
    <Stack gap="sm">
      <Good role="status" title="Deleted">
        {plural(ownerRecords, 'owner record')}, files of {plural(jobs, 'job')},{' '}
        {plural(messages, 'support message')}, {plural(savedLookups, 'saved lookup')} and{' '}
        {plural(requests, 'closed request')}. We leave the person out from now on.
      </Good>
      <PersonNotes notes={notes} />
      {waiting.length > 0 && (
        <Warning title="Some of it has to wait">
          <Sentences of={waiting} />
        </Warning>
      )}
    </Stack>
  );
}
