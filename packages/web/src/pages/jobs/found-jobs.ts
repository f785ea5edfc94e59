import type { JobStatus, SkipTraceJob } from '@skiptrace/contract';
import { keepPreviousData, useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { bodyOf, own } from '../../api/clients.js';
import { isWorking, jobKeys } from '../../jobs/index.js';

/** Filter choices with the contract's statuses that each includes. */
export const FILTERS = {
  approval: { label: 'Needs approval', statuses: ['preview'] },
  working: { label: 'In progress', statuses: ['uploaded', 'processing', 'confirmed', 'generating'] },
  ready: { label: 'Ready', statuses: ['completed'] },
  waiting: { label: 'Waiting for file', statuses: ['pending'] },
  failed: { label: 'Failed', statuses: ['failed'] },
  cancelled: { label: 'Cancelled', statuses: ['cancelled'] },
} as const satisfies Record<string, { label: string; statuses: readonly JobStatus[] }>;

export type Filter = keyof typeof FILTERS;
export const isFilter = (text: string | null): text is Filter =>
  text !== null && Object.hasOwn(FILTERS, text);

interface Asked {
  readonly filter: Filter | null;
  readonly search?: string;
  readonly cursor?: string | null;
  readonly limit?: number;
}

const ask = ({ filter, search = '', cursor = null, limit }: Asked) =>
  bodyOf(
    own.GET('/app/api/jobs', {
      params: {
        query: {
          ...(filter !== null && { status: [...FILTERS[filter].statuses] }),
          ...(search !== '' && { search }),
          ...(cursor !== null && { cursor }),
          ...(limit !== undefined && { limit }),
        },
      },
    }),
  );

/** Jobs page by page; refetched when the status of one of them changes. */
export function useFoundJobs(filter: Filter | null, search: string) {
  const found = useInfiniteQuery({
    queryKey: jobKeys.found(filter, search),
    initialPageParam: null as string | null,
    queryFn: ({ pageParam }) => ask({ filter, search, cursor: pageParam }),
    getNextPageParam: ({ nextCursor }) => nextCursor,
    placeholderData: keepPreviousData,
  });
  useRefreshedWhileWorking(found.data?.pages.flatMap(({ jobs }) => jobs.filter(isWorking)) ?? []);
  return found;
}

const WORKING_PAUSE_MS = 4_000;
/** Largest page the server returns. */
const MOST_WORKING = 100;

/**
 * Polls only the working jobs, in one short request, however many pages are shown. Refetches the pages when the status of one
 * of these jobs has changed.
 */
function useRefreshedWhileWorking(shown: readonly SkipTraceJob[]): void {
  const queries = useQueryClient();
  const { data, dataUpdatedAt } = useQuery({
    queryKey: jobKeys.working,
    queryFn: () => ask({ filter: 'working', limit: MOST_WORKING }),
    enabled: shown.length > 0,
    staleTime: 0,
    refetchInterval: WORKING_PAUSE_MS,
  });
  const isOld =
    data !== undefined &&
    shown.some(({ id, updatedAt }) => data.jobs.find((job) => job.id === id)?.updatedAt !== updatedAt);
  useEffect(() => {
    if (isOld) void queries.invalidateQueries({ queryKey: jobKeys.allFound });
  }, [isOld, dataUpdatedAt, queries]);
}
