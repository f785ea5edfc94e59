import {
  Anchor,
  Badge,
  Button,
  Card,
  Group,
  SegmentedControl,
  Skeleton,
  Stack,
  Text,
  Title,
} from '@mantine/core';
import { infiniteQueryOptions, useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { Mail } from 'lucide-react';
import type { AppSchemas } from '@skiptrace/contract/app';
import { bodyOf, own } from '../../api/clients.js';
import { Empty } from '../../parts/empty.js';
import { time } from '../../parts/format.js';
import { Page } from '../../parts/page.js';
import { ShowMore } from '../../parts/show-more.js';
import { ProblemNote } from '../../parts/problem-note.js';
import { useUrlSearch } from '../../parts/url-search.js';

type Message = AppSchemas['SupportMessage'];
const STATES = ['open', 'done', 'all'] as const;
type State = (typeof STATES)[number];

const INBOX = ['operator', 'support'];

const messagesQuery = (state: State) =>
  infiniteQueryOptions({
    queryKey: [...INBOX, state],
    initialPageParam: '',
    queryFn: ({ pageParam }) =>
      bodyOf(
        own.GET('/operator/api/support', {
          params: { query: { state, ...(pageParam !== '' && { cursor: pageParam }) } },
        }),
      ),
    getNextPageParam: ({ nextCursor }) => nextCursor,
  });

export default function SupportPage() {
  const { params, set } = useUrlSearch();
  const state = STATES.find((one) => one === params.get('state')) ?? 'open';
  const found = useInfiniteQuery(messagesQuery(state));
  const messages = found.data?.pages.flatMap((page) => page.messages);
  return (
    <Page title="Support messages" about="Newest first.">
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
      {found.isError && <ProblemNote error={found.error} retry={() => void found.refetch()} />}
      {messages === undefined ? (
        !found.isError && <Skeleton height={200} radius="md" />
      ) : messages.length === 0 ? (
        <Empty title={state === 'open' ? 'No open messages' : 'No messages'}>
          {state === 'open' && 'What customers write on their support page comes here.'}
        </Empty>
      ) : (
        <Stack>
          {messages.map((message) => (
            <MessageCard key={message.id} message={message} />
          ))}
          <ShowMore pages={found} of={state} />
        </Stack>
      )}
    </Page>
  );
}

/** Maximum length of the quoted message: mail programs cut or reject long `mailto:` links. */
const MAX_QUOTED = 1_000;

/** Link that opens a reply in the operator's mail program, with the message quoted. */
const replyTo = ({ email, reason, message }: Message): string => {
  const beginning = message.length > MAX_QUOTED ? `${message.slice(0, MAX_QUOTED)} …` : message;
  const quoted = beginning.replace(/^/gm, '> ');
  return `mailto:${encodeURIComponent(email)}?subject=${encodeURIComponent(`Re: ${reason}`)}&body=${encodeURIComponent(`\n\n${quoted}`)}`;
};

function MessageCard({ message }: { message: Message }) {
  const queries = useQueryClient();
  const mark = useMutation({
    mutationFn: (isDone: boolean) =>
      bodyOf(
        own.PATCH('/operator/api/support/{messageId}', {
          params: { path: { messageId: message.id } },
          body: { isDone },
        }),
      ),
    onSuccess: () => queries.invalidateQueries({ queryKey: INBOX }),
  });
  const { fullName, email, phone, reason, isDone, createdAt } = message;
  return (
    <Card withBorder padding="lg" component="article">
      <Stack gap="sm">
        <Group justify="space-between" gap="xs">
          <Group gap="xs">
            <Title order={2} size="h5" style={{ overflowWrap: 'anywhere' }}>
              {fullName}
            </Title>
            <Badge variant="light" tt="none" miw="max-content">
              {reason}
            </Badge>
            {isDone && (
              <Badge variant="light" color="green" tt="none" miw="max-content">
                Done
              </Badge>
            )}
          </Group>
          <Text size="sm" c="dimmed">
            {time(createdAt)}
          </Text>
        </Group>
        <Text style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>{message.message}</Text>
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
            component="a"
            href={replyTo(message)}
            size="xs"
            leftSection={<Mail size={14} aria-hidden />}
            aria-label={`Reply by email to ${fullName}`}
          >
            Reply by email
          </Button>
          <Button
            size="xs"
            variant="default"
            onClick={() => mark.mutate(!isDone)}
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
