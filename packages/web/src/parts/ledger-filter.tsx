import { SimpleGrid, Stack, Text } from '@mantine/core';
import { given } from '../api/clients.js';
import { UrlSelect, UrlTime } from './filters.js';
import { TRANSACTION_WORDS } from './ledger-table.js';
import { Empty } from './page.js';
import { PlainButton } from './text.js';
import { useUrlChoice, useUrlSearch } from './url-search.js';

/** A UTC day; undefined for no bound. */
const dayOf = (text: string | null): string | undefined =>
  text !== null && /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text)) ? text : undefined;

/** Filter of a ledger by kind and days, kept in the URL. */
export function useLedgerFilter() {
  const { params } = useUrlSearch();
  const type = useUrlChoice('type', TRANSACTION_WORDS);
  const [from, to] = [dayOf(params.get('from')), dayOf(params.get('to'))];
  /** The last day is before the first: there is nothing to ask for. */
  const isBackwards = from !== undefined && to !== undefined && from > to;
  return { query: given({ type, from, to }), isBackwards };
}

/** Fields of the filter. */
export const LedgerFilter = ({ isBackwards }: { isBackwards: boolean }) => (
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
);

/** Shown without records. */
export function NoTransactions({ isFiltered }: { isFiltered: boolean }) {
  const { set } = useUrlSearch();
  return (
    <div role="status">
      {isFiltered ? (
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
  );
}
