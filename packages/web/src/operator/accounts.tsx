import { keepPreviousData, queryOptions, type QueryClient } from '@tanstack/react-query';
import type { AppSchemas } from '@skiptrace/contract/app';
import { bodyOf, own } from '../api/clients.js';
import { pagedQuery } from '../api/paged-query.js';
import { Problem } from '../api/problem.js';
import { Badge } from '@mantine/core';

export type OperatorAccount = AppSchemas['OperatorAccount'];
export type TermsChange = AppSchemas['TermsChange'];

const ACCOUNTS = ['operator', 'accounts'] as const;

/** Limits of one top-up or adjustment in dollars, as in app.yaml and the command line. */
export const DOLLARS_AT_ONCE = { min: 0, max: 100_000_000, decimals: 2, prefix: '$' } as const;

/** Whether another account has the same name; sending the request again confirms it. */
export const isSameName = (error: unknown): boolean => error instanceof Problem && error.code === 'same_name';

/** Refetches everything that shows an account, after a change to it. */
export async function accountChanged(queries: QueryClient, accountId: string): Promise<void> {
  void queries.invalidateQueries({ queryKey: [...ACCOUNTS] });
  // The job list shows the account's name.
  void queries.invalidateQueries({ queryKey: ['operator', 'jobs'] });
  await queries.invalidateQueries({ queryKey: operatorAccountQuery(accountId).queryKey });
}

export const accountsQuery = (search: string) =>
  pagedQuery(
    [...ACCOUNTS, search],
    (page) =>
      bodyOf(
        own.GET('/operator/api/accounts', {
          params: {
            query: {
              limit: 50,
              ...(search !== '' && { search }),
              ...page,
            },
          },
        }),
      ),
    { placeholderData: keepPreviousData },
  );

export const operatorAccountQuery = (accountId: string) =>
  queryOptions({
    queryKey: ['operator', 'account', accountId],
    queryFn: () => bodyOf(own.GET('/operator/api/accounts/{accountId}', { params: { path: { accountId } } })),
  });

/** Changes of price and limits, with their author. The query's key extends the account's, so a change refetches it. */
export const priceChangesQuery = (accountId: string) =>
  queryOptions({
    queryKey: [...operatorAccountQuery(accountId).queryKey, 'price changes'],
    queryFn: () =>
      bodyOf(
        own.GET('/operator/api/accounts/{accountId}/price-changes', { params: { path: { accountId } } }),
      ),
  });

/** Its key extends the account's, so a change to the account refetches the ledger, too. */
export const customerLedgerQuery = (accountId: string) =>
  pagedQuery([...operatorAccountQuery(accountId).queryKey, 'ledger'], (page) =>
    bodyOf(
      own.GET('/operator/api/accounts/{accountId}/transactions', {
        params: { path: { accountId }, query: page },
      }),
    ),
  );

const SHOWN = {
  active: ['green', 'Active'],
  suspended: ['red', 'Suspended'],
  closed: ['gray', 'Closed'],
} as const;

export function AccountBadge({ status }: Pick<OperatorAccount, 'status'>) {
  const [color, text] = SHOWN[status];
  return <Badge color={color}>{text}</Badge>;
}
