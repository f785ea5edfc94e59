import { Anchor, Stack, Table, Text } from '@mantine/core';
import type { AppSchemas } from '@skiptrace/contract/app';
import { Link } from 'react-router';
import { money, time } from '../parts/format.js';

export type LogEvent = AppSchemas['LogEvent'];

/** Words for each kind of entry of the log of disclosures. */
const KIND_WORDS: Readonly<Record<string, string>> = {
  'job.confirm': 'Approved and paid',
  'job.result': 'Result written',
  'job.download': 'Result downloaded',
  refund: 'Refund',
  credit: 'Balance changed',
  price: 'Price or limits changed',
  account: 'Account changed',
  'key.create': 'Key created',
  'key.revoke': 'Key revoked',
  sign_in: 'Signed in',
  suppression: 'Suppression list changed',
  'people.delete': 'A person deleted',
};

const text = (value: unknown): string => (typeof value === 'string' ? value : '');

/** Names an event in a few words. */
function whatHappened({ kind, details, actor }: LogEvent): string {
  if (kind !== 'command') return KIND_WORDS[kind] ?? kind;
  const command = text(details['command']);
  return actor.startsWith('command:') ? `Command "${command}"` : sentence(command);
}

const sentence = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1);

/** Names the actor of an event. */
export function whoDidIt(actor: string): string {
  const [kind = '', ...name] = actor.split(':');
  const who = name.join(':');
  switch (kind) {
    case 'operator':
      return `${who || 'An operator'}, in the web app`;
    case 'command':
      return `${who || 'An operator'}, on the command line`;
    case 'key':
      return `The customer, with key ${who}`;
    case 'dashboard':
      return 'The customer, in the web app';
    default:
      return 'The server';
  }
}

/** Entries of the log of disclosures. @param isOfAll whether they may be of any account, which are then linked */
export function LogEvents({ events, isOfAll = false }: { events: readonly LogEvent[]; isOfAll?: boolean }) {
  return (
    <Table verticalSpacing="xs" aria-label="Events">
      <Table.Thead>
        <Table.Tr>
          <Table.Th scope="col">When</Table.Th>
          <Table.Th scope="col">What</Table.Th>
          <Table.Th scope="col" visibleFrom="sm">
            Who
          </Table.Th>
          <Table.Th scope="col" ta="right" visibleFrom="sm">
            Amount
          </Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {events.map((event) => (
          <Table.Tr key={event.id}>
            <Table.Td style={{ whiteSpace: 'nowrap' }}>{time(event.at)}</Table.Td>
            <Table.Td style={{ overflowWrap: 'anywhere' }}>
              <Stack gap={2}>
                <span>{whatHappened(event)}</span>
                {isOfAll && <Places event={event} />}
                <Text size="xs" c="dimmed" hiddenFrom="sm">
                  {whoDidIt(event.actor)}
                </Text>
              </Stack>
            </Table.Td>
            <Table.Td visibleFrom="sm" style={{ overflowWrap: 'anywhere' }}>
              {whoDidIt(event.actor)}
            </Table.Td>
            <Table.Td ta="right" visibleFrom="sm" style={{ whiteSpace: 'nowrap' }}>
              {event.cents === 0 ? '' : money(-event.cents)}
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}

/** Links to the account, job or import that an event is about. */
function Places({ event: { accountId, kind, reference, details } }: { event: LogEvent }) {
  const account = accountId ?? text(details['accountId']);
  const job = kind.startsWith('job.') ? (reference ?? '') : text(details['jobId']);
  const importId = text(details['importId']);
  const places = [
    ...(account === '' ? [] : [{ to: `/operator/accounts/${account}`, name: 'Account' }]),
    ...(job === '' ? [] : [{ to: `/operator/jobs/${job}`, name: 'Job' }]),
    ...(importId === '' ? [] : [{ to: `/operator/owners/imports/${importId}`, name: 'Import' }]),
  ];
  if (places.length === 0) return null;
  return (
    <Text size="xs">
      {places.map(({ to, name }, at) => (
        <span key={to}>
          {at > 0 && ' · '}
          <Anchor component={Link} to={to} inherit>
            {name}
          </Anchor>
        </span>
      ))}
    </Text>
  );
}
