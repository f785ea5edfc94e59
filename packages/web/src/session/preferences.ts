import type { AppSchemas } from '@skiptrace/contract/app';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { bodyOf, own } from '../api/clients.js';
import { useSession } from './sessions.js';

export type Preferences = AppSchemas['Preferences'];

const preferencesQuery = queryOptions({
  queryKey: ['preferences'],
  queryFn: () => bodyOf(own.GET('/app/api/preferences')),
});

/** What the account has chosen; a test session has no say in it. */
export const usePreferences = () => useQuery({ ...preferencesQuery, enabled: useSession().mode === 'live' });

/** Changes what is named. @param after what else is another thing then */
export function useChoose(after: () => void = () => undefined) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (body: Partial<Preferences>) => bodyOf(own.PATCH('/app/api/preferences', { body })),
    onSuccess: (chosen) => {
      queries.setQueryData(preferencesQuery.queryKey, chosen);
      after();
    },
  });
}
