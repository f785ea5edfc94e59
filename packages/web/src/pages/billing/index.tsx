import { Alert, Button, Paper, SimpleGrid, Skeleton, Stack, Text } from '@mantine/core';
import type { AppSchemas } from '@skiptrace/contract/app';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Download, FlaskConical } from 'lucide-react';
import { accountName, given, pagedQuery } from '../../api/clients.js';
import { freeWords, TopUpButton } from '../../money.js';
import { UrlSelect, UrlTime } from '../../parts/filters.js';
import { money } from '../../parts/format.js';
import { LedgerTable, merged, TRANSACTION_WORDS } from '../../parts/ledger-table.js';
import { Empty, Page } from '../../parts/page.js';
import { PagedList } from '../../parts/paged-list.js';
import { PlainButton, QueryProblem, To } from '../../parts/text.js';
import { useUrlChoice, useUrlSearch } from '../../parts/url-search.js';
import { useAccount, usePreferences, useSession } from '../../session/sessions.js';

/** A UTC day; undefined for no bound. */
const dayOf = (text: string | null): string | undefined =>
  text !== null && /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text)) ? text : undefined;

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
  const { params, set } = useUrlSearch();
  const type = useUrlChoice('type', TRANSACTION_WORDS);
  const [from, to] = [dayOf(params.get('from')), dayOf(params.get('to'))];
  const query = given({ type, from, to });
  const isBackwards = from !== undefined && to !== undefined && from > to;
  const found = useInfiniteQuery({
    ...pagedQuery('/app/api/transactions', { params: { query } }),
    enabled: !isBackwards,
  });
  const pages = found.data?.pages;
  const transactions = isBackwards ? [] : pages?.flatMap((page) => page.transactions);
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
      <SimpleGrid cols={{ base: 2, xs: 3 }} maw={640}>
        <UrlSelect name="type" label="What" all="Everything" choices={TRANSACTION_WORDS} />
        <UrlTime type="date" label="From (UTC)" name="from" />
        <UrlTime
          type="date"
          label="To (UTC)"
          name="to"
          error={isBackwards ? 'This is before the first day.' : null}
        />
      </SimpleGrid>
      <PagedList
        found={{ ...found, ...(isBackwards && { hasNextPage: false, isPlaceholderData: false }) }}
        rows={transactions}
        of={params.toString()}
        empty={
          <div role="status">
            {Object.keys(query).length > 0 ? (
              <Stack gap="xs" align="flex-start">
                <Text size="md">No transactions match.</Text>
                <PlainButton onClick={() => set({ type: '', from: '', to: '' })}>Show everything</PlainButton>
              </Stack>
            ) : (
              <Empty title="No money has moved yet">
                Top-ups, and what matches cost, are listed here as they happen.
              </Empty>
            )}
          </div>
        }
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

/** Where to turn on the addresses of lookups, as long as they are listed by their ids. */
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
  if (account.data === undefined) return <Skeleton h={111} radius="md" />;
  const { balanceCents, pricePerMatchCents } = account.data;
  return (
    <Paper withBorder p="md">
      <Text c="dimmed">Balance</Text>
      <Text fw={650} fz={26} lh={1.3} style={{ whiteSpace: 'nowrap' }}>
        {money(balanceCents)}
      </Text>
      <Text c="dimmed">
        A match costs {money(pricePerMatchCents)}. {freeWords(account.data)}.
      </Text>
    </Paper>
  );
}
