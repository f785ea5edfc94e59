import { Anchor, Table, Text } from '@mantine/core';
import type { AppSchemas } from '@skiptrace/contract/app';
import { Link } from 'react-router';
import { money, time } from './format.js';

type Transaction = AppSchemas['Transaction'];

export const TRANSACTION_WORDS: Readonly<Record<Transaction['type'], string>> = {
  top_up: 'Top-up',
  adjustment: 'Adjustment',
  lookup_charge: 'Lookup',
  bulk_reservation: 'Bulk lookup, reserved',
  bulk_refund: 'Bulk lookup, refunded',
  job_charge: 'Job',
  job_refund: 'Job, refunded',
};

const ABOUT_JOB: ReadonlySet<Transaction['type']> = new Set(['job_charge', 'job_refund']);

/** Enough to tell jobs apart; the whole id is one step away. */
const shortId = (jobId: string): string => jobId.slice(0, 8);

interface LedgerTableProps {
  transactions: readonly Transaction[];
  /** Below which path a job is opened by its id; without it a job is named by its id alone. */
  jobsAt?: string;
}

/** Records of the ledger; on a phone the balance after each is left out. */
export function LedgerTable({ transactions, jobsAt }: LedgerTableProps) {
  return (
    <Table verticalSpacing="xs" aria-label="Ledger">
      <Table.Thead>
        <Table.Tr>
          <Table.Th scope="col">When</Table.Th>
          <Table.Th scope="col">What</Table.Th>
          <Table.Th scope="col" ta="right">
            Amount
          </Table.Th>
          <Table.Th scope="col" ta="right" visibleFrom="sm">
            Balance
          </Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {transactions.map(({ id, type, amountCents, balanceCents, reference, createdAt }) => (
          <Table.Tr key={id}>
            <Table.Td>{time(createdAt)}</Table.Td>
            <Table.Td>
              {TRANSACTION_WORDS[type]}
              {reference !== null && (
                <Text
                  size="xs"
                  c="dimmed"
                  lineClamp={1}
                  style={{ overflowWrap: 'anywhere' }}
                  title={reference}
                >
                  {jobsAt !== undefined && ABOUT_JOB.has(type) ? (
                    <Anchor component={Link} to={`${jobsAt}/${reference}`} inherit>
                      {shortId(reference)}
                    </Anchor>
                  ) : (
                    reference
                  )}
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
