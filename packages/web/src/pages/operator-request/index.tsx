import { Alert, Badge, Button, Group, List, Skeleton, Stack, Text } from '@mantine/core';
import { Ban, Download, Search, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useParams } from 'react-router';
import { useAct } from '../../api/act.js';
import { own, useRead } from '../../api/clients.js';
import { PersonOutcome } from '../../operator/found-person.js';
import {
  dueWords,
  STATE_WORDS,
  WISH_WORDS,
  type DeletedPerson,
  type PersonRequest,
} from '../../operator/people.js';
import { DataTable } from '../../parts/data-table.js';
import { ActButton } from '../../parts/dialog.js';
import { Facts } from '../../parts/facts.js';
import { dateAndTime, utcDate } from '../../parts/format.js';
import { Page, Section } from '../../parts/page.js';
import { saveJson } from '../../parts/save.js';
import { Fine, Heading, PlainButton, ProblemNote, QueryProblem } from '../../parts/text.js';
import { Acts, Letter, OF_REQUESTS } from './acts.js';

export default function RequestPage() {
  const { requestId = '' } = useParams();
  const params = { path: { requestId } };
  const found = useRead('/operator/api/requests/{requestId}', { params });
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
  const { id: requestId, reference, name, state } = request;
  const isUnconfirmed = state === 'unconfirmed';
  const params = { params: { path: { requestId } } };
  const [deleted, setDeleted] = useState<DeletedPerson>();
  const find = useAct({ send: () => own.POST('/operator/api/requests/{requestId}/found', params) });
  const copy = useAct({
    send: () => own.POST('/operator/api/requests/{requestId}/export', params),
    changes: OF_REQUESTS,
    onDone: (made) => saveJson(made, `request-${reference}.json`),
  });
  const suppress = useAct({
    send: () => own.POST('/operator/api/requests/{requestId}/suppression', params),
    changes: OF_REQUESTS,
  });
  const isBusy = [find, copy, suppress].some(({ isPending }) => isPending);
  const at = (act: typeof find | typeof copy | typeof suppress) => ({
    onClick: () => act.run(),
    loading: act.isPending,
    disabled: (act !== find && isUnconfirmed) || (isBusy && !act.isPending),
  });
  return (
    <Stack component="section" aria-label="Work on the request" gap="sm">
      <Heading>Do what {name} asks</Heading>
      <Group gap="xs">
        <Button leftSection={<Search size={16} />} {...at(find)}>
          Find records
        </Button>
        <PlainButton leftSection={<Download size={16} />} {...at(copy)}>
          Download copy
        </PlainButton>
        <PlainButton leftSection={<Ban size={16} />} {...at(suppress)}>
          Leave out
        </PlainButton>
        <ActButton
          label="Delete records"
          button={{ leftSection: <Trash2 size={16} />, disabled: isUnconfirmed || isBusy }}
          title={`Delete ${name}?`}
          action="Delete records"
          isDangerous
          send={() => own.POST('/operator/api/requests/{requestId}/deletion', params)}
          changes={OF_REQUESTS}
          onDone={(answer) => {
            setDeleted(answer);
            find.reset();
          }}
        >
          We delete owner records, rows in customer files, saved lookups and support messages for good, and
          leave {name} out from now on. Customers get back what they paid for those rows. Saved lookups stay
          paid. “Find records” shows what it is.
        </ActButton>
      </Group>
      {isUnconfirmed && (
        <Text c="dimmed">
          Anyone may have sent this. Nothing is handed over, left out or deleted before it is confirmed.
        </Text>
      )}
      {[find, copy, suppress].map(
        ({ error }, index) => error !== null && <ProblemNote key={index} error={error} />,
      )}
      <PersonOutcome who={name} leftOut={suppress.data?.notes} deleted={deleted} found={find.data} />
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

const History = ({ request: { history } }: { request: PersonRequest }) => (
  <Section title="History" gap="xs">
    <DataTable
      label="History"
      isDense
      rows={history}
      columns={[
        { title: 'When', cell: ({ at }) => dateAndTime(at) },
        {
          title: 'What',
          breaks: 'anywhere',
          cell: ({ what, note }) => (
            <>
              {DEEDS[what]}
              {note !== null && <Fine>{note}</Fine>}
            </>
          ),
        },
        { title: 'By', cell: ({ by }) => by ?? '–' },
      ]}
    />
  </Section>
);
