import { Alert, Anchor, Badge, Code, Group, Text } from '@mantine/core';
import { usePages } from '../../api/clients.js';
import { dueWords, STATE_WORDS, WISH_WORDS, type PersonRequest } from '../../operator/people.js';
import { UrlTabs } from '../../parts/filters.js';
import { dateAndTime, utcDate } from '../../parts/format.js';
import { Empty, Page } from '../../parts/page.js';
import { PagedTable } from '../../parts/paged-list.js';
import { Fine, LinkTo } from '../../parts/text.js';
import { useUrlChoice } from '../../parts/url-search.js';

const STATES = { open: 'Open', unconfirmed: 'Unconfirmed', closed: 'Closed', all: 'All' } as const;

const EMPTY: Readonly<Record<keyof typeof STATES, readonly [title: string, why: string]>> = {
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
  const state = useUrlChoice('state', STATES) ?? 'open';
  const found = usePages('/operator/api/requests', { params: { query: { state } } });
  const isTaking = found.data?.pages[0]?.isTaking;
  const [title, why] = EMPTY[state];
  return (
    <Page
      title="Requests"
      about={
        <>
          People ask{' '}
          {isTaking === true && (
            <>
              on{' '}
              <Anchor href="/opt-out" inherit>
                the opt-out page
              </Anchor>{' '}
            </>
          )}
          to be left out, get a copy or be deleted. Requests due first are on top.
        </>
      }
    >
      {isTaking === false && (
        <Alert color="gray" title="The opt-out page is off">
          Start the server with <Code>OPT_OUT=on</Code> to take requests at /opt-out.
        </Alert>
      )}
      <UrlTabs name="state" label="Which requests" choices={STATES} value={state} />
      <PagedTable
        label="Requests"
        found={found}
        rows={found.data?.pages.flatMap((page) => page.requests)}
        of={state}
        empty={<Empty title={title}>{why}</Empty>}
        columns={[
          {
            title: 'Person',
            breaks: 'anywhere',
            cell: ({ id, name, reference, agent, wants }) => (
              <>
                <LinkTo to={`/operator/requests/${id}`} fw={500}>
                  {name === '' ? 'Deleted person' : name}
                </LinkTo>
                <Fine>
                  {reference}
                  {agent !== null && `, by ${agent}`}
                </Fine>
                <Text size="xs" hiddenFrom="sm">
                  {WISH_WORDS[wants]}
                </Text>
              </>
            ),
          },
          { title: 'Wants', from: 'sm', cell: ({ wants }) => WISH_WORDS[wants] },
          {
            title: 'State',
            cell: (request) => (
              <Badge color={STATE_WORDS[request.state].color}>{STATE_WORDS[request.state].label}</Badge>
            ),
          },
          { title: 'Due', cell: (request) => <Due request={request} asOf={found.dataUpdatedAt} /> },
          { title: 'Received', from: 'md', breaks: 'never', cell: ({ createdAt }) => dateAndTime(createdAt) },
        ]}
      />
    </Page>
  );
}

function Due({ request, asOf }: { request: PersonRequest; asOf: number }) {
  const due = dueWords(request, asOf);
  if (due === null) return '–';
  return (
    <Group gap={4}>
      <Text {...(due.isUrgent && { fw: 600, c: 'var(--mantine-color-error)' })}>{due.text}</Text>
      <Fine>{utcDate(request.dueAt.slice(0, 10))}</Fine>
    </Group>
  );
}
