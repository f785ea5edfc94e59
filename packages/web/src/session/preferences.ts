import type { AppSchemas } from '@skiptrace/contract/app';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { bodyOf, own } from '../api/clients.js';
import { useSession } from './sessions.js';

export type Preferences = AppSchemas['Preferences'];

const preferencesQuery = queryOptions({
  queryKey: ['preferences'],
  queryFn: () => bodyOf(own.GET('/app/api/preferences')),
});

/** Preferences of the account; not available in test mode. */
export const usePreferences = () => useQuery({ ...preferencesQuery, enabled: useSession().mode === 'live' });

/** Changes the given preferences. @param after called after a success */
export function useChoose(after: () => void) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (body: Partial<Preferences>) => bodyOf(own.PATCH('/app/api/preferences', { body })),
    onSuccess: (chosen) => {
      queries.setQueryData(preferencesQuery.queryKey, chosen);
      after();
    },
  });
}
