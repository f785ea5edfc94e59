import type { SkipTraceMatch } from '@skiptrace/contract';
import type { AppSchemas } from '@skiptrace/contract/app';
import { keepPreviousData } from '@tanstack/react-query';
import { bodyOf, own } from '../api/clients.js';
import { pagedQuery } from '../api/paged-query.js';

export type SavedLookup = AppSchemas['SavedLookup'];

/** A saved lookup with an owner who is still on file. */
export type LookupOnFile = SavedLookup & { match: SkipTraceMatch };

export const isOnFile = (lookup: SavedLookup): lookup is LookupOnFile => lookup.match !== null;

/** Key prefix of queries that are refetched after a lookup was saved or deleted. */
export const SAVED_LOOKUPS = ['saved lookups'] as const;

/** The lookups that the server keeps for the account, newest first. */
export const savedLookupsQuery = (search: string) =>
  pagedQuery(
    [...SAVED_LOOKUPS, search],
    (page) =>
      bodyOf(
        own.POST('/app/api/saved-lookups/search', {
          params: { query: page },
          body: { search },
        }),
      ),
    { placeholderData: keepPreviousData },
  );

/** The newest saved lookup of a property, in any spelling of its address; null unless there is one with an owner still on file. @throws Problem */
export async function findSaved(address: string): Promise<LookupOnFile | null> {
  const { lookup } = await bodyOf(own.POST('/app/api/saved-lookups/find', { body: { address } }));
  return lookup !== null && isOnFile(lookup) ? lookup : null;
}
