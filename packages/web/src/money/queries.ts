// Queries about money, and when they refetch.
import type { AppSchemas } from '@skiptrace/contract/app';
import {
  infiniteQueryOptions,
  keepPreviousData,
  queryOptions,
  type QueryClient,
} from '@tanstack/react-query';
import { bodyOf, own } from '../api/clients.js';
import { accountQuery } from '../session/sessions.js';

const ACTIVITY = 'activity';
const TRANSACTIONS = 'transactions';

/** @param days up to today (UTC) */
export const activityQuery = (days: number) =>
  queryOptions({
    queryKey: [ACTIVITY, days],
    queryFn: () => bodyOf(own.GET('/app/api/activity', { params: { query: { days } } })),
    placeholderData: keepPreviousData,
  });

export interface TransactionFilter {
  type?: AppSchemas['TransactionType'];
  /** UTC days, inclusive. */
  from?: string;
  to?: string;
}

export const transactionsQuery = (filter: TransactionFilter) =>
  infiniteQueryOptions({
    queryKey: [TRANSACTIONS, filter],
    initialPageParam: null as string | null,
    queryFn: ({ pageParam }) =>
      bodyOf(
        own.GET('/app/api/transactions', {
          params: { query: { ...filter, ...(pageParam === null ? {} : { cursor: pageParam }) } },
        }),
      ),
    getNextPageParam: ({ nextCursor }) => nextCursor,
    placeholderData: keepPreviousData,
  });

/** Refetches everything that shows the balance or the ledger, after a charge or a refund. */
export function afterMoneyMoved(queries: QueryClient): void {
  for (const queryKey of [accountQuery.queryKey, [ACTIVITY], [TRANSACTIONS]]) {
    void queries.invalidateQueries({ queryKey });
  }
}
