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
import type { ContactMessage, ContactReason } from '@skiptrace/contract';
import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { useAct } from '../../api/act.js';
import { contract } from '../../api/clients.js';
import { Problem } from '../../api/problem.js';
import { Form, useChecked, useDraft } from '../../parts/fields.js';
import { money } from '../../parts/format.js';
import { Page } from '../../parts/page.js';
import { Good, PlainButton, ProblemNote } from '../../parts/text.js';
import { settingsQuery, useSession } from '../../session/sessions.js';

const PHONE = /^(?:\+[ ().-]*[1-9][ ().-]*(?:\d[ ().-]*){7,14}|[ ().-]*(?:1[ ().-]*)?(?:\d[ ().-]*){10})$/;

/** Finds typing errors; the server validates again. */
const EMAIL = /^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)+$/;

const API_KEY = /\bpc_(?:test_)?[0-9A-Za-z]{20,}/;

/** Faults of a message before it is sent, in the order of the form; the rules come from openapi.yaml. */
function faultsOf({ fullName, email, phone, message }: ContactMessage): ReadonlyMap<string, string> {
  return new Map(
    Object.entries({
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
    }),
  );
}

const REASONS = {
  General: 'A question or a request',
  'Login Issues': 'Signing in',
  Other: 'Something else',
} as const satisfies Record<ContactReason, string>;

const isReason = (text: string): text is ContactReason => Object.hasOwn(REASONS, text);

/** Beginning of the message for links from `money.tsx`; without an amount in cents, the sender adds it. */
function firstMessage(search: URLSearchParams): string {
  if (search.get('about') !== 'top-up') return '';
  const cents = search.get('cents') ?? '';
  return `Please top up my balance by ${/^\d{1,9}$/.test(cents) ? `${money(Number(cents))}.` : '$'}`;
}

export default function SupportPage() {
  const { name, email, accountId } = useSession();
  const { draft, change, text, check } = useDraft<Required<ContactMessage>>({
    fullName: name,
    email: email ?? '',
    phone: '',
    reason: 'General',
    message: firstMessage(useSearchParams()[0]),
    consent: false,
  });
  const { form, shown, isGood, uncheck } = useChecked(faultsOf(draft));
  const operator = useQuery(settingsQuery).data?.operatorName;
  const send = useAct({ send: () => sendOnce(withAccount(draft, name, accountId)) });
  const field = (of: 'fullName' | 'email' | 'phone' | 'message') => ({
    name: of,
    error: shown(of),
    ...text(of),
  });
  const writeAnother = () => {
    change({ message: '' });
    uncheck();
    send.reset();
  };
  if (send.isSuccess) return <Sent again={writeAnother} />;
  return (
    <Page
      title="Support"
      about={`Message ${operator ?? 'the people who run this server'}. We answer by email.`}
    >
      <Paper withBorder p="md" maw={640}>
        <Form onSubmit={() => isGood() && send.run()} noValidate ref={form}>
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
                value={draft.reason}
                onChange={({ currentTarget: { value } }) => isReason(value) && change({ reason: value })}
              />
            </SimpleGrid>
            {/* Not beside the button: faults that appear move the form down, so the second click of a double click hits the element above. */}
            <Checkbox label="You may also call me about this" {...check('consent')} />
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
        </Form>
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
          <PlainButton size="xs" onClick={again}>
            Write another
          </PlainButton>
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
