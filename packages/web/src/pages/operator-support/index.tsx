import { Anchor, Badge, Card, Group, Stack, Text } from '@mantine/core';
import { Mail } from 'lucide-react';
import { usePages } from '../../api/clients.js';
import { useMark, type SupportMessage } from '../../operator/support.js';
import { UrlTabs } from '../../parts/filters.js';
import { dateAndTime, plural } from '../../parts/format.js';
import { Empty, Page } from '../../parts/page.js';
import { PagedList } from '../../parts/paged-list.js';
import { ButtonTo, PlainButton, ProblemNote, SmallHeading } from '../../parts/text.js';
import { useUrlChoice } from '../../parts/url-search.js';

const STATES = { open: 'Open', done: 'Done', all: 'All' } as const;

export default function SupportPage() {
  const state = useUrlChoice('state', STATES) ?? 'open';
  const found = usePages('/operator/api/support', { params: { query: { state } } });
  return (
    <Page title="Support inbox" about="What customers and visitors wrote, newest first.">
      <UrlTabs name="state" label="Which messages" choices={STATES} value={state} />
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
        {(messages) => messages?.map((message) => <MessageCard key={message.id} message={message} />)}
      </PagedList>
    </Page>
  );
}

function MessageCard({ message }: { message: SupportMessage }) {
  const mark = useMark(message.id);
  const { id, fullName, email, phone, reason, isDone, isSeen, replies, createdAt } = message;
  return (
    <Card component="article">
      <Stack gap="sm">
        <Group justify="space-between" gap="xs">
          <Group gap="xs">
            <SmallHeading>{fullName}</SmallHeading>
            <Badge>{reason}</Badge>
            {!isSeen && !isDone && <Badge color="orange">Unread</Badge>}
            {replies > 0 && <Badge color="gray">{plural(replies, 'reply', 'replies')}</Badge>}
            {isDone && <Badge color="green">Done</Badge>}
          </Group>
          <Text c="dimmed">{dateAndTime(createdAt)}</Text>
        </Group>
        <Text size="md" lineClamp={8} style={{ whiteSpace: 'pre-wrap' }}>
          {message.message}
        </Text>
        <Group gap="md">
          <Text>{email}</Text>
          <Anchor href={`tel:${phone.replace(/[^+\d]/g, '')}`}>{phone}</Anchor>
        </Group>
        {mark.isError && <ProblemNote error={mark.error} />}
        <Group gap="xs">
          <ButtonTo
            to={`/operator/support/${id}`}
            variant="filled"
            size="xs"
            leftSection={<Mail size={14} />}
            aria-label={`Open and reply to ${fullName}`}
          >
            Open and reply
          </ButtonTo>
          <PlainButton
            size="xs"
            onClick={() => mark.run({ isDone: !isDone })}
            loading={mark.isPending}
            aria-label={isDone ? `Open again: ${fullName}` : `Mark as done: ${fullName}`}
          >
            {isDone ? 'Open again' : 'Mark as done'}
          </PlainButton>
        </Group>
      </Stack>
    </Card>
  );
}
