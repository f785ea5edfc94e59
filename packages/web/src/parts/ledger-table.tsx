import { Anchor, Table, Text } from '@mantine/core';
import type { AppSchemas } from '@skiptrace/contract/app';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { Ago, money } from './format.js';
import { DataTable } from './data-table.js';

type Transaction = AppSchemas['Transaction'];

export const TRANSACTION_WORDS: Readonly<Record<Transaction['type'], string>> = {
  top_up: 'Top-up',
  adjustment: 'Adjustment',
  lookup_charge: 'Lookup',
  lookup_refund: 'Lookup refund',
  bulk_reservation: 'Bulk lookup',
  bulk_refund: 'Bulk lookup refund',
  job_charge: 'List',
  job_refund: 'List refund',
  refund: 'Refund',
};

const ABOUT_JOB: ReadonlySet<Transaction['type']> = new Set(['job_charge', 'job_refund', 'refund']);
/** Types with an operator's note as the reference. */
const WITH_NOTE: ReadonlySet<Transaction['type']> = new Set(['top_up', 'adjustment']);

/** Path and label of a record's job; null if the record isn't about a job. */
type JobLink = (reference: string, type: Transaction['type']) => { to: string; name: string } | null;

interface LedgerTableProps {
  /** Undefined while they load. */
  transactions: readonly Transaction[] | undefined;
  jobLink: JobLink;
  /** Addresses of lookups by the reference of their record. */
  addresses: Readonly<Record<string, string>>;
  /** More about a record, below its name. */
  about?: (transaction: Transaction) => ReactNode;
  /** Button for a record, such as a refund. */
  action?: (transaction: Transaction) => ReactNode;
}

/** Ledger records. Phones show the time below the event, without request ids and balances. */
export function LedgerTable({ transactions, jobLink, addresses, about, action }: LedgerTableProps) {
  return (
    <DataTable
      label="Ledger"
      heads={[
        { title: 'When', from: 'sm' },
        'What',
        { title: 'Amount', isNumber: true },
        { title: 'Balance', isNumber: true, from: 'sm' },
        ...(action === undefined ? [] : [{ title: 'Actions', isHidden: true }]),
      ]}
    >
      {transactions?.map((transaction) => {
        const { id, type, amountCents, balanceCents, reference, note, createdAt } = transaction;
        return (
          <Table.Tr key={id}>
            <Table.Td visibleFrom="sm" style={{ whiteSpace: 'nowrap' }}>
              <Ago at={createdAt} />
            </Table.Td>
            <Table.Td>
              {TRANSACTION_WORDS[type]}
              <Reference of={{ type, reference }} jobLink={jobLink} address={addresses[reference ?? '']} />
              {about?.(transaction)}
              {note !== null && (
                <Text size="xs" style={{ overflowWrap: 'anywhere' }}>
                  {note}
                </Text>
              )}
              <Text size="xs" c="dimmed" hiddenFrom="sm">
                <Ago at={createdAt} />
              </Text>
            </Table.Td>
            <Table.Td ta="right" style={{ whiteSpace: 'nowrap' }}>
              {amountCents > 0 ? `+${money(amountCents)}` : money(amountCents)}
            </Table.Td>
            <Table.Td ta="right" visibleFrom="sm">
              {money(balanceCents)}
            </Table.Td>
            {action !== undefined && <Table.Td ta="right">{action(transaction)}</Table.Td>}
          </Table.Tr>
        );
      })}
    </DataTable>
  );
}

interface ReferenceProps {
  of: Pick<Transaction, 'type' | 'reference'>;
  jobLink: JobLink;
  address: string | undefined;
}

/** Subject of a record: a job, an operator's note, or the address or the id of the charged request. */
function Reference({ of: { type, reference }, jobLink, address }: ReferenceProps) {
  if (reference === null) return null;
  const isJob = ABOUT_JOB.has(type);
  const job = isJob ? jobLink(reference, type) : null;
  return (
    <Text
      size="xs"
      c="dimmed"
      style={{ overflowWrap: 'anywhere' }}
      {...(!isJob && address === undefined && !WITH_NOTE.has(type) && { visibleFrom: 'sm' })}
    >
      {job === null ? (
        (address ?? reference)
      ) : (
        <Anchor component={Link} to={job.to} inherit>
          {job.name}
        </Anchor>
      )}
    </Text>
  );
}
