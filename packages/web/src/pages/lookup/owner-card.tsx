import {
  Anchor,
  Box,
  Button,
  CopyButton,
  Group,
  Paper,
  SimpleGrid,
  Stack,
  Text,
  Title,
  VisuallyHidden,
} from '@mantine/core';
import type { Phone, SkipTraceMatch } from '@skiptrace/contract';
import { Ban, Check, Copy, Mail, Phone as PhoneIcon, Smartphone } from 'lucide-react';
import { useId, type ReactNode } from 'react';
import { Copied } from '../../parts/copy.js';
import { phone as phoneText } from '../../parts/format.js';
import { Fine, PlainButton, Subheading } from '../../parts/text.js';
import { mailingPlace, nameOf, propertyPlace, textOf } from './owner-text.js';

type Owner = Pick<SkipTraceMatch, 'contact' | 'phones' | 'emails'>;

/** All data on file about an owner of a property. @param isFurther a co-owner, beside the one that was charged */
export function OwnerCard({ owner, isFurther = false }: { owner: Owner; isFurther?: boolean }) {
  const { contact, phones, emails } = owner;
  const id = useId();
  const name = nameOf(contact);
  const property = propertyPlace(contact);
  const mailing = mailingPlace(contact);
  return (
    <Paper withBorder p="md" component="section" aria-labelledby={id}>
      <Stack gap="lg">
        <Group justify="space-between" align="flex-start" gap="sm">
          <div>
            <Fine>{isFurther ? 'Co-owner' : 'Owner'}</Fine>
            <Group gap="xs">
              <Title order={2} size="h3" id={id}>
                {name ?? 'No name on file'}
              </Title>
              {name !== null && <Copied value={name} label="Copy the name" />}
            </Group>
          </div>
          <CopyAll owner={owner} />
        </Group>
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          <Place label="Property">{property ?? 'Not on file'}</Place>
          <Place label="Mailing address" copy={mailing}>
            {mailing === null ? 'Not on file' : mailing === property ? 'Same as property' : mailing}
          </Place>
        </SimpleGrid>
        <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="lg">
          <Numbers phones={phones} />
          <Emails emails={emails} />
        </SimpleGrid>
      </Stack>
    </Paper>
  );
}

function CopyAll({ owner }: { owner: Owner }) {
  return (
    <CopyButton value={textOf(owner)} timeout={2_000}>
      {({ copied, copy }) => (
        <PlainButton size="xs" leftSection={copied ? <Check size={14} /> : <Copy size={14} />} onClick={copy}>
          {copied ? 'Copied' : 'Copy all'}
        </PlainButton>
      )}
    </CopyButton>
  );
}

/** Lists do-not-call and unchecked numbers separately, so they aren't called by mistake. */
function Numbers({ phones }: { phones: readonly Phone[] }) {
  const others = phones.filter(({ dnc }) => !dnc);
  const barred = phones.filter(({ dnc, dncChecked }) => dnc && dncChecked !== false);
  const unchecked = phones.filter(({ dnc, dncChecked }) => dnc && dncChecked === false);
  return (
    <Stack gap="md">
      <Details
        title="Phones"
        none={
          phones.length === 0
            ? 'No phone number is on file.'
            : unchecked.length === 0
              ? 'All numbers are on a Do Not Call registry.'
              : 'No number is known to be free of the Do Not Call registries.'
        }
        copied={others.map(({ number }) => number)}
      >
        {others.map(({ number, type }) => (
          <Item key={number} wraps>
            {type === 'mobile' ? <Smartphone size={16} /> : <PhoneIcon size={16} />}
            <Text style={{ whiteSpace: 'nowrap' }}>{phoneText(number)}</Text>
            <PhoneType type={type} visibleFrom="xs" />
            {/* A phone's screen has no room for the word: the icon says it. */}
            <VisuallyHidden hiddenFrom="xs">{typeWords(type)}</VisuallyHidden>
            <Reach href={`tel:+1${number}`} how="Call" number={number} />
            {type === 'mobile' && <Reach href={`sms:+1${number}`} how="Text" number={number} />}
            <Copied value={number} label={`Copy ${phoneText(number)}`} />
          </Item>
        ))}
      </Details>
      <Uncallable status="listed" phones={barred} />
      <Uncallable status="not checked" phones={unchecked} />
    </Stack>
  );
}

/** Link that calls or texts a number on this device. */
const Reach = ({ href, how, number }: { href: string; how: 'Call' | 'Text'; number: string }) => (
  <Button
    component="a"
    href={href}
    size="compact-xs"
    variant="light"
    style={{ flexShrink: 0 }}
    aria-label={`${how} ${phoneText(number)}`}
  >
    {how}
  </Button>
);

/** Numbers as plain text, so that an accidental tap doesn't call them. */
function Uncallable({ status, phones }: { status: 'listed' | 'not checked'; phones: readonly Phone[] }) {
  if (phones.length === 0) return null;
  const note = `Do Not Call: ${status}`;
  return (
    <Details title={note} color="var(--mantine-color-error)" copied={phones.map(({ number }) => number)}>
      {phones.map(({ number, type }) => (
        <Item key={number}>
          <Ban size={16} color="var(--mantine-color-error)" />
          <Text c="var(--mantine-color-error)" style={{ whiteSpace: 'nowrap' }}>
            {phoneText(number)}
            <VisuallyHidden>, {note}</VisuallyHidden>
          </Text>
          <PhoneType type={type} />
          <Copied value={number} label={`Copy ${phoneText(number)}, ${note}`} />
        </Item>
      ))}
    </Details>
  );
}

const typeWords = (type: Phone['type']): string => (type === 'mobile' ? 'Mobile' : 'Landline');

const PhoneType = ({ type, ...shown }: Pick<Phone, 'type'> & { visibleFrom?: 'xs' }) => (
  <Fine {...shown}>{typeWords(type)}</Fine>
);

function Emails({ emails }: { emails: readonly string[] }) {
  return (
    <Details title="Emails" none="No email address is on file." copied={emails}>
      {emails.map((email) => (
        <Item key={email}>
          <Mail size={16} style={{ flexShrink: 0 }} />
          <Anchor href={`mailto:${email}`} miw={0}>
            {email}
          </Anchor>
          <Copied value={email} label={`Copy ${email}`} />
        </Item>
      ))}
    </Details>
  );
}

interface DetailsProps {
  title: string;
  /** Text for an empty list. */
  none?: string;
  color?: string;
  /** The listed values in the form that is copied. */
  copied: readonly string[];
  children: ReactNode;
}

function Details({ title, none, color, copied, children }: DetailsProps) {
  const isEmpty = copied.length === 0;
  const name = isEmpty ? title : `${title} (${copied.length})`;
  return (
    <div>
      <Group gap={6} mb={4} mih={28}>
        <Subheading {...(color !== undefined && { c: color })}>{name}</Subheading>
        {copied.length > 1 && <Copied value={copied.join('\n')} label={`Copy all of: ${name}`} />}
      </Group>
      {isEmpty ? (
        <Text c="dimmed">{none}</Text>
      ) : (
        <Stack component="ul" gap={2} m={0} p={0} style={{ listStyle: 'none' }}>
          {children}
        </Stack>
      )}
    </div>
  );
}

/** @param wraps where the screen is too narrow for a line, rather than cutting anything off */
function Item({ children, wraps = false }: { children: ReactNode; wraps?: boolean }) {
  return (
    <Group component="li" gap={6} wrap={wraps ? 'wrap' : 'nowrap'} mih={32}>
      {children}
    </Group>
  );
}

function Place({
  label,
  copy = null,
  children,
}: {
  label: string;
  copy?: string | null;
  children: ReactNode;
}) {
  return (
    <Box>
      <Fine>{label}</Fine>
      <Group gap={6} wrap="nowrap">
        <Text>{children}</Text>
        {copy !== null && <Copied value={copy} label="Copy the mailing address" />}
      </Group>
    </Box>
  );
}
