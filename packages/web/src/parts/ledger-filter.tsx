import { SimpleGrid, Stack, Text } from '@mantine/core';
import type { AppSchemas } from '@skiptrace/contract/app';
import { useInfiniteQuery } from '@tanstack/react-query';
import { given, type pagesOf } from '../api/clients.js';
import { UrlSelect, UrlText, UrlTime } from './filters.js';
import { TRANSACTION_WORDS } from './ledger-table.js';
import { Empty } from './page.js';
import { PlainButton } from './text.js';
import { useUrlChoice, useUrlSearch } from './url-search.js';

/** A UTC day; undefined for no bound. */
const dayOf = (text: string | null): string | undefined =>
  text !== null && /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text)) ? text : undefined;

type Transaction = AppSchemas['Transaction'];

interface LedgerQuery {
  about?: string;
  type?: Transaction['type'];
  from?: string;
  to?: string;
}

interface LedgerPage {
  transactions: readonly Transaction[];
  nextCursor: string | null;
}

/**
 * Pages of a ledger, filtered by kind and days. The filter is kept in the URL.
 * @param pagesFor the query of the pages with a filter
 */
export function useLedger<Page extends LedgerPage>(
  pagesFor: (query: LedgerQuery) => ReturnType<typeof pagesOf<Page>>,
) {
  const { params } = useUrlSearch();
  const type = useUrlChoice('type', TRANSACTION_WORDS);
  const [from, to] = [dayOf(params.get('from')), dayOf(params.get('to'))];
  /** The last day is before the first: there is nothing to ask for. */
  const isBackwards = from !== undefined && to !== undefined && from > to;
  const about = params.get('id')?.trim() || undefined;
  const query: LedgerQuery = given({ about, type, from, to });
  const found = useInfiniteQuery({ ...pagesFor(query), enabled: !isBackwards });
  const pages = found.data?.pages;
  return {
    query,
    isFiltered: Object.keys(query).length > 0,
    isBackwards,
    found: isBackwards ? { ...found, hasNextPage: false, isPlaceholderData: false } : found,
    pages,
    transactions: isBackwards ? [] : pages?.flatMap((page) => page.transactions),
  };
}

/** Fields of the filter. */
export const LedgerFilter = ({ isBackwards }: { isBackwards: boolean }) => (
  <SimpleGrid cols={{ base: 2, sm: 4 }} maw={860}>
    <UrlText
      name="id"
      label="ID"
      placeholder="Of a transaction or list"
      clear="Empty the ID"
      maxLength={64}
    />
    <UrlSelect name="type" label="What" all="Everything" choices={TRANSACTION_WORDS} />
    <UrlTime type="date" label="From (UTC)" name="from" />
    <UrlTime
      type="date"
      label="To (UTC)"
      name="to"
      error={isBackwards ? 'This is before the first day.' : null}
    />
  </SimpleGrid>
);

/** Shown without records. */
export function NoTransactions({ isFiltered }: { isFiltered: boolean }) {
  const { set } = useUrlSearch();
  return (
    <div role="status">
      {isFiltered ? (
        <Stack gap="xs" align="flex-start">
          <Text size="md">No transactions match.</Text>
          <PlainButton onClick={() => set({ id: '', type: '', from: '', to: '' })}>
            Show everything
          </PlainButton>
        </Stack>
      ) : (
        <Empty title="No money has moved yet">
          Top-ups, and what matches cost, are listed here as they happen.
        </Empty>
      )}
    </div>
  );
}
