import { Card, Group, Skeleton, Table, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { CircleAlert, CircleCheck, Clock } from 'lucide-react';
import { homeQuery, type OperatorHome } from '../../api/operator-home.js';
import { Facts } from '../../parts/facts.js';
import { money, plural, dateAndTime } from '../../parts/format.js';
import { Section } from '../../parts/page.js';
import { ButtonTo, QueryProblem, To } from '../../parts/text.js';

/** Open work of the operator, and the money of the day. */
export function NeedsYou() {
  const found = useQuery(homeQuery);
  if (found.data === undefined)
    return found.isError ? <QueryProblem of={found} /> : <Skeleton height={180} radius="md" />;
  const items = toDos(found.data);
  const { toApprove, toApproveCents } = found.data;
  return (
    <Section title="Needs you">
      <QueryProblem of={found} />
      {items.length === 0 ? (
        <Card padding="md">
          <Group gap="xs" wrap="nowrap">
            <CircleCheck color="var(--mantine-color-green-6)" />
            <Text>Nothing. No open messages, requests or failures.</Text>
          </Group>
        </Card>
      ) : (
        <Table verticalSpacing="sm" aria-label="What needs you">
          <Table.Tbody>
            {items.map(({ text, to, action, isUrgent }) => (
              <Table.Tr key={text}>
                <Table.Td w={34}>
                  {isUrgent ? (
                    <CircleAlert size={18} aria-label="Urgent" color="var(--mantine-color-orange-6)" />
                  ) : (
                    <Clock />
                  )}
                </Table.Td>
                <Table.Td>{text}</Table.Td>
                <Table.Td ta="right">
                  <ButtonTo to={to} size="compact-sm">
                    {action}
                  </ButtonTo>
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      )}
      <Facts facts={moneyWords(found.data)} />
      {toApprove > 0 && (
        <Text c="dimmed">
          {plural(toApprove, 'job waits', 'jobs wait')} for approval by customers, {money(toApproveCents)}.{' '}
          <To to="/operator/jobs?status=preview">Show</To>
        </Text>
      )}
    </Section>
  );
}

/** Something that waits for an operator. */
interface ToDo {
  text: string;
  to: string;
  action: string;
  isUrgent: boolean;
}

/** Open work of an operator, the urgent first. */
export function toDos({ messages, requests, failedJobs, failedImports, lastCheck }: OperatorHome): ToDo[] {
  const found: (ToDo | false)[] = [
    requests.late > 0 && {
      text: `${plural(requests.late, 'request')} past the deadline`,
      to: '/operator/requests',
      action: 'Open requests',
      isUrgent: true,
    },
    (lastCheck?.findings.length ?? 0) > 0 && {
      text: `The doctor found ${plural(lastCheck?.findings.length ?? 0, 'problem')}`,
      to: '/operator#doctor',
      action: 'See below',
      isUrgent: true,
    },
    failedJobs > 0 && {
      text: `${plural(failedJobs, 'job')} failed in the last day`,
      to: '/operator/jobs?status=failed',
      action: 'See failed jobs',
      isUrgent: true,
    },
    failedImports > 0 && {
      text: `${plural(failedImports, 'import')} of owners failed in the last day`,
      to: '/operator/owners/imports?state=failed',
      action: 'See failed imports',
      isUrgent: true,
    },
    messages.open > 0 && {
      text:
        messages.unread > 0
          ? `${plural(messages.unread, 'unread message')}, ${messages.open} open`
          : plural(messages.open, 'open message'),
      to: '/operator/support',
      action: 'Open the inbox',
      isUrgent: messages.unread > 0,
    },
    requests.letters > 0 && {
      text: `${plural(requests.letters, 'request')} can only be confirmed with a letter from you`,
      to: '/operator/requests?state=unconfirmed',
      action: 'Write letters',
      isUrgent: false,
    },
    requests.open > requests.late && {
      text: `${plural(requests.open - requests.late, 'open request')}${
        requests.nextDueAt === null || requests.late > 0
          ? ''
          : `, the next due ${dateAndTime(requests.nextDueAt)}`
      }`,
      to: '/operator/requests',
      action: 'Open requests',
      isUrgent: false,
    },
  ];
  return found.filter((one) => one !== false).sort((a, b) => Number(b.isUrgent) - Number(a.isUrgent));
}

/** Today's money of all accounts. */
const moneyWords = ({ today }: OperatorHome): readonly (readonly [string, string])[] => [
  ['Charged today, less what lists gave back', money(today.spentCents)],
  ['Topped up today', money(today.toppedUpCents)],
  ['Refunded by operators today', money(today.refundedCents)],
];
