import type { SkipTraceJob } from '@skiptrace/contract';
import { queryOptions, useQuery, type QueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { bodyOf, contract, own } from '../api/clients.js';
import { Problem } from '../api/problem.js';
import { afterMoneyMoved } from '../money.js';
import { isWorking } from './words.js';

/** Beginning of the query keys that are refetched after a job has changed. */
const lists = ['jobs'] as const;

/** Query keys of jobs. */
export const jobKeys = {
  lists,
  /** Statuses of jobs in progress or waiting for an approval. */
  unfinished: [...lists, 'unfinished'],
  /** The newest jobs, for the overview. */
  last: [...lists, 'last'],
  /** Statuses of jobs that the server works on. */
  working: [...lists, 'working'],
  /** All pages of a search. */
  found: (filter: string | null, search: string) => [...lists, 'found', filter, search] as const,
  allFound: [...lists, 'found'],
  /** Jobs of one list, by its content digest. */
  ofList: (contentDigest: string) => [...lists, 'of list', contentDigest] as const,
  one: (jobId: string) => ['job', jobId] as const,
  file: (jobId: string) => ['job', jobId, 'file'] as const,
  rows: (jobId: string) => ['job', jobId, 'rows'] as const,
  approval: (jobId: string) => ['job', jobId, 'approval'] as const,
} as const;

const UNFINISHED: SkipTraceJob['status'][] = ['preview', 'uploaded', 'processing', 'confirmed', 'generating'];
/** Default maximum of open jobs per account, and the largest page the server returns. */
const MOST_OPEN = 100;

export const jobQuery = (jobId: string) =>
  queryOptions({
    queryKey: jobKeys.one(jobId),
    queryFn: () => bodyOf(contract.GET('/api/user/skip-trace/{jobId}', { params: { path: { jobId } } })),
  });

/** Reads the job from the server, ignoring the cache. @throws Problem */
export const readJob = (queries: QueryClient, jobId: string): Promise<SkipTraceJob> =>
  queries.query({ ...jobQuery(jobId), staleTime: 0 });

/** How long the result is kept, and which of its columns hold the address. */
export const jobFileQuery = (jobId: string) =>
  queryOptions({
    queryKey: jobKeys.file(jobId),
    queryFn: () => bodyOf(own.GET('/app/api/jobs/{jobId}/file', { params: { path: { jobId } } })),
  });

const WORKING_PAUSE_MS = 4_000;

/** Refetches a list of jobs while the server works on one of them. */
export const whileWorking = {
  refetchInterval: ({ state }: { state: { data?: { jobs: readonly SkipTraceJob[] } | undefined } }) =>
    state.data?.jobs.some(isWorking) === true ? WORKING_PAUSE_MS : false,
} as const;

/** Jobs that the server works on or that wait for an approval, newest first: all the open jobs of an account. */
export const unfinishedJobsQuery = queryOptions({
  queryKey: jobKeys.unfinished,
  ...whileWorking,
  queryFn: () =>
    bodyOf(own.GET('/app/api/jobs', { params: { query: { status: UNFINISHED, limit: MOST_OPEN } } })),
});

/** First polling interval: small lists are done within it. */
const FIRST_PAUSE_MS = 300;
const LONGEST_PAUSE_MS = 10_000;
const UNANSWERED_PAUSE_MS = 3_000;

/**
 * Polls a job while the server works on it, less and less often until its status changes. Also retries while the server
 * doesn't answer.
 */
export function useJob(jobId: string) {
  const asked = useRef({ status: '', answers: 0 });
  return useQuery({
    ...jobQuery(jobId),
    refetchInterval: ({ state }) => {
      if (state.error instanceof Problem && state.error.isPassing) return UNANSWERED_PAUSE_MS;
      if (state.data === undefined || !isWorking(state.data)) return false;
      if (asked.current.status !== state.data.status) {
        asked.current = { status: state.data.status, answers: state.dataUpdateCount };
      }
      return pauseMs(state.dataUpdateCount - asked.current.answers);
    },
  });
}

const pauseMs = (asked: number): number => Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 1.4 ** asked);

/** Refetches everything that shows the job, its price or the balance, after a change to the job. */
export async function jobChanged(queries: QueryClient, jobId: string): Promise<void> {
  void queries.invalidateQueries({ queryKey: jobKeys.lists });
  afterMoneyMoved(queries);
  await queries.invalidateQueries({ queryKey: jobKeys.one(jobId) });
}
