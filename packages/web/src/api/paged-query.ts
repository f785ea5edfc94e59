import { infiniteQueryOptions, type keepPreviousData, type QueryKey } from '@tanstack/react-query';

interface PagedQueryOptions {
  placeholderData?: typeof keepPreviousData;
  staleTime?: number;
}

/**
 * Query of a list that grows by pages.
 * @param load gets one page: `page` is a part of the request's query, empty for the first page
 */
export const pagedQuery = <Page extends { nextCursor: string | null }>(
  queryKey: QueryKey,
  load: (page: { cursor?: string }) => Promise<Page>,
  options: PagedQueryOptions = {},
) =>
  infiniteQueryOptions({
    ...options,
    queryKey,
    initialPageParam: '',
    queryFn: ({ pageParam }) => load(pageParam === '' ? {} : { cursor: pageParam }),
    getNextPageParam: ({ nextCursor }) => nextCursor,
  });
