import type { ContactMessage, ContactReason } from '@skiptrace/contract';
import {
  Button,
  Checkbox,
  Paper,
  NativeSelect,
  SimpleGrid,
  Stack,
  Text,
  Textarea,
  TextInput,
} from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState, type ChangeEvent, type SubmitEvent } from 'react';
import { useSearchParams } from 'react-router';
import { contract } from '../../api/clients.js';
import { Problem } from '../../api/problem.js';
import { money } from '../../parts/format.js';
import { Page } from '../../parts/page.js';
import { ProblemNote } from '../../parts/problem-note.js';
import { settingsQuery, useSession } from '../../session/sessions.js';
import { Good } from '../../parts/text.js';

/** Checks made before a message is sent, in the order of the form; the rules come from openapi.yaml. */
const FIELDS = ['fullName', 'email', 'phone', 'message'] as const;

type Faults = Partial<Record<(typeof FIELDS)[number], string>>;

const PHONE = /^(?:\+[ ().-]*[1-9][ ().-]*(?:\d[ ().-]*){7,14}|[ ().-]*(?:1[ ().-]*)?(?:\d[ ().-]*){10})$/;

/** Finds typing errors; the server validates again. */
const EMAIL = /^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)+$/;

const API_KEY = /\bpc_(?:test_)?[0-9A-Za-z]{20,}/;

function faultsOf({ fullName, email, phone, message }: ContactMessage): Faults {
  return {
    ...(fullName.trim().length < 2 && { fullName: 'Enter your name.' }),
    ...(!EMAIL.test(email.trim()) && { email: 'Enter an email address, such as robin@example.com.' }),
    ...(!PHONE.test(phone.trim()) && {
      phone: 'Enter a US number of 10 digits, or an international one that begins with +.',
    }),
    ...(message.trim().length < 5 && { message: 'Write a few words.' }),
    ...(API_KEY.test(message) && {
      message:
        'This holds an API key, and messages are read by people. Take it out; "the key for my CRM" is enough.',
    }),
  };
}

const REASONS = {
  General: 'A question or a request',
  'Login Issues': 'Signing in',
  Other: 'Something else',
} as const satisfies Record<ContactReason, string>;

const isReason = (text: string): text is ContactReason => Object.hasOwn(REASONS, text);

const SEND = ['support'];

/** Beginning of the message for links from `money.tsx`; without an amount in cents, the sender adds it. */
function firstMessage(search: URLSearchParams): string {
  if (search.get('about') !== 'top-up') return '';
  const cents = search.get('cents') ?? '';
  return `Please top up my balance by ${/^\d{1,9}$/.test(cents) ? `${money(Number(cents))}.` : '$'}`;
}

export default function SupportPage() {
  const { name, email, accountId } = useSession();
  const [message, setMessage] = useState<ContactMessage>({
    fullName: name,
    email: email ?? '',
    phone: '',
    reason: 'General',
    message: firstMessage(useSearchParams()[0]),
    consent: false,
  });
  /** Set by the first attempt to send; from then on, each fault is shown beside its field until fixed. */
  const [isChecked, setChecked] = useState(false);
  const faults = isChecked ? faultsOf(message) : {};
  const form = useRef<HTMLFormElement>(null);
  const queries = useQueryClient();
  const operator = useQuery(settingsQuery).data?.operatorName;
  const send = useMutation({
    mutationKey: SEND,
    mutationFn: () => sendOnce(withAccount(message, name, accountId)),
  });
  const change = (part: Partial<ContactMessage>) => setMessage({ ...message, ...part });
  const field = (name: (typeof FIELDS)[number]) => ({
    name,
    value: message[name],
    onChange: (event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) =>
      change({ [name]: event.currentTarget.value }),
    error: faults[name],
  });
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const found = faultsOf(message);
    setChecked(true);
    const first = FIELDS.find((field) => found[field] !== undefined);
    // The second click of a double click comes before the button is rendered as disabled.
    if (first === undefined && queries.isMutating({ mutationKey: SEND }) === 0) send.mutate();
    else if (first !== undefined) form.current?.querySelector<HTMLElement>(`[name=${first}]`)?.focus();
  };
  const writeAnother = () => {
    change({ message: '' });
    setChecked(false);
    send.reset();
  };
  if (send.isSuccess) return <Sent again={writeAnother} />;
  return (
    <Page
      title="Support"
      about={`Message ${operator ?? 'the people who run this server'}. We answer by email.`}
    >
      <Paper withBorder p="md" maw={640}>
        <form onSubmit={submit} noValidate ref={form}>
          <Stack>
            <SimpleGrid cols={{ base: 1, xs: 2 }}>
              <TextInput
                {...field('fullName')}
                label="Your name"
                autoComplete="name"
                required
                maxLength={500}
              />
              <TextInput
                {...field('email')}
                type="email"
                label="Email"
                autoComplete="email"
                required
                maxLength={320}
              />
              <TextInput
                {...field('phone')}
                type="tel"
                label="Phone"
                autoComplete="tel"
                description="With the area code. We call it only if you check the box below."
                inputWrapperOrder={['label', 'input', 'description', 'error']}
                required
                maxLength={100}
              />
              <NativeSelect
                label="What is it about?"
                data={Object.entries(REASONS).map(([value, label]) => ({ value, label }))}
                value={message.reason}
                onChange={({ currentTarget: { value } }) => isReason(value) && change({ reason: value })}
              />
            </SimpleGrid>
            {/* Not beside the button: faults that appear move the form down, so the second click of a double click hits the element above. */}
            <Checkbox
              label="You may also call me about this"
              checked={message.consent ?? false}
              onChange={(event) => change({ consent: event.currentTarget.checked })}
            />
            <Textarea
              {...field('message')}
              label="Message"
              description={`For a list, name its file. Never send an API key. “${name}” and its ID are added.`}
              required
              autosize
              minRows={5}
              maxLength={MAX_MESSAGE_LENGTH}
            />
            {send.isError && <ProblemNote error={send.error} />}
            <div>
              <Button type="submit" loading={send.isPending}>
                Send message
              </Button>
            </div>
          </Stack>
        </form>
      </Paper>
    </Page>
  );
}

/** The contract's 10,000 characters, less the room for the account that is added below the message. */
const MAX_MESSAGE_LENGTH = 9_700;

/** The contract's message has no account field; the support team needs the account before it moves money. */
const withAccount = (message: ContactMessage, name: string, accountId: string): ContactMessage => ({
  ...message,
  message: `${message.message.trim()}\n\nAccount: ${name} (${accountId})`,
});

function Sent({ again }: { again: () => void }) {
  return (
    <Page title="Support">
      <Good title="Your message has arrived" role="status">
        <Stack gap="sm" align="flex-start">
          <Text>We read it, and answer by email.</Text>
          <Button size="xs" variant="default" onClick={again}>
            Write another
          </Button>
        </Stack>
      </Good>
    </Page>
  );
}

/** Sends the message without retries: the text stays on the page, and only the person sends it again. */
async function sendOnce(message: ContactMessage): Promise<void> {
  try {
    await contract.POST('/api/contact', { body: message });
  } catch (error) {
    if (error instanceof Problem && error.isNothingDone) throw error;
    throw new Problem(
      'No answer came, so it is not known whether the message arrived. Send it again when the connection is back; twice is better than never.',
      null,
      null,
      { cause: error },
    );
  }
}
