import type { AppSchemas } from '@skiptrace/contract/app';
import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query';
import { bodyOf, own } from '../api/clients.js';

export type SavedLookup = AppSchemas['SavedLookup'];

/** Key prefix of queries that are refetched after a lookup was saved or deleted. */
export const SAVED_LOOKUPS = ['saved lookups'] as const;

/** The lookups that the server keeps for the account, newest first. */
export const savedLookupsQuery = (search: string) =>
  infiniteQueryOptions({
    queryKey: [...SAVED_LOOKUPS, search],
    initialPageParam: null as string | null,
    queryFn: ({ pageParam }) =>
      bodyOf(
        own.POST('/app/api/saved-lookups/search', {
          params: { query: pageParam === null ? {} : { cursor: pageParam } },
          body: { search },
        }),
      ),
    getNextPageParam: ({ nextCursor }) => nextCursor,
    placeholderData: keepPreviousData,
  });

/** The saved lookup of a property in any spelling of its address; null if there is none. @throws Problem */
export const findSaved = async (address: string): Promise<SavedLookup | null> =>
  (await bodyOf(own.POST('/app/api/saved-lookups/find', { body: { address } }))).lookup;
