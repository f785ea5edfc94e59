import type { AppSchemas } from '@skiptrace/contract/app';
import {
  Alert,
  Button,
  NativeSelect,
  Paper,
  SimpleGrid,
  Skeleton,
  Stack,
  Text,
  TextInput,
} from '@mantine/core';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { Download, FlaskConical } from 'lucide-react';
import { useSearchParams } from 'react-router';
import { bodyOf, own } from '../../api/clients.js';
import { Empty } from '../../parts/empty.js';
import { money } from '../../parts/format.js';
import { LedgerTable, TRANSACTION_WORDS } from '../../parts/ledger-table.js';
import { Page } from '../../parts/page.js';
import { ShowMore } from '../../parts/show-more.js';
import { ProblemNote } from '../../parts/problem-note.js';
import { useAccount, useSession } from '../../session/sessions.js';

type TransactionType = AppSchemas['TransactionType'];

/** UTC days, inclusive; empty where there is no bound. */
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

function useTransactions(filter: Filter, isAsked: boolean) {
  return useInfiniteQuery({
    queryKey: ['transactions', filter],
    enabled: isAsked,
    initialPageParam: null as string | null,
    queryFn: ({ pageParam }) =>
      bodyOf(
        own.GET('/app/api/transactions', {
          params: { query: { ...queryOf(filter), ...(pageParam === null ? {} : { cursor: pageParam }) } },
        }),
      ),
    getNextPageParam: ({ nextCursor }) => nextCursor,
    placeholderData: keepPreviousData,
  });
}

export default function BillingPage() {
  return useSession().mode === 'test' ? (
    <Page title="Billing">
      <Alert color="orange" icon={<FlaskConical size={18} aria-hidden />}>
        You are signed in with a test key, which costs nothing and sees nothing that was charged. Sign in with
        a live key or a link to see the ledger.
      </Alert>
    </Page>
  ) : (
    <Ledger />
  );
}

function Ledger() {
  const [address, setAddress] = useSearchParams();
  const named = address.get('type');
  const filter: Filter = {
    type: isType(named) ? named : null,
    from: dayOf(address.get('from')),
    to: dayOf(address.get('to')),
  };
  const isBackwards = filter.from !== '' && filter.to !== '' && filter.from > filter.to;
  const isFiltered = Object.keys(queryOf(filter)).length > 0;
  const found = useTransactions(filter, !isBackwards);
  const transactions = isBackwards ? [] : found.data?.pages.flatMap((page) => page.transactions);
  const choose = (change: Partial<Filter>) =>
    setAddress(queryOf({ ...filter, ...change }), { replace: true, preventScrollReset: true });
  const csv = `/app/api/transactions.csv?${new URLSearchParams(queryOf(filter)).toString()}`;
  return (
    <Page
      title="Billing"
      about="Every movement of your balance, newest first."
      actions={
        <Button
          component="a"
          href={csv}
          download
          variant="default"
          leftSection={<Download size={16} aria-hidden />}
          {...(isBackwards && { 'data-disabled': true, 'aria-disabled': true })}
          onClick={(event) => {
            if (isBackwards) event.preventDefault();
          }}
        >
          Download CSV
        </Button>
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
          onChange={({ currentTarget: { value } }) => choose({ type: isType(value) ? value : null })}
        />
        <TextInput
          type="date"
          label="From (UTC)"
          value={filter.from}
          onChange={(event) => choose({ from: event.currentTarget.value })}
        />
        <TextInput
          type="date"
          label="To (UTC)"
          value={filter.to}
          onChange={(event) => choose({ to: event.currentTarget.value })}
          error={isBackwards ? 'This is before the first day.' : null}
        />
      </SimpleGrid>
      {found.isError && <ProblemNote error={found.error} retry={() => void found.refetch()} />}
      {found.isPending && !isBackwards && <Skeleton h={320} radius="md" />}
      {transactions !== undefined && transactions.length > 0 && (
        <div aria-busy={found.isPlaceholderData} style={{ opacity: found.isPlaceholderData ? 0.6 : 1 }}>
          <LedgerTable transactions={transactions} jobsAt="/app/jobs" />
        </div>
      )}
      {transactions?.length === 0 && (isBackwards || !found.isPlaceholderData) && (
        <div role="status">
          {isFiltered ? (
            <Stack gap="xs" align="flex-start">
              <Text>Nothing like that happened.</Text>
              <Button variant="default" onClick={() => setAddress({}, { replace: true })}>
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
      {!isBackwards && <ShowMore pages={found} />}
    </Page>
  );
}

function Balance() {
  const account = useAccount();
  if (account.isError) return <ProblemNote error={account.error} retry={() => void account.refetch()} />;
  if (account.data === undefined) return <Skeleton h={111} radius="md" />;
  const { balanceCents, pricePerMatchCents } = account.data;
  return (
    <Paper withBorder p="md">
      <Text size="sm" c="dimmed">
        Balance
      </Text>
      <Text fw={650} fz={26} lh={1.3}>
        {money(balanceCents)}
      </Text>
      <Text size="sm" c="dimmed">
        A match costs {money(pricePerMatchCents)}, a miss is free.
      </Text>
    </Paper>
  );
}
