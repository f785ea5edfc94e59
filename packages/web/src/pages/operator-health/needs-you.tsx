import { Anchor, Button, Card, Group, Skeleton, Stack, Table, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { CircleAlert, CircleCheck, Clock } from 'lucide-react';
import { Link } from 'react-router';
import { homeQuery } from '../../api/operator-home.js';
import { moneyWords, toDos } from '../../operator/home.js';
import { Facts } from '../../parts/facts.js';
import { money, plural } from '../../parts/format.js';
import { ProblemNote } from '../../parts/problem-note.js';

/** Open work of the operator, and the money of the day. */
export function NeedsYou() {
  const found = useQuery(homeQuery);
  if (found.data === undefined)
    return found.isError ? (
      <ProblemNote error={found.error} retry={() => void found.refetch()} />
    ) : (
      <Skeleton height={180} radius="md" />
    );
  const items = toDos(found.data);
  const { toApprove, toApproveCents } = found.data;
  return (
    <Stack gap="sm" component="section" aria-labelledby="needs-you">
      {found.isError && <ProblemNote error={found.error} retry={() => void found.refetch()} />}
      <Title order={2} size="h4" id="needs-you">
        Needs you
      </Title>
      {items.length === 0 ? (
        <Card withBorder padding="md">
          <Group gap="xs" wrap="nowrap">
            <CircleCheck size={18} aria-hidden color="var(--mantine-color-green-6)" />
            <Text size="sm">Nothing. No open messages, requests or failures.</Text>
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
                    <Clock size={18} aria-hidden />
                  )}
                </Table.Td>
                <Table.Td>{text}</Table.Td>
                <Table.Td ta="right">
                  <Button component={Link} to={to} size="compact-sm" variant="default">
                    {action}
                  </Button>
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      )}
      <Facts facts={moneyWords(found.data)} />
      {toApprove > 0 && (
        <Text size="sm" c="dimmed">
          {plural(toApprove, 'job waits', 'jobs wait')} for approval by customers, {money(toApproveCents)}.{' '}
          <Anchor component={Link} to="/operator/jobs?status=preview" inherit>
            Show
          </Anchor>
        </Text>
      )}
    </Stack>
  );
}
