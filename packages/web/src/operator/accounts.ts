import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
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
  });

export const operatorAccountQuery = (accountId: string) =>
  queryOptions({
    queryKey: ['operator', 'account', accountId],
    queryFn: () => bodyOf(own.GET('/operator/api/accounts/{accountId}', { params: { path: { accountId } } })),
  });
