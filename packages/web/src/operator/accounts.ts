import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { AppSchemas } from '@skiptrace/contract/app';
import { bodyOf, own } from '../api/clients.js';

export type OperatorAccount = AppSchemas['OperatorAccount'];
export type TermsChange = AppSchemas['TermsChange'];

export const accountsQuery = (search: string) =>
  infiniteQueryOptions({
    queryKey: ['operator', 'accounts', search],
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
