import {
  Button,
  Checkbox,
  Group,
  Paper,
  Radio,
  SimpleGrid,
  Stack,
  Text,
  TextInput,
  Title,
} from '@mantine/core';
import type { AppSchemas } from '@skiptrace/contract/app';
import { useQuery } from '@tanstack/react-query';
import { MailCheck, Plus, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { useAct } from '../../api/act.js';
import { anyone } from '../../api/clients.js';
import { Form, useChecked, useDraft } from '../../parts/fields.js';
import { ButtonTo, Fine, PlainButton, ProblemNote, SmallHeading } from '../../parts/text.js';
import { settingsQuery } from '../../session/sessions.js';
import { EMPTY, faultsOf, formOf, MOST, NO_ADDRESS, type Address, type Draft } from './draft.js';
import { DoneNote, problemIn, WORDS, type Language, type Words } from './words.js';

type Wish = AppSchemas['PersonWish'];

/** In the order shown, the most common first. */
const WISHES: readonly Wish[] = ['leave_out', 'delete', 'know', 'know_and_delete'];
const isWish = (text: string): text is Wish => WISHES.some((wish) => wish === text);

export function RequestForm({ language }: { language: Language }) {
  const words = WORDS[language];
  const { draft, change, text, check } = useDraft<Draft>(EMPTY);
  const { form, shown, isGood } = useChecked(faultsOf(draft, words));
  const mailsLinks = useQuery(settingsQuery).data?.signInByEmail ?? true;
  const send = useAct({
    send: (body: AppSchemas['PersonRequestForm'], key) =>
      anyone.POST('/opt-out/api/requests', { body, params: { header: { 'Idempotency-Key': key } } }),
  });
  const field = (name: 'agent' | 'name' | 'phones' | 'emails' | 'contactEmail') => ({
    name,
    error: shown(name),
    ...text(name),
  });
  if (send.isSuccess) return <Sent language={language} to={draft.contactEmail.trim()} {...send.data} />;
  return (
    <Form onSubmit={() => isGood() && send.run(formOf(draft, language))} noValidate ref={form}>
      <Stack gap="lg">
        <Section>
          <Radio.Group
            label={<Legend>{words.wants}</Legend>}
            value={draft.wants}
            onChange={(value) => isWish(value) && change({ wants: value })}
          >
            <Stack gap="sm" mt="sm">
              {WISHES.map((wish) => {
                const [label, description] = words.wishes[wish];
                return <Radio key={wish} value={wish} label={label} description={description} />;
              })}
            </Stack>
          </Radio.Group>
        </Section>
        <Section title={words.who}>
          <Checkbox label={words.isAgent} {...check('isAgent')} />
          {draft.isAgent && <TextInput {...field('agent')} label={words.agent} required maxLength={200} />}
          <TextInput
            {...field('name')}
            label={words.name}
            description={words.nameHint}
            autoComplete="name"
            required
            maxLength={200}
          />
          <Addresses
            words={words}
            addresses={draft.addresses}
            onChange={(addresses) => change({ addresses })}
            fault={shown}
          />
        </Section>
        <Section title={words.more} about={words.optional}>
          <TextInput
            {...field('phones')}
            type="tel"
            label={words.phones}
            description={words.phonesHint}
            autoComplete="tel"
            maxLength={250}
          />
          <TextInput
            {...field('emails')}
            inputMode="email"
            label={words.emails}
            description={words.phonesHint}
            maxLength={1_300}
          />
        </Section>
        <Section title={words.confirming}>
          <TextInput
            {...field('contactEmail')}
            type="email"
            label={words.contactEmail}
            description={mailsLinks ? words.byEmail : words.byLetter}
            autoComplete="email"
            maxLength={254}
          />
        </Section>
        {send.isError && <ProblemNote error={problemIn(language, send.error)} />}
        <div>
          <Button type="submit" size="md" loading={send.isPending}>
            {words.send}
          </Button>
          <Text c="dimmed" mt="sm">
            {words.kept}
          </Text>
        </div>
      </Stack>
    </Form>
  );
}

function Legend({ children }: { children: string }) {
  return (
    <Title order={2} size="h5" component="span">
      {children}
    </Title>
  );
}

function Section({ title, about, children }: { title?: string; about?: string; children: ReactNode }) {
  return (
    <Paper withBorder p="lg" radius="md">
      <Stack>
        {title !== undefined && (
          <div>
            <SmallHeading>{title}</SmallHeading>
            {about !== undefined && <Text c="dimmed">{about}</Text>}
          </div>
        )}
        {children}
      </Stack>
    </Paper>
  );
}

const PLACE = [
  ['city', 'address-level2', 100],
  ['state', 'address-level1', 20],
  ['zip', 'postal-code', 10],
] as const;

interface AddressesProps {
  words: Words;
  addresses: readonly Address[];
  onChange: (addresses: readonly Address[]) => void;
  fault: (field: string) => string | undefined;
}

function Addresses({ words, addresses, onChange, fault }: AddressesProps) {
  const set = (at: number, part: Partial<Address>) =>
    onChange(addresses.map((one, place) => (place === at ? { ...one, ...part } : one)));
  return (
    <>
      {addresses.map((address, at) => (
        <Stack key={at} gap="xs" role="group" aria-label={words.addressOf(at + 1)}>
          <Group justify="space-between" gap="xs">
            <Text fw={500}>{words.addressOf(at + 1)}</Text>
            {addresses.length > 1 && (
              <Button
                size="compact-sm"
                variant="subtle"
                leftSection={<X size={14} />}
                onClick={() => onChange(addresses.filter((_, place) => place !== at))}
              >
                {words.removeAddress(at + 1)}
              </Button>
            )}
          </Group>
          {at === 0 && <Fine>{words.addressHint}</Fine>}
          <TextInput
            name={`street-${at}`}
            label={words.street}
            autoComplete={at === 0 ? 'address-line1' : 'off'}
            required
            maxLength={200}
            value={address.street}
            onChange={(event) => set(at, { street: event.currentTarget.value })}
            error={fault(`street-${at}`)}
          />
          <SimpleGrid cols={{ base: 1, xs: 3 }} spacing="xs">
            {PLACE.map(([part, autoComplete, maxLength]) => (
              <TextInput
                key={part}
                name={`${part}-${at}`}
                label={words[part]}
                {...(part === 'zip' && { inputMode: 'numeric' as const })}
                autoComplete={at === 0 ? autoComplete : 'off'}
                required
                maxLength={maxLength}
                value={address[part]}
                onChange={(event) => set(at, { [part]: event.currentTarget.value })}
                error={fault(`${part}-${at}`)}
              />
            ))}
          </SimpleGrid>
        </Stack>
      ))}
      {addresses.length < MOST && (
        <div>
          <PlainButton
            size="xs"
            leftSection={<Plus size={14} />}
            onClick={() => onChange([...addresses, NO_ADDRESS])}
          >
            {words.addAddress}
          </PlainButton>
        </div>
      )}
    </>
  );
}

interface SentProps {
  language: Language;
  to: string;
  reference: string;
  confirmBy: 'email' | 'letter';
}

function Sent({ language, to, reference, confirmBy }: SentProps) {
  const words = WORDS[language];
  const { title, text } = words.sent[confirmBy];
  return (
    <DoneNote icon={<MailCheck />} title={title}>
      <Stack gap="sm" align="flex-start">
        <Text>{text(to)}</Text>
        <Text>
          {words.reference}: <b>{reference}</b>
        </Text>
        {confirmBy === 'letter' && (
          <ButtonTo to={`/opt-out/confirm?lang=${language}`} size="xs">
            {words.code}
          </ButtonTo>
        )}
      </Stack>
    </DoneNote>
  );
}
