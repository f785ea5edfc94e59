import type { AppSchemas } from '@skiptrace/contract/app';
import {
  Alert,
  Anchor,
  Button,
  NativeSelect,
  Paper,
  SimpleGrid,
  Skeleton,
  Stack,
  Text,
  TextInput,
} from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Download, FlaskConical } from 'lucide-react';
import { Link } from 'react-router';
import { accountName } from '../../api/clients.js';
import { freeWords, TopUpButton, transactionsQuery } from '../../money.js';
import { Empty, Page } from '../../parts/page.js';
import { money } from '../../parts/format.js';
import { LedgerTable, TRANSACTION_WORDS } from '../../parts/ledger-table.js';
import { ShowMore } from '../../parts/paged-list.js';
import { QueryProblem } from '../../parts/loaded.js';
import { useUrlSearch } from '../../parts/url-search.js';
import { usePreferences, useAccount, useSession } from '../../session/sessions.js';

type TransactionType = AppSchemas['TransactionType'];

/** UTC days, inclusive; empty means no bound. */
interface Filter {
  type: TransactionType | null;
  from: string;
  to: string;
}

const isType = (text: string | null): text is TransactionType =>
  text !== null && Object.hasOwn(TRANSACTION_WORDS, text);
const dayOf = (text: string | null): string =>
  text !== null && /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text)) ? text : '';

const queryOf = ({ type, from, to }: Filter) => ({
  ...(type === null ? {} : { type }),
  ...(from === '' ? {} : { from }),
  ...(to === '' ? {} : { to }),
});

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
  const named = params.get('type');
  const filter: Filter = {
    type: isType(named) ? named : null,
    from: dayOf(params.get('from')),
    to: dayOf(params.get('to')),
  };
  const isBackwards = filter.from !== '' && filter.to !== '' && filter.from > filter.to;
  const isFiltered = Object.keys(queryOf(filter)).length > 0;
  const found = useInfiniteQuery({ ...transactionsQuery(queryOf(filter)), enabled: !isBackwards });
  const transactions = isBackwards ? [] : found.data?.pages.flatMap((page) => page.transactions);
  const fileNames = Object.fromEntries(
    found.data?.pages.flatMap((page) => Object.entries(page.fileNames)) ?? [],
  );
  const addresses = Object.fromEntries(
    found.data?.pages.flatMap((page) => Object.entries(page.addresses)) ?? [],
  );
  // A link can't send the account header.
  const asked = new URLSearchParams({ ...queryOf(filter), account: accountName(useSession()) });
  const csv = `/app/api/transactions.csv?${asked.toString()}`;
  return (
    <Page
      title="Billing"
      about="Every charge, refund and top-up, newest first."
      actions={
        <>
          <TopUpButton />
          <Button
            component="a"
            href={csv}
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
        <NativeSelect
          label="What"
          data={[
            { value: '', label: 'Everything' },
            ...Object.entries(TRANSACTION_WORDS).map(([value, label]) => ({ value, label })),
          ]}
          value={filter.type ?? ''}
          onChange={({ currentTarget: { value } }) => set({ type: value })}
        />
        <TextInput
          type="date"
          label="From (UTC)"
          value={filter.from}
          onChange={(event) => set({ from: event.currentTarget.value })}
        />
        <TextInput
          type="date"
          label="To (UTC)"
          value={filter.to}
          onChange={(event) => set({ to: event.currentTarget.value })}
          error={isBackwards ? 'This is before the first day.' : null}
        />
      </SimpleGrid>
      <QueryProblem of={found} />
      {!isBackwards && (transactions === undefined ? !found.isError : transactions.length > 0) && (
        <div aria-busy={found.isPlaceholderData} style={{ opacity: found.isPlaceholderData ? 0.6 : 1 }}>
          <LedgerTable
            transactions={transactions}
            addresses={addresses}
            jobLink={(jobId) => {
              const name = fileNames[jobId];
              return name === undefined ? null : { to: `/app/jobs/${jobId}`, name };
            }}
          />
        </div>
      )}
      {transactions?.length === 0 && (isBackwards || !found.isPlaceholderData) && (
        <div role="status">
          {isFiltered ? (
            <Stack gap="xs" align="flex-start">
              <Text>No transactions match.</Text>
              <Button variant="default" onClick={() => set({ type: '', from: '', to: '' })}>
                Show everything
              </Button>
            </Stack>
          ) : (
            <Empty title="No money has moved yet">
              Top-ups, and what matches cost, are listed here as they happen.
            </Empty>
          )}
        </div>
      )}
      {transactions !== undefined && <NameAddresses transactions={transactions} addresses={addresses} />}
      {!isBackwards && <ShowMore pages={found} of={params.toString()} />}
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
    <Text size="sm" c="dimmed">
      Which address was a lookup for? Turn on “Name addresses in Billing” in your{' '}
      <Anchor component={Link} to="/app/account" inherit>
        account
      </Anchor>
      .
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
      <Text size="sm" c="dimmed">
        Balance
      </Text>
      <Text fw={650} fz={26} lh={1.3} style={{ whiteSpace: 'nowrap' }}>
        {money(balanceCents)}
      </Text>
      <Text size="sm" c="dimmed">
        A match costs {money(pricePerMatchCents)}. {freeWords(account.data)}.
      </Text>
    </Paper>
  );
}
