import { queryOptions, useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { bodyOf, contract, own } from '../api/clients.js';

export const settingsQuery = queryOptions({
  queryKey: ['settings'],
  queryFn: () => bodyOf(own.GET('/app/api/settings')),
  staleTime: Infinity,
});

export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: () => bodyOf(own.GET('/app/api/session')),
  staleTime: 60_000,
  // Its answers also renew the session's secret.
  refetchInterval: 600_000,
});

export const operatorSessionQuery = queryOptions({
  queryKey: ['operator', 'session'],
  queryFn: () => bodyOf(own.GET('/operator/api/session')),
  staleTime: 60_000,
  refetchInterval: 600_000,
});

/** The signed-in account's balance, price and limits: openapi.yaml. */
export const accountQuery = queryOptions({
  queryKey: ['account'],
  queryFn: () => bodyOf(contract.GET('/api/user/account')),
});

/** For pages behind the sign-in, where there is one. */
export const useSession = () => useSuspenseQuery(sessionQuery).data;
export const useAccount = () => useQuery(accountQuery);
