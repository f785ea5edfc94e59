import { Table, Text } from '@mantine/core';
import type { AppSchemas } from '@skiptrace/contract/app';
import { Empty } from '../../parts/empty.js';
import { money, time } from '../../parts/format.js';

type Transaction = AppSchemas['Transaction'];

const TYPES: Readonly<Record<Transaction['type'], string>> = {
  top_up: 'Top-up',
  adjustment: 'Adjustment',
  lookup_charge: 'Lookup',
  bulk_reservation: 'Bulk lookup, reserved',
  bulk_refund: 'Bulk lookup, refunded',
  job_charge: 'Job',
  job_refund: 'Job, refunded',
};

export function Ledger({ transactions }: { transactions: readonly Transaction[] }) {
  if (transactions.length === 0) return <Empty title="No money has moved yet" />;
  return (
    <Table verticalSpacing="xs">
      <Table.Thead>
        <Table.Tr>
          <Table.Th>When</Table.Th>
          <Table.Th>What</Table.Th>
          <Table.Th ta="right">Amount</Table.Th>
          <Table.Th ta="right" visibleFrom="sm">
            Balance
          </Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {transactions.map(({ id, type, amountCents, balanceCents, reference, createdAt }) => (
          <Table.Tr key={id}>
            <Table.Td>{time(createdAt)}</Table.Td>
            <Table.Td>
              {TYPES[type]}
              {reference !== null && (
                <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
                  {reference}
                </Text>
              )}
            </Table.Td>
            <Table.Td ta="right" style={{ whiteSpace: 'nowrap' }}>
              {amountCents > 0 ? `+${money(amountCents)}` : money(amountCents)}
            </Table.Td>
            <Table.Td ta="right" visibleFrom="sm">
              {money(balanceCents)}
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}
