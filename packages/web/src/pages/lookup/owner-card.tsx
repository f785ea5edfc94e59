import type { Contact, Phone, SkipTraceMatch } from '@skiptrace/contract';
import { Anchor, Badge, Box, Group, Paper, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import { Ban, Mail, Phone as PhoneIcon, Smartphone } from 'lucide-react';
import type { ReactNode } from 'react';
import { Copied } from '../../parts/copy.js';
import { phone as phoneText } from '../../parts/format.js';

/** Everything that is on file of the owner of one property. */
export function OwnerCard({ match }: { match: SkipTraceMatch }) {
  const { contact, phones, emails } = match;
  const property = placeOf(
    contact.propertyAddress,
    contact.propertyCity,
    contact.propertyState,
    contact.propertyZip,
  );
  const mailing = placeOf(
    contact.mailingAddress,
    contact.mailingCity,
    contact.mailingState,
    contact.mailingZip,
  );
  return (
    <Paper withBorder p="md" component="section" aria-labelledby="owner">
      <Stack gap="lg">
        <div>
          <Text size="xs" c="dimmed">
            Owner
          </Text>
          <Group gap="xs">
            <Title order={2} size="h3" id="owner" style={{ overflowWrap: 'anywhere' }}>
              {nameOf(contact) ?? 'No name on file'}
            </Title>
            {nameOf(contact) !== null && <Copied value={nameOf(contact) ?? ''} label="Copy the name" />}
          </Group>
        </div>
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          <Place label="Property">{property ?? 'Not on file'}</Place>
          <Place label="Mailing address" copy={mailing}>
            {mailing === null ? 'Not on file' : mailing === property ? 'The property itself' : mailing}
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

function Numbers({ phones }: { phones: readonly Phone[] }) {
  return (
    <Details title="Phones" none="No phone number is on file." isEmpty={phones.length === 0}>
      {phones.map((phone) => (
        <Item key={phone.number}>
          <Group gap={6} wrap="nowrap">
            {phone.dnc ? (
              <Ban size={16} aria-hidden color="var(--mantine-color-error)" />
            ) : phone.type === 'mobile' ? (
              <Smartphone size={16} aria-hidden />
            ) : (
              <PhoneIcon size={16} aria-hidden />
            )}
            {phone.dnc ? (
              // Not a link: it must not be called by a slip of the finger.
              <Text size="sm" c="var(--mantine-color-error)" style={{ whiteSpace: 'nowrap' }}>
                {phoneText(phone.number)}
              </Text>
            ) : (
              <Anchor href={`tel:+1${phone.number}`} size="sm" style={{ whiteSpace: 'nowrap' }}>
                {phoneText(phone.number)}
              </Anchor>
            )}
            <Copied value={phone.number} label={`Copy ${phoneText(phone.number)}`} />
          </Group>
          <Group gap={6}>
            <Text size="xs" c="dimmed">
              {phone.type === 'mobile' ? 'Mobile' : 'Landline'}
            </Text>
            {phone.dnc && (
              <Badge color="red" variant="light" tt="none" miw="max-content">
                Do not call
              </Badge>
            )}
          </Group>
        </Item>
      ))}
    </Details>
  );
}

function Emails({ emails }: { emails: readonly string[] }) {
  return (
    <Details title="Emails" none="No email address is on file." isEmpty={emails.length === 0}>
      {emails.map((email) => (
        <Item key={email}>
          <Group gap={6} wrap="nowrap" miw={0}>
            <Mail size={16} aria-hidden style={{ flexShrink: 0 }} />
            <Anchor href={`mailto:${email}`} size="sm" style={{ overflowWrap: 'anywhere' }}>
              {email}
            </Anchor>
            <Copied value={email} label={`Copy ${email}`} />
          </Group>
        </Item>
      ))}
    </Details>
  );
}

function Details(props: { title: string; none: string; isEmpty: boolean; children: ReactNode }) {
  return (
    <div>
      <Title order={3} size="h5" mb={4}>
        {props.title}
      </Title>
      {props.isEmpty ? (
        <Text size="sm" c="dimmed">
          {props.none}
        </Text>
      ) : (
        <Stack component="ul" gap={2} m={0} p={0} style={{ listStyle: 'none' }}>
          {props.children}
        </Stack>
      )}
    </div>
  );
}

function Item({ children }: { children: ReactNode }) {
  return (
    <Group component="li" gap="xs" mih={32}>
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
      <Text size="xs" c="dimmed">
        {label}
      </Text>
      <Group gap={6} wrap="nowrap">
        <Text size="sm">{children}</Text>
        {copy !== null && <Copied value={copy} label="Copy the mailing address" />}
      </Group>
    </Box>
  );
}

function nameOf({ fullName, firstName, lastName }: Contact): string | null {
  return fullName ?? ([firstName, lastName].filter((part) => part !== null).join(' ') || null);
}

function placeOf(
  address: string | null,
  city: string | null,
  state: string | null,
  zip: string | null,
): string | null {
  const stateAndZip = [state, zip].filter((part) => part !== null).join(' ');
  return [address, city, stateAndZip].filter((part) => part !== null && part !== '').join(', ') || null;
}
