import { Alert, Badge, Button, Group, List, Skeleton, Stack, Table, Text, Title } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Ban, Download, Search, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useParams } from 'react-router';
import { bodyOf, own } from '../../api/clients.js';
import { DeletedPersonNote, FoundPersonCard, PersonNotes } from '../../operator/found-person.js';
import {
  dueWords,
  requestQuery,
  REQUESTS,
  saveDocument,
  STATE_WORDS,
  WISH_WORDS,
  type PersonRequest,
} from '../../operator/people.js';
import { Confirm } from '../../parts/confirm.js';
import { Facts } from '../../parts/facts.js';
import { utcDate, dateAndTime } from '../../parts/format.js';
import { DataTable } from '../../parts/data-table.js';
import { Page, Section } from '../../parts/page.js';
import { ProblemNote } from '../../parts/problem-note.js';
import { Acts, Letter } from './acts.js';
import { QueryProblem } from '../../parts/loaded.js';

export default function RequestPage() {
  const { requestId = '' } = useParams();
  const found = useQuery(requestQuery(requestId));
  if (found.isError || found.data === undefined)
    return (
      <Page title="Request">
        {found.isError ? <QueryProblem of={found} /> : <Skeleton height={300} radius="md" />}
      </Page>
    );
  return <OneRequest request={found.data} asOf={found.dataUpdatedAt} />;
}

function OneRequest({ request, asOf }: { request: PersonRequest; asOf: number }) {
  const { reference, name, agent, wants, state, dueAt, isEmptied } = request;
  const { label, color } = STATE_WORDS[state];
  const due = dueWords(request, asOf);
  return (
    <Page
      title={isEmptied ? `Request ${reference}` : name}
      tab={`Request ${reference}`}
      about={
        <Group gap="xs">
          <Badge color={color}>{label}</Badge>
          <span>Request {reference}</span>
          {agent !== null && <span>by {agent}</span>}
        </Group>
      }
    >
      {state === 'unconfirmed' && <Letter request={request} />}
      {isEmptied && (
        <Alert color="gray">The person was deleted from this request. What you did stays on record.</Alert>
      )}
      <Facts
        facts={[
          ['Wants', WISH_WORDS[wants]],
          [
            'Due',
            due === null ? utcDate(dueAt.slice(0, 10)) : `${due.text} (${utcDate(dueAt.slice(0, 10))})`,
          ],
          ['Received', dateAndTime(request.createdAt)],
          ['Language', request.language === 'es' ? 'Spanish' : 'English'],
        ]}
      />
      {!isEmptied && <Who request={request} />}
      {!isEmptied && <Work request={request} />}
      <Acts request={request} />
      <History request={request} />
    </Page>
  );
}

function Who({ request }: { request: PersonRequest }) {
  const { addresses, phones, emails, contactEmail } = request;
  return (
    <Facts
      facts={[
        [
          addresses.length > 1 ? 'Addresses' : 'Address',
          <List key="addresses" listStyleType="none" size="sm">
            {addresses.map(({ street, city, state, zip }) => (
              <List.Item key={street + zip}>
                {street}, {city}, {state} {zip}
              </List.Item>
            ))}
          </List>,
        ],
        ['Phones', phones.length === 0 ? '–' : phones.join(', ')],
        ['Emails', emails.length === 0 ? '–' : emails.join(', ')],
        ['Answer goes to', contactEmail ?? 'The first address, by letter'],
      ]}
    />
  );
}

/** Buttons for the work on a request. */
function Work({ request }: { request: PersonRequest }) {
  const { id, reference, name, state } = request;
  const isUnconfirmed = state === 'unconfirmed';
  const params = { params: { path: { requestId: id } } };
  const queries = useQueryClient();
  const onSuccess = () => queries.invalidateQueries({ queryKey: REQUESTS });
  const [asks, ask] = useState(false);
  const find = useMutation({
    mutationFn: () => bodyOf(own.POST('/operator/api/requests/{requestId}/found', params)),
  });
  const copy = useMutation({
    mutationFn: () => bodyOf(own.POST('/operator/api/requests/{requestId}/export', params)),
    onSuccess: (made) => {
      saveDocument(`request-${reference}.json`, made);
      return onSuccess();
    },
  });
  const suppress = useMutation({
    mutationFn: () => bodyOf(own.POST('/operator/api/requests/{requestId}/suppression', params)),
    onSuccess,
  });
  const remove = useMutation({
    mutationFn: () => bodyOf(own.POST('/operator/api/requests/{requestId}/deletion', params)),
    onSuccess: () => {
      ask(false);
      find.reset();
      return onSuccess();
    },
  });
  const isBusy = [find, copy, suppress, remove].some(({ isPending }) => isPending);
  return (
    <Stack component="section" aria-label="Work on the request" gap="sm">
      <Title order={2} size="h4">
        Do what {name} asks
      </Title>
      <Group gap="xs">
        <Button
          leftSection={<Search size={16} />}
          onClick={() => find.mutate()}
          loading={find.isPending}
          disabled={isBusy && !find.isPending}
        >
          Find records
        </Button>
        <Button
          variant="default"
          leftSection={<Download size={16} />}
          onClick={() => copy.mutate()}
          loading={copy.isPending}
          disabled={isUnconfirmed || (isBusy && !copy.isPending)}
        >
          Download copy
        </Button>
        <Button
          variant="default"
          leftSection={<Ban size={16} />}
          onClick={() => suppress.mutate()}
          loading={suppress.isPending}
          disabled={isUnconfirmed || (isBusy && !suppress.isPending)}
        >
          Leave out
        </Button>
        <Button
          variant="default"
          leftSection={<Trash2 size={16} />}
          onClick={() => ask(true)}
          disabled={isUnconfirmed || isBusy}
        >
          Delete records
        </Button>
      </Group>
      {isUnconfirmed && (
        <Text size="sm" c="dimmed">
          Anyone may have sent this. Nothing is handed over, left out or deleted before it is confirmed.
        </Text>
      )}
      {[find, copy, suppress].map(
        ({ error }, at) => error !== null && <ProblemNote key={at} error={error} />,
      )}
      {suppress.isSuccess && (
        <Alert color="green" role="status">
          We leave {name} out from now on.
        </Alert>
      )}
      {suppress.isSuccess && <PersonNotes notes={suppress.data.notes} />}
      {remove.isSuccess && <DeletedPersonNote deleted={remove.data} />}
      {find.isSuccess && <FoundPersonCard found={find.data} />}
      <Confirm
        opened={asks}
        onClose={() => {
          remove.reset();
          ask(false);
        }}
        title={`Delete ${name}?`}
        action="Delete records"
        isDangerous
        onConfirm={() => remove.mutate()}
        isPending={remove.isPending}
        error={remove.error}
      >
        We delete owner records, rows in customer files, saved lookups and support messages for good, and
        leave {name} out from now on. Customers get back what they paid for those rows. “Find records” shows
        what it is.
      </Confirm>
    </Stack>
  );
}

const DEEDS = {
  received: 'Received',
  mailed: 'Link emailed',
  letter: 'Letter written',
  confirmed: 'Confirmed by the person',
  confirmed_by_operator: 'Confirmed by hand',
  exported: 'Copy downloaded',
  suppressed: 'Left out',
  deleted: 'Records deleted',
  extended: 'Deadline extended',
  done: 'Closed as done',
  refused: 'Refused',
  reopened: 'Reopened',
  emptied: 'Person deleted from the request',
} as const satisfies Record<PersonRequest['history'][number]['what'], string>;

function History({ request: { history } }: { request: PersonRequest }) {
  return (
    <Section title="History" gap="xs">
      <DataTable label="History" isDense heads={['When', 'What', 'By']}>
        {history.map(({ at, what, by, note }, index) => (
          <Table.Tr key={index}>
            <Table.Td>{dateAndTime(at)}</Table.Td>
            <Table.Td style={{ overflowWrap: 'anywhere' }}>
              {DEEDS[what]}
              {note !== null && (
                <Text size="xs" c="dimmed">
                  {note}
                </Text>
              )}
            </Table.Td>
            <Table.Td>{by ?? '–'}</Table.Td>
          </Table.Tr>
        ))}
      </DataTable>
    </Section>
  );
}
