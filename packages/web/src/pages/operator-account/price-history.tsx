import { Table, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { AppSchemas } from '@skiptrace/contract/app';
import { priceChangesQuery } from '../../operator/accounts.js';
import { whoDidIt } from '../../operator/log-events.js';
import { changesOf } from '../../operator/price-changes.js';
import { time } from '../../parts/format.js';
import { ProblemNote } from '../../parts/problem-note.js';
import { Sentences } from '../../parts/sentences.js';

/** Table of the changes of price and limits: time, old and new value, author. */
export function PriceHistory({ account }: { account: AppSchemas['OperatorAccount'] }) {
  const found = useQuery(priceChangesQuery(account.id));
  if (found.isError) return <ProblemNote error={found.error} retry={() => void found.refetch()} />;
  if (found.data === undefined) return null;
  if (found.data.events.length === 0)
    return (
      <Text size="sm" c="dimmed">
        Price and limits were never changed.
      </Text>
    );
  return (
    <Table verticalSpacing="xs" aria-label="Changes of price and limits">
      <Table.Thead>
        <Table.Tr>
          <Table.Th scope="col">When</Table.Th>
          <Table.Th scope="col">Change</Table.Th>
          <Table.Th scope="col" visibleFrom="sm">
            Who
          </Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {found.data.events.map((event) => (
          <Table.Tr key={event.id}>
            <Table.Td style={{ whiteSpace: 'nowrap' }}>{time(event.at)}</Table.Td>
            <Table.Td>
              <Sentences of={changesOf(event.details)} />
            </Table.Td>
            <Table.Td visibleFrom="sm" style={{ overflowWrap: 'anywhere' }}>
              {whoDidIt(event.actor)}
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}
