import { Skeleton, Text } from '@mantine/core';
import { useInfiniteQuery, useIsFetching } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import { customerLedgerQuery, type OperatorAccount } from '../../operator/accounts.js';
import { Empty } from '../../parts/empty.js';
import { dayOf } from '../../parts/format.js';
import { LedgerTable } from '../../parts/ledger-table.js';
import { ProblemNote } from '../../parts/problem-note.js';
import { ShowMore } from '../../parts/show-more.js';
import { PurchaseNote } from './purchase.js';
import { Refund, refundedByReference } from './refund.js';

/** ID of the section, in links to it. */
const LEDGER = 'ledger';

/** The account's ledger, with what each charge bought and its refund. */
export default function Ledger({ account }: { account: OperatorAccount }) {
  const found = useInfiniteQuery(customerLedgerQuery(account.id));
  const transactions = found.data?.pages.flatMap((page) => page.transactions);
  const { hash, key } = useLocation();
  // A link to the ledger opens the page before the ledger is there, and what stands above it.
  const isReady = useIsFetching() === 0 && transactions !== undefined;
  const scrolledFor = useRef('');
  useEffect(() => {
    if (hash !== `#${LEDGER}` || !isReady || scrolledFor.current === key) return;
    scrolledFor.current = key;
    document.getElementById(LEDGER)?.scrollIntoView();
  }, [hash, key, isReady]);
  const refunded = refundedByReference(transactions ?? []);
  const purchases = Object.fromEntries(
    found.data?.pages.flatMap((page) => Object.entries(page.purchases)) ?? [],
  );
  const since = found.data?.pages.at(-1)?.searchedSince ?? null;
  return (
    <>
      {since !== null && (
        <Text size="sm" c="dimmed">
          Lookups of one property have the same mark. “Charged before” compares with charges since{' '}
          {dayOf(since)}. Repeats within the account’s free term aren’t charged, so they aren’t here.
        </Text>
      )}
      {found.isError && <ProblemNote error={found.error} retry={() => void found.refetch()} />}
      {found.isPending && <Skeleton height={160} radius="md" />}
      {transactions?.length === 0 && <Empty title="No money has moved yet" />}
      {transactions !== undefined && transactions.length > 0 && (
        <LedgerTable
          transactions={transactions}
          addresses={Object.fromEntries(
            found.data?.pages.flatMap((page) => Object.entries(page.addresses)) ?? [],
          )}
          jobLink={(jobId, type) =>
            // A refund's reference may be a job or a request, so it gets no link.
            type === 'refund' ? null : { to: `/operator/jobs/${jobId}`, name: `Job ${jobId}` }
          }
          about={({ reference }) => <PurchaseNote purchase={purchases[reference ?? '']} />}
          action={(transaction) => (
            <Refund
              account={account}
              charge={transaction}
              refundedCents={refunded.get(transaction.reference ?? '') ?? 0}
            />
          )}
        />
      )}
      <ShowMore pages={found} of={account.id} />
    </>
  );
}
