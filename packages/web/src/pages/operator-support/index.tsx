import { Anchor, Badge, Button, Card, Group, SegmentedControl, Stack, Text, Title } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Mail } from 'lucide-react';
import { Link } from 'react-router';
import { bodyOf, own } from '../../api/clients.js';
import { pagedQuery } from '../../api/paged-query.js';
import { INBOX, useMark, type SupportMessage } from '../../operator/support.js';
import { Empty, Page } from '../../parts/page.js';
import { plural, dateAndTime } from '../../parts/format.js';
import { PagedList } from '../../parts/paged-list.js';
import { ProblemNote } from '../../parts/problem-note.js';
import { useUrlSearch } from '../../parts/url-search.js';

const STATES = ['open', 'done', 'all'] as const;
type State = (typeof STATES)[number];

const messagesQuery = (state: State) =>
  pagedQuery([...INBOX, state], (page) =>
    bodyOf(own.GET('/operator/api/support', { params: { query: { state, ...page } } })),
  );

export default function SupportPage() {
  const { params, set } = useUrlSearch();
  const state = STATES.find((one) => one === params.get('state')) ?? 'open';
  const found = useInfiniteQuery(messagesQuery(state));
  return (
    <Page title="Support inbox" about="What customers and visitors wrote, newest first.">
      <div>
        <SegmentedControl
          aria-label="Which messages"
          data={[
            { value: 'open', label: 'Open' },
            { value: 'done', label: 'Done' },
            { value: 'all', label: 'All' },
          ]}
          value={state}
          onChange={(value) => set({ state: value === 'open' ? '' : value })}
        />
      </div>
      <PagedList
        found={found}
        rows={found.data?.pages.flatMap((page) => page.messages)}
        of={state}
        empty={
          <Empty title={state === 'open' ? 'No open messages' : 'No messages'}>
            {state === 'open' && 'What customers write on their support page comes here.'}
          </Empty>
        }
      >
        {(messages) => messages.map((message) => <MessageCard key={message.id} message={message} />)}
      </PagedList>
    </Page>
  );
}

function MessageCard({ message }: { message: SupportMessage }) {
  const mark = useMark(message.id);
  const { id, fullName, email, phone, reason, isDone, isSeen, replies, createdAt } = message;
  return (
    <Card withBorder padding="lg" component="article">
      <Stack gap="sm">
        <Group justify="space-between" gap="xs">
          <Group gap="xs">
            <Title order={2} size="h5" style={{ overflowWrap: 'anywhere' }}>
              {fullName}
            </Title>
            <Badge>{reason}</Badge>
            {!isSeen && !isDone && <Badge color="orange">Unread</Badge>}
            {replies > 0 && <Badge color="gray">{plural(replies, 'reply', 'replies')}</Badge>}
            {isDone && <Badge color="green">Done</Badge>}
          </Group>
          <Text size="sm" c="dimmed">
            {dateAndTime(createdAt)}
          </Text>
        </Group>
        <Text lineClamp={8} style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
          {message.message}
        </Text>
        <Group gap="md">
          <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
            {email}
          </Text>
          <Anchor size="sm" href={`tel:${phone.replace(/[^+\d]/g, '')}`}>
            {phone}
          </Anchor>
        </Group>
        {mark.isError && <ProblemNote error={mark.error} />}
        <Group gap="xs">
          <Button
            component={Link}
            to={`/operator/support/${id}`}
            size="xs"
            leftSection={<Mail size={14} />}
            aria-label={`Open and reply to ${fullName}`}
          >
            Open and reply
          </Button>
          <Button
            size="xs"
            variant="default"
            onClick={() => mark.mutate({ isDone: !isDone })}
            loading={mark.isPending}
            aria-label={isDone ? `Open again: ${fullName}` : `Mark as done: ${fullName}`}
          >
            {isDone ? 'Open again' : 'Mark as done'}
          </Button>
        </Group>
      </Stack>
    </Card>
  );
}
