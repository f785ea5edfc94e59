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
import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { useParams } from 'react-router';
import { useAct } from '../../api/act.js';
import { own, query } from '../../api/clients.js';
import { JobStatusBadge } from '../../jobs/words.js';
import { OF_MESSAGES, replyTo, useMark, type SupportMessageDetails } from '../../operator/support.js';
import { Facts } from '../../parts/facts.js';
import { Form, useDraft } from '../../parts/fields.js';
import { dateAndTime, Emails } from '../../parts/format.js';
import { PageMissing, PageOf, Section } from '../../parts/page.js';
import { Fine, LinkTo, PlainButton, ProblemNote } from '../../parts/text.js';

const INBOX = '/operator/support';

export default function MessagePage() {
  const { messageId = '' } = useParams();
  const params = { path: { messageId } };
  const found = useQuery({ ...query('/operator/api/support/{messageId}', { params }), staleTime: 0 });
  const isSeen = found.data?.message.isSeen;
  const mark = useMark(messageId);
  const markAsSeen = useEffectEvent(() => mark.run({ isSeen: true }));
  useEffect(() => {
    if (isSeen === false) markAsSeen();
  }, [isSeen]);
  return (
    <PageOf
      found={found}
      missing={<PageMissing home={INBOX} />}
      before="Message"
      title={({ message }) => `Message from ${message.fullName}`}
      about={<LinkTo to={INBOX}>Support inbox</LinkTo>}
    >
      {(details) => <Details details={details} />}
    </PageOf>
  );
}

function Details({ details }: { details: SupportMessageDetails }) {
  const { fullName, email, phone, reason, message, createdAt, isDone } = details.message;
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
      <Card>
        <Text size="md" style={{ whiteSpace: 'pre-wrap' }}>
          {message}
        </Text>
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
      <Text c="dimmed">
        No account has this email, and the text names no account, job or charge by its ID.
      </Text>
    );
  return (
    <Section title="What it may be about" gap="xs">
      {accounts.map(({ id, name, isByEmail }) => (
        <Group key={id} gap="xs">
          <LinkTo to={`/operator/accounts/${id}`} fw={500}>
            {name}
          </LinkTo>
          <LinkTo to={`/operator/accounts/${id}#ledger`}>Ledger</LinkTo>
          <LinkTo to={`/operator/jobs?account=${id}`}>Jobs</LinkTo>
          <Fine>
            {isByEmail ? 'The account has this email.' : 'Named in the text, which proves nothing.'}
          </Fine>
        </Group>
      ))}
      {jobs.map(({ id, status }) => (
        <Group key={id} gap="xs">
          <LinkTo to={`/operator/jobs/${id}`} ff="monospace">
            Job {id}
          </LinkTo>
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
        <Card key={id} padding="md">
          <Group gap="xs">
            <Badge color={kind === 'reply' ? 'brand' : 'gray'}>{kind === 'reply' ? 'Reply' : 'Note'}</Badge>
            <Fine>
              {by}, {dateAndTime(at)}
              {kind === 'reply' &&
                (mailedAt !== null
                  ? `, mailed ${dateAndTime(mailedAt)}`
                  : isMailSetUp
                    ? ', not mailed yet'
                    : ', kept here, not mailed')}
            </Fine>
          </Group>
          <Text size="md" mt="xs" style={{ whiteSpace: 'pre-wrap' }}>
            {text}
          </Text>
        </Card>
      ))}
    </Section>
  );
}

const EMPTY = { kind: 'reply' as 'reply' | 'note', text: '' };

/** Form for a reply or a note, kept with the message once, and the button that closes it. */
function Answer({ details: { message, isMailSetUp } }: { details: SupportMessageDetails }) {
  const { draft, change, text } = useDraft(EMPTY);
  const isNote = draft.kind === 'note';
  const typed = draft.text.trim();
  const add = useAct({
    send: (body: typeof EMPTY, key) =>
      own.POST('/operator/api/support/{messageId}/entries', {
        params: { path: { messageId: message.id }, header: { 'Idempotency-Key': key } },
        body,
      }),
    changes: OF_MESSAGES,
    onDone: () => change({ text: '' }),
  });
  const mark = useMark(message.id);
  const submit = () => {
    if (typed !== '') add.run({ kind: draft.kind, text: typed });
  };
  return (
    <Form onSubmit={submit}>
      <Stack gap="sm">
        <div>
          <SegmentedControl
            aria-label="What to write"
            data={[
              { value: 'reply', label: 'Reply' },
              { value: 'note', label: 'Note' },
            ]}
            value={draft.kind}
            onChange={(kind) => change({ kind })}
          />
        </div>
        <Textarea
          label={isNote ? 'Note' : 'Reply'}
          description={
            isNote
              ? 'Only operators see it. It is deleted with the message.'
              : isMailSetUp
                ? `We mail it to ${message.email} with the message quoted, and keep it here.`
                : 'Mail is not set up (SMTP_URL): we keep the reply here, and you send it yourself.'
          }
          autosize
          minRows={4}
          maxLength={10_000}
          {...text('text')}
        />
        {add.isError && <ProblemNote error={add.error} />}
        {mark.isError && <ProblemNote error={mark.error} />}
        {!isNote && !isMailSetUp && (
          <Alert color="gray">
            <Anchor href={replyTo(message, draft.text)}>Open it in your mail program</Anchor>
          </Alert>
        )}
        <Group gap="xs">
          <Button type="submit" loading={add.isPending} disabled={typed === ''}>
            {isNote ? 'Keep the note' : isMailSetUp ? 'Send the reply' : 'Keep the reply'}
          </Button>
          <PlainButton onClick={() => mark.run({ isDone: !message.isDone })} loading={mark.isPending}>
            {message.isDone ? 'Open again' : 'Mark as done'}
          </PlainButton>
        </Group>
      </Stack>
    </Form>
  );
}
