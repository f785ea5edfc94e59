import { Alert, Anchor, Badge, Code, Group, SegmentedControl, Table, Text } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import {
  dueWords,
  REQUEST_STATES,
  requestsQuery,
  STATE_WORDS,
  WISH_WORDS,
  type PersonRequest,
  type RequestStates,
} from '../../operator/people.js';
import { DataTable } from '../../parts/data-table.js';
import { Empty, Page } from '../../parts/page.js';
import { utcDate, dateAndTime } from '../../parts/format.js';
import { PagedList } from '../../parts/paged-list.js';
import { useUrlSearch } from '../../parts/url-search.js';

const EMPTY: Readonly<Record<RequestStates, readonly [title: string, why: string]>> = {
  open: [
    'No open requests',
    'Requests show up here once people confirm them: see Unconfirmed for letters to write.',
  ],
  unconfirmed: [
    'No unconfirmed requests',
    'Requests wait here until people confirm them by email or letter.',
  ],
  closed: ['No closed requests', 'Requests you answered or refused show up here.'],
  all: ['No requests yet', 'What people ask on the opt-out page shows up here.'],
};

export default function RequestsPage() {
  const { params, set } = useUrlSearch();
  const state = REQUEST_STATES.find((one) => one === params.get('state')) ?? 'open';
  const found = useInfiniteQuery(requestsQuery(state));
  const requests = found.data?.pages.flatMap((page) => page.requests);
  const isTaking = found.data?.pages[0]?.isTaking;
  const [title, why] = EMPTY[state];
  return (
    <Page
      title="Requests"
      about={
        isTaking === true ? (
          <>
            People ask on{' '}
            <Anchor href="/opt-out" inherit>
              the opt-out page
            </Anchor>{' '}
            to be left out, get a copy or be deleted. Requests due first are on top.
          </>
        ) : (
          'People ask to be left out, get a copy or be deleted. Requests due first are on top.'
        )
      }
    >
      {isTaking === false && (
        <Alert color="gray" title="The opt-out page is off">
          Start the server with <Code>OPT_OUT=on</Code> to take requests at /opt-out.
        </Alert>
      )}
      <div>
        <SegmentedControl
          aria-label="Which requests"
          data={[
            { value: 'open', label: 'Open' },
            { value: 'unconfirmed', label: 'Unconfirmed' },
            { value: 'closed', label: 'Closed' },
            { value: 'all', label: 'All' },
          ]}
          value={state}
          onChange={(value) => set({ state: value === 'open' ? '' : value })}
        />
      </div>
      <PagedList found={found} rows={requests} of={state} empty={<Empty title={title}>{why}</Empty>}>
        {(rows) => (
          <DataTable
            label="Requests"
            heads={[
              'Person',
              { title: 'Wants', from: 'sm' },
              'State',
              'Due',
              { title: 'Received', from: 'md' },
            ]}
          >
            {rows.map((request) => (
              <Row key={request.id} request={request} asOf={found.dataUpdatedAt} />
            ))}
          </DataTable>
        )}
      </PagedList>
    </Page>
  );
}

function Row({ request, asOf }: { request: PersonRequest; asOf: number }) {
  const { id, reference, name, agent, wants, state, dueAt, createdAt } = request;
  const { label, color } = STATE_WORDS[state];
  const due = dueWords(request, asOf);
  return (
    <Table.Tr>
      <Table.Td style={{ overflowWrap: 'anywhere' }}>
        <Anchor component={Link} to={`/operator/requests/${id}`} size="sm" fw={500}>
          {name === '' ? 'Deleted person' : name}
        </Anchor>
        <Text size="xs" c="dimmed">
          {reference}
          {agent !== null && `, by ${agent}`}
        </Text>
        <Text size="xs" hiddenFrom="sm">
          {WISH_WORDS[wants]}
        </Text>
      </Table.Td>
      <Table.Td visibleFrom="sm">{WISH_WORDS[wants]}</Table.Td>
      <Table.Td>
        <Badge color={color}>{label}</Badge>
      </Table.Td>
      <Table.Td>
        {due === null ? (
          '–'
        ) : (
          <Group gap={4}>
            <Text
              size="sm"
              fw={due.isUrgent ? 600 : 400}
              {...(due.isUrgent && { c: 'var(--mantine-color-error)' })}
            >
              {due.text}
            </Text>
            <Text size="xs" c="dimmed">
              {utcDate(dueAt.slice(0, 10))}
            </Text>
          </Group>
        )}
      </Table.Td>
      <Table.Td visibleFrom="md" style={{ whiteSpace: 'nowrap' }}>
        {dateAndTime(createdAt)}
      </Table.Td>
    </Table.Tr>
  );
}
