import type { AppSchemas } from '@skiptrace/contract/app';
import { queryOptions, useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { useAct } from '../api/act.js';
import { anyone, contract, own, query, showAccount } from '../api/clients.js';
import { Problem } from '../api/problem.js';

export const settingsQuery = queryOptions({
  queryKey: ['settings'],
  queryFn: () => anyone.GET('/app/api/settings'),
  staleTime: Infinity,
});

/** Marks the session queries: they run again when another query is refused with 401. */
const meta = { isSession: true };

export const sessionQuery = queryOptions({
  queryKey: ['/app/api/session'],
  meta,
  queryFn: async () => {
    const session = await own.GET('/app/api/session');
    showAccount(session);
    return session;
  },
  // Responses also renew the session's secret.
  refetchInterval: 600_000,
});

/** Query data that is true while a list is being uploaded from a copy that survives a new sign-in. */
export const UPLOAD_IS_SAFE = ['upload is safe'];

const orSignedOut = (error: unknown): null => {
  if (error instanceof Problem && error.status === 401) return null;
  throw error;
};

/** Session in this browser's cookie, whatever account this tab shows; null if signed out. */
export const presentSessionQuery = queryOptions({
  queryKey: ['present'],
  queryFn: () => anyone.GET('/app/api/session').catch(orSignedOut),
  retry: false,
});

/** Operator session in this browser's cookie; null if signed out. */
export const presentOperatorQuery = queryOptions({
  queryKey: ['operator', 'present'],
  queryFn: () => anyone.GET('/operator/api/session').catch(orSignedOut),
  retry: false,
});

export const operatorSessionQuery = queryOptions({
  queryKey: ['operator', 'session'],
  meta,
  queryFn: () => own.GET('/operator/api/session'),
  staleTime: 60_000,
  refetchInterval: 600_000,
});

/** Balance, price and limits of the signed-in account (openapi.yaml). */
export const accountQuery = queryOptions({
  queryKey: ['/api/user/account'],
  queryFn: () => contract.GET('/api/user/account'),
});

/** Session for pages behind the sign-in, which always have one. */
export const useSession = () => useSuspenseQuery(sessionQuery).data;
export const useAccount = () => useQuery(accountQuery);

const PREFERENCES = '/app/api/preferences';

/** Preferences of the account; not available in test mode. */
export const usePreferences = () =>
  useQuery({ ...query(PREFERENCES), enabled: useSession().mode === 'live' });

/** Changes the given preferences. @param changes what shows them */
export const useChoose = (changes: readonly string[], onDone: () => void) =>
  useAct({
    send: (body: Partial<AppSchemas['Preferences']>) => own.PATCH(PREFERENCES, { body }),
    changes: [PREFERENCES, ...changes],
    onDone,
  });
