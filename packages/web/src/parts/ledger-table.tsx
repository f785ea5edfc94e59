import { Anchor, Table, Text } from '@mantine/core';
import type { AppSchemas } from '@skiptrace/contract/app';
import { Link } from 'react-router';
import { money, time } from './format.js';

type Transaction = AppSchemas['Transaction'];

export const TRANSACTION_WORDS: Readonly<Record<Transaction['type'], string>> = {
  top_up: 'Top-up',
  adjustment: 'Adjustment',
  lookup_charge: 'Lookup',
  lookup_refund: 'Lookup, refunded',
  bulk_reservation: 'Bulk lookup, reserved',
  bulk_refund: 'Bulk lookup, refunded',
  job_charge: 'Job',
  job_refund: 'Job, refunded',
};

const ABOUT_JOB: ReadonlySet<Transaction['type']> = new Set(['job_charge', 'job_refund']);
/** The reference is an operator's note. */
const WITH_NOTE: ReadonlySet<Transaction['type']> = new Set(['top_up', 'adjustment']);

/** Where a job is shown, and how it is called there. */
type JobLink = (jobId: string) => { to: string; name: string } | null;

interface LedgerTableProps {
  transactions: readonly Transaction[];
  jobLink: JobLink;
}

/** Records of the ledger. On a phone the time stands below what happened; request ids and the balance after each are left out. */
export function LedgerTable({ transactions, jobLink }: LedgerTableProps) {
  return (
    <Table verticalSpacing="xs" aria-label="Ledger">
      <Table.Thead>
        <Table.Tr>
          <Table.Th scope="col" visibleFrom="sm">
            When
          </Table.Th>
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
            <Table.Td visibleFrom="sm" style={{ whiteSpace: 'nowrap' }}>
              {time(createdAt)}
            </Table.Td>
            <Table.Td>
              {TRANSACTION_WORDS[type]}
              <Reference of={{ type, reference }} jobLink={jobLink} />
              <Text size="xs" c="dimmed" hiddenFrom="sm">
                {time(createdAt)}
              </Text>
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

interface ReferenceProps {
  of: Pick<Transaction, 'type' | 'reference'>;
  jobLink: JobLink;
}

/** What a record is about: a job, an operator's note, or the id of the request that was charged. */
function Reference({ of: { type, reference }, jobLink }: ReferenceProps) {
  if (reference === null) return null;
  const isJob = ABOUT_JOB.has(type);
  const job = isJob ? jobLink(reference) : null;
  return (
    <Text
      size="xs"
      c="dimmed"
      style={{ overflowWrap: 'anywhere' }}
      {...(!isJob && !WITH_NOTE.has(type) && { visibleFrom: 'sm' })}
    >
      {job === null ? (
        reference
      ) : (
        <Anchor component={Link} to={job.to} inherit>
          {job.name}
        </Anchor>
      )}
    </Text>
  );
}
