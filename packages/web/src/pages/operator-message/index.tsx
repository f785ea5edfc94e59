import {
  Alert,
  Anchor,
  Badge,
  Button,
  Card,
  Group,
  SegmentedControl,
  Stack,
  Text,
  Textarea,
} from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState, type SubmitEvent } from 'react';
import { Link, useParams } from 'react-router';
import { isNotFound } from '../../api/problem.js';
import { JobStatusBadge } from '../../jobs/words.js';
import {
  addEntry,
  messageChanged,
  messageQuery,
  replyTo,
  useMark,
  type SupportMessageDetails,
} from '../../operator/support.js';
import { Emails, dateAndTime } from '../../parts/format.js';
import { Facts } from '../../parts/facts.js';
import { Page, PageMissing, Section } from '../../parts/page.js';
import { Loaded } from '../../parts/loaded.js';
import { ProblemNote } from '../../parts/problem-note.js';
import { useRequestKeys } from '../../parts/request-key.js';

export default function MessagePage() {
  const { messageId = '' } = useParams();
  const found = useQuery(messageQuery(messageId));
  const isSeen = found.data?.message.isSeen;
  const { mutate: mark } = useMark(messageId);
  useEffect(() => {
    if (isSeen === false) mark({ isSeen: true });
  }, [isSeen, mark]);
  if (isNotFound(found.error)) return <PageMissing home="/operator/support" />;
  return (
    <Page
      title={found.data === undefined ? 'Message' : `Message from ${found.data.message.fullName}`}
      about={
        <Anchor component={Link} to="/operator/support" size="sm">
          Support inbox
        </Anchor>
      }
    >
      <Loaded of={found} height={320}>
        {(details) => <Details details={details} />}
      </Loaded>
    </Page>
  );
}

function Details({ details }: { details: SupportMessageDetails }) {
  const { message } = details;
  const { fullName, email, phone, reason, createdAt, isDone } = message;
  return (
    <Stack gap="lg">
      <Facts
        facts={[
          ['From', fullName],
          ['Email', <Emails key="email" of={[email]} />],
          ['Phone', phone],
          ['About', reason],
          ['Received', dateAndTime(createdAt)],
          ['State', isDone ? 'Done' : 'Open'],
        ]}
      />
      <Card withBorder padding="lg">
        <Text style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>{message.message}</Text>
      </Card>
      <Links details={details} />
      <Thread details={details} />
      <Answer details={details} />
    </Stack>
  );
}

/** Accounts and jobs that the message may be about. */
function Links({ details: { accounts, jobs } }: { details: SupportMessageDetails }) {
  if (accounts.length + jobs.length === 0)
    return (
      <Text size="sm" c="dimmed">
        No account has this email, and the text names no account, job or charge by its ID.
      </Text>
    );
  return (
    <Section title="What it may be about" gap="xs">
      {accounts.map(({ id, name, isByEmail }) => (
        <Group key={id} gap="xs">
          <Anchor component={Link} to={`/operator/accounts/${id}`} size="sm" fw={500}>
            {name}
          </Anchor>
          <Anchor component={Link} to={`/operator/accounts/${id}#ledger`} size="sm">
            Ledger
          </Anchor>
          <Anchor component={Link} to={`/operator/jobs?account=${id}`} size="sm">
            Jobs
          </Anchor>
          <Text size="xs" c="dimmed">
            {isByEmail ? 'The account has this email.' : 'Named in the text, which proves nothing.'}
          </Text>
        </Group>
      ))}
      {jobs.map(({ id, status }) => (
        <Group key={id} gap="xs">
          <Anchor component={Link} to={`/operator/jobs/${id}`} size="sm" ff="monospace">
            Job {id}
          </Anchor>
          <JobStatusBadge status={status} />
        </Group>
      ))}
    </Section>
  );
}

function Thread({ details: { entries, isMailSetUp } }: { details: SupportMessageDetails }) {
  if (entries.length === 0) return null;
  return (
    <Section title="Notes and replies" gap="xs">
      {entries.map(({ id, kind, at, by, text, mailedAt }) => (
        <Card key={id} withBorder padding="md">
          <Group gap="xs">
            <Badge color={kind === 'reply' ? 'brand' : 'gray'}>{kind === 'reply' ? 'Reply' : 'Note'}</Badge>
            <Text size="xs" c="dimmed">
              {by}, {dateAndTime(at)}
              {kind === 'reply' &&
                (mailedAt !== null
                  ? `, mailed ${dateAndTime(mailedAt)}`
                  : isMailSetUp
                    ? ', not mailed yet'
                    : ', kept here, not mailed')}
            </Text>
          </Group>
          <Text mt="xs" style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
            {text}
          </Text>
        </Card>
      ))}
    </Section>
  );
}

/** Form for a reply or a note, kept with the message once, and the button that closes it. */
function Answer({ details: { message, isMailSetUp } }: { details: SupportMessageDetails }) {
  const queries = useQueryClient();
  const [kind, setKind] = useState<'reply' | 'note'>('reply');
  const [text, setText] = useState('');
  const keys = useRequestKeys();
  const add = useMutation({
    mutationFn: (entry: { kind: 'reply' | 'note'; text: string }) =>
      addEntry(message.id, entry, keys.keyOf(entry)),
    onSuccess: async () => {
      keys.renew();
      setText('');
      await messageChanged(queries, message.id);
    },
  });
  const mark = useMark(message.id);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (text.trim() !== '' && !add.isPending) add.mutate({ kind, text: text.trim() });
  };
  return (
    <form onSubmit={submit}>
      <Stack gap="sm">
        <div>
          <SegmentedControl
            aria-label="What to write"
            data={[
              { value: 'reply', label: 'Reply' },
              { value: 'note', label: 'Note' },
            ]}
            value={kind}
            onChange={(value) => setKind(value === 'note' ? 'note' : 'reply')}
          />
        </div>
        <Textarea
          label={kind === 'reply' ? 'Reply' : 'Note'}
          description={
            kind === 'note'
              ? 'Only operators see it. It is deleted with the message.'
              : isMailSetUp
                ? `We mail it to ${message.email} with the message quoted, and keep it here.`
                : 'Mail is not set up (SMTP_URL): we keep the reply here, and you send it yourself.'
          }
          autosize
          minRows={4}
          maxLength={10_000}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        {add.isError && <ProblemNote error={add.error} />}
        {mark.isError && <ProblemNote error={mark.error} />}
        {kind === 'reply' && !isMailSetUp && (
          <Alert color="gray">
            <Anchor size="sm" href={replyTo(message, text)}>
              Open it in your mail program
            </Anchor>
          </Alert>
        )}
        <Group gap="xs">
          <Button type="submit" loading={add.isPending} disabled={text.trim() === ''}>
            {kind === 'note' ? 'Keep the note' : isMailSetUp ? 'Send the reply' : 'Keep the reply'}
          </Button>
          <Button
            variant="default"
            onClick={() => mark.mutate({ isDone: !message.isDone })}
            loading={mark.isPending}
          >
            {message.isDone ? 'Open again' : 'Mark as done'}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
