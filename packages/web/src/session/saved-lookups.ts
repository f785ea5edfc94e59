import type { SkipTraceMatch } from '@skiptrace/contract';
import type { AppSchemas } from '@skiptrace/contract/app';
import { own, pagesOf } from '../api/clients.js';

export type SavedLookup = AppSchemas['SavedLookup'];

/** A saved lookup with an owner who is still on file. */
export type LookupOnFile = SavedLookup & { match: SkipTraceMatch };

export const isOnFile = (lookup: SavedLookup): lookup is LookupOnFile => lookup.match !== null;

/** Path of the operations on saved lookups. */
export const SAVED_LOOKUPS = '/app/api/saved-lookups';

/** The lookups that the server keeps for the account, newest first. */
export const savedLookupsQuery = (search: string) =>
  pagesOf([SAVED_LOOKUPS, search], (page) =>
    own.POST('/app/api/saved-lookups/search', { params: { query: page }, body: { search } }),
  );

/** The newest saved lookup of a property, in any spelling of its address; null unless there is one with an owner still on file. @throws Problem */
export async function findSaved(address: string): Promise<LookupOnFile | null> {
  const { lookup } = await own.POST('/app/api/saved-lookups/find', { body: { address } });
  return lookup !== null && isOnFile(lookup) ? lookup : null;
}
