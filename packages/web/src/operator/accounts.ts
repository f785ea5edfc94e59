import {
  infiniteQueryOptions,
  keepPreviousData,
  queryOptions,
  type QueryClient,
} from '@tanstack/react-query';
import type { AppSchemas } from '@skiptrace/contract/app';
import { bodyOf, own } from '../api/clients.js';
import { Problem } from '../api/problem.js';

export type OperatorAccount = AppSchemas['OperatorAccount'];
export type TermsChange = AppSchemas['TermsChange'];

const ACCOUNTS = ['operator', 'accounts'] as const;

/** What one request moves at most, in dollars: the bound of app.yaml and of the command line. */
export const DOLLARS_AT_ONCE = { min: 0, max: 100_000_000, decimals: 2, prefix: '$' } as const;

/** The name is another account's: sent once more, it is meant. */
export const isSameName = (error: unknown): boolean => error instanceof Problem && error.code === 'same_name';

/** After something of an account was changed: the pages that show it ask again. */
export async function accountChanged(queries: QueryClient, accountId: string): Promise<void> {
  void queries.invalidateQueries({ queryKey: [...ACCOUNTS] });
  // The list of jobs has the account's name.
  void queries.invalidateQueries({ queryKey: ['operator', 'jobs'] });
  await queries.invalidateQueries({ queryKey: operatorAccountQuery(accountId).queryKey });
}

export const accountsQuery = (search: string) =>
  infiniteQueryOptions({
    queryKey: [...ACCOUNTS, search],
    initialPageParam: '',
    queryFn: ({ pageParam }) =>
      bodyOf(
        own.GET('/operator/api/accounts', {
          params: {
            query: {
              limit: 50,
              ...(search !== '' && { search }),
              ...(pageParam !== '' && { cursor: pageParam }),
            },
          },
        }),
      ),
    getNextPageParam: ({ nextCursor }) => nextCursor,
    placeholderData: keepPreviousData,
  });

export const operatorAccountQuery = (accountId: string) =>
  queryOptions({
    queryKey: ['operator', 'account', accountId],
    queryFn: () => bodyOf(own.GET('/operator/api/accounts/{accountId}', { params: { path: { accountId } } })),
  });

/** Its key is below the account's: after a change of the account the ledger is asked for again as well. */
export const customerLedgerQuery = (accountId: string) =>
  infiniteQueryOptions({
    queryKey: [...operatorAccountQuery(accountId).queryKey, 'ledger'],
    initialPageParam: '',
    queryFn: ({ pageParam }) =>
      bodyOf(
        own.GET('/operator/api/accounts/{accountId}/transactions', {
          params: { path: { accountId }, query: pageParam === '' ? {} : { cursor: pageParam } },
        }),
      ),
    getNextPageParam: ({ nextCursor }) => nextCursor,
  });
