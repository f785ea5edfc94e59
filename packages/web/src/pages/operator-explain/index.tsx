import { Alert, Button, Card, Group, List, SimpleGrid, Stack, Table, TextInput, Title } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { CircleCheck, CircleX } from 'lucide-react';
import { useState, type FormEvent } from 'react';
import type { AppSchemas } from '@skiptrace/contract/app';
import { bodyOf, own } from '../../api/clients.js';
import { count } from '../../parts/format.js';
import { Page } from '../../parts/page.js';
import { ProblemNote } from '../../parts/problem-note.js';

type Explanation = AppSchemas['Explanation'];

export default function ExplainPage() {
  const [lead, setLead] = useState({ address: '', firstName: '', lastName: '' });
  const explain = useMutation({
    mutationFn: ({ address, firstName, lastName }: typeof lead) =>
      bodyOf(
        own.POST('/operator/api/owners/explain', {
          body: {
            address: address.trim(),
            ...(firstName.trim() !== '' && { firstName: firstName.trim() }),
            ...(lastName.trim() !== '' && { lastName: lastName.trim() }),
          },
        }),
      ),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    explain.mutate(lead);
  };
  return (
    <Page
      title="Explain an address"
      about="Why an address matches or doesn't: how it is read, what is found under it, and how that compares. It costs nothing."
    >
      <form onSubmit={submit}>
        <Stack gap="sm">
          <TextInput
            label="Address"
            placeholder="100 Main St, Austin, TX 78701"
            required
            maxLength={500}
            autoComplete="off"
            value={lead.address}
            onChange={(event) => setLead({ ...lead, address: event.currentTarget.value })}
          />
          <SimpleGrid cols={{ base: 1, xs: 2 }}>
            <TextInput
              label="First name"
              description="To choose among co-owners"
              maxLength={200}
              autoComplete="off"
              value={lead.firstName}
              onChange={(event) => setLead({ ...lead, firstName: event.currentTarget.value })}
            />
            <TextInput
              label="Last name"
              description="To choose among co-owners"
              maxLength={200}
              autoComplete="off"
              value={lead.lastName}
              onChange={(event) => setLead({ ...lead, lastName: event.currentTarget.value })}
            />
          </SimpleGrid>
          <Group justify="flex-end">
            <Button type="submit" loading={explain.isPending} disabled={lead.address.trim() === ''}>
              Explain
            </Button>
          </Group>
        </Stack>
      </form>
      {explain.isError && <ProblemNote error={explain.error} />}
      <div role="status">{explain.data !== undefined && <Answer explanation={explain.data} />}</div>
    </Page>
  );
}

/** `read as     12 ELM ST` is a label and what is said; the label takes the first eleven characters. */
const LINE = /^(?<label>.{11}) (?<text>.*)$/;

interface Told {
  label: string;
  text: string;
}

function toldBy(line: string): Told {
  const { label = '', text = line } = LINE.exec(line)?.groups ?? {};
  return { label: label.trim(), text };
}

function Answer({ explanation: { reason, lines, owner } }: { explanation: Explanation }) {
  const told = lines.map(toldBy);
  const outcome = told.find(({ label }) => label === 'outcome')?.text;
  return (
    <Stack>
      {owner === null ? (
        <Alert color="yellow" icon={<CircleX size={18} aria-hidden />} title="No match">
          {sentence(outcome?.replace(/^miss: /, '') ?? reason ?? 'nothing is known of this address')}
        </Alert>
      ) : (
        <Alert color="green" icon={<CircleCheck size={18} aria-hidden />} title="Match">
          {owner.fullName ?? 'An owner without a name'}, from the source &quot;{owner.source}&quot;.
        </Alert>
      )}
      {owner !== null && (
        <Card withBorder padding="lg">
          <Title order={2} size="h5">
            Where phones and emails come from
          </Title>
          <List size="sm" mt="xs">
            {owner.from.map(({ source, phones, emails }) => (
              <List.Item key={source}>
                {source}: {count(phones)} {phones === 1 ? 'phone' : 'phones'}, {count(emails)}{' '}
                {emails === 1 ? 'email' : 'emails'}
              </List.Item>
            ))}
          </List>
        </Card>
      )}
      <Card withBorder padding="lg">
        <Title order={2} size="h5">
          How it was read and compared
        </Title>
        <Table mt="xs" variant="vertical">
          <Table.Tbody>
            {told.map(({ label, text }, at) => (
              <Table.Tr key={at}>
                <Table.Th w={120}>{sentence(label)}</Table.Th>
                <Table.Td style={{ overflowWrap: 'anywhere' }}>{text}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Card>
    </Stack>
  );
}

const sentence = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
