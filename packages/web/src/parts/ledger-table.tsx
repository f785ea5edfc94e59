import type { AppSchemas } from '@skiptrace/contract/app';
import type { ReactNode } from 'react';
import { Copied } from './copy.js';
import { DataTable } from './data-table.js';
import { Ago, dateAndTime, money } from './format.js';
import { Fine, To } from './text.js';

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

/** Details of a ledger's records by their reference, from all its pages. */
export const merged = <Page, Value>(
  pages: readonly Page[] | undefined,
  of: (page: Page) => Readonly<Record<string, Value>>,
): Readonly<Record<string, Value>> =>
  Object.fromEntries(pages?.flatMap((page) => Object.entries(of(page))) ?? []);

/** Path and label of a record's job; null if the record isn't about a job. */
type JobLink = (reference: string, type: Transaction['type']) => { to: string; name: string } | null;

interface LedgerTableProps {
  /** Undefined while they load. */
  transactions: readonly Transaction[] | undefined;
  jobLink: JobLink;
  /** Addresses of lookups by the reference of their record. */
  addresses: Readonly<Record<string, string>>;
  /** Shows the ids of requests, to compare them with others. */
  hasIds?: boolean;
  /** More about a record, below its name. */
  about?: (transaction: Transaction) => ReactNode;
  /** Button for a record, such as a refund. */
  action?: (transaction: Transaction) => ReactNode;
}

/** Ledger records. Phones show the time below the event, and no balances. */
export function LedgerTable(props: LedgerTableProps) {
  const { transactions, jobLink, addresses, hasIds = false, about, action } = props;
  return (
    <DataTable
      label="Ledger"
      rows={transactions}
      columns={[
        { title: 'When', from: 'sm', breaks: 'never', cell: ({ createdAt }) => <Ago at={createdAt} /> },
        {
          title: 'What',
          breaks: 'anywhere',
          cell: (transaction) => (
            <>
              <div>
                {TRANSACTION_WORDS[transaction.type]}
                <Reference
                  of={transaction}
                  jobLink={jobLink}
                  hasId={hasIds}
                  address={addresses[transaction.reference ?? '']}
                />
                {transaction.note !== null && ` · ${transaction.note}`}
              </div>
              {about?.(transaction)}
              <Fine hiddenFrom="sm">
                <Ago at={transaction.createdAt} />
              </Fine>
            </>
          ),
        },
        {
          title: 'Amount',
          isNumber: true,
          breaks: 'never',
          cell: ({ amountCents }) => (amountCents > 0 ? `+${money(amountCents)}` : money(amountCents)),
        },
        { title: 'Balance', isNumber: true, from: 'sm', cell: ({ balanceCents }) => money(balanceCents) },
        ...(action === undefined ? [] : [{ title: 'Actions', isHidden: true, isNumber: true, cell: action }]),
      ]}
    />
  );
}

interface ReferenceProps {
  of: Transaction;
  jobLink: JobLink;
  hasId: boolean;
  address: string | undefined;
}

/** Subject of a record, in its line: a job, an operator's note, or the address of the charged request, and its id to copy. */
function Reference({ of: { type, reference, createdAt }, jobLink, hasId, address }: ReferenceProps) {
  if (reference === null) return null;
  const job = ABOUT_JOB.has(type) ? jobLink(reference, type) : null;
  if (job !== null)
    return (
      <>
        {' '}
        · <To to={job.to}>{job.name}</To>
      </>
    );
  if (WITH_NOTE.has(type)) return ` · ${reference}`;
  return (
    <>
      {address !== undefined && ` · ${address}`}
      {hasId && ` · ${reference}`}{' '}
      <Copied
        value={reference}
        label={`Copy the ID: ${TRANSACTION_WORDS[type]}, ${dateAndTime(createdAt)}`}
        isSmall
      />
    </>
  );
}
