import { Alert, Button, Text } from '@mantine/core';
import type { AppSchemas } from '@skiptrace/contract/app';
import { Download, FlaskConical } from 'lucide-react';
import { accountName, pagedQuery } from '../../api/clients.js';
import { freeWords, TopUpButton } from '../../money.js';
import { FigureCard } from '../../parts/facts.js';
import { money } from '../../parts/format.js';
import { LedgerFilter, NoTransactions, useLedger } from '../../parts/ledger-filter.js';
import { LedgerTable, merged } from '../../parts/ledger-table.js';
import { Page } from '../../parts/page.js';
import { PagedList } from '../../parts/paged-list.js';
import { QueryProblem, To } from '../../parts/text.js';
import { useAccount, usePreferences, useSession } from '../../session/sessions.js';

export default function BillingPage() {
  return useSession().mode === 'test' ? (
    <Page title="Billing">
      <Alert color="orange" icon={<FlaskConical />}>
        You are signed in with a test key, which costs nothing and sees nothing that was charged. Sign in with
        a live key or a link to see the ledger.
      </Alert>
    </Page>
  ) : (
    <Ledger />
  );
}

function Ledger() {
  const { query, isFiltered, isBackwards, found, pages, transactions } = useLedger((filter) =>
    pagedQuery('/app/api/transactions', { params: { query: filter } }),
  );
  const fileNames = merged(pages, (page) => page.fileNames);
  const addresses = merged(pages, (page) => page.addresses);
  // A link can't send the account header.
  const asked = new URLSearchParams({ ...query, account: accountName(useSession()) });
  return (
    <Page
      title="Billing"
      about="Every charge, refund and top-up, newest first."
      actions={
        <>
          <TopUpButton />
          <Button
            component="a"
            href={`/app/api/transactions.csv?${asked.toString()}`}
            download
            variant="default"
            leftSection={<Download size={16} />}
            {...(isBackwards && { 'data-disabled': true, 'aria-disabled': true })}
            onClick={(event) => {
              if (isBackwards) event.preventDefault();
            }}
          >
            Download CSV
          </Button>
        </>
      }
    >
      <Balance />
      <LedgerFilter isBackwards={isBackwards} />
      <PagedList
        found={found}
        rows={transactions}
        of={JSON.stringify(query)}
        empty={<NoTransactions isFiltered={isFiltered} />}
      >
        {(rows) => (
          <LedgerTable
            transactions={rows}
            addresses={addresses}
            jobLink={(jobId) => {
              const name = fileNames[jobId];
              return name === undefined ? null : { to: `/app/jobs/${jobId}`, name };
            }}
          />
        )}
      </PagedList>
      {transactions !== undefined && <NameAddresses transactions={transactions} addresses={addresses} />}
    </Page>
  );
}

interface NameAddressesProps {
  transactions: readonly AppSchemas['Transaction'][];
  addresses: Readonly<Record<string, string>>;
}

/** Where to turn on the addresses of lookups, as long as none is listed. */
function NameAddresses({ transactions, addresses }: NameAddressesProps) {
  const hasLookup = transactions.some(({ type }) => type === 'lookup_charge');
  const preferences = usePreferences();
  if (!hasLookup || Object.keys(addresses).length > 0 || preferences.data?.namePurchases !== false)
    return null;
  return (
    <Text c="dimmed">
      Which address was a lookup for? Turn on “Name addresses in Billing” in your{' '}
      <To to="/app/account">account</To>.
    </Text>
  );
}

function Balance() {
  const account = useAccount();
  if (account.isError) return <QueryProblem of={account} />;
  return (
    <FigureCard
      label="Balance"
      value={account.data && money(account.data.balanceCents)}
      about={
        account.data === undefined
          ? '…'
          : `A match costs ${money(account.data.pricePerMatchCents)}. ${freeWords(account.data)}.`
      }
    />
  );
}
