import type { SkipTraceJob } from '@skiptrace/contract';
import { queryOptions, useQuery, type QueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { contract, query } from '../api/clients.js';
import { Problem } from '../api/problem.js';
import { OF_MONEY } from '../money.js';
import { isWorking, WORKING } from './words.js';

/** Everything that shows jobs, their price or the balance. */
export const OF_JOBS = ['/app/api/jobs', '/api/user/skip-trace', ...OF_MONEY];

/** Default maximum of open jobs per account, and the largest page the server returns. */
export const MOST_OPEN = 100;

export const jobQuery = (jobId: string) =>
  queryOptions({
    queryKey: ['/api/user/skip-trace', jobId],
    queryFn: () => contract.GET('/api/user/skip-trace/{jobId}', { params: { path: { jobId } } }),
  });

/** Reads the job from the server, ignoring the cache. @throws Problem */
export const readJob = (queries: QueryClient, jobId: string): Promise<SkipTraceJob> =>
  queries.query({ ...jobQuery(jobId), staleTime: 0 });

/** How long the result is kept, and which of its columns hold the address. */
export const jobFileQuery = (jobId: string) =>
  query('/app/api/jobs/{jobId}/file', { params: { path: { jobId } } });

export const WORKING_PAUSE_MS = 4_000;

/** Some jobs, newest first; read again while the server works on one of them. */
export const jobsQuery = (asked: { status?: SkipTraceJob['status'][]; limit: number }) =>
  queryOptions({
    ...query('/app/api/jobs', { params: { query: asked } }),
    refetchInterval: ({ state }) => (state.data?.jobs.some(isWorking) === true ? WORKING_PAUSE_MS : false),
  });

/** Jobs that the server works on or that wait for an approval, newest first: all the open jobs of an account. */
export const unfinishedJobsQuery = jobsQuery({ status: ['preview', ...WORKING], limit: MOST_OPEN });

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
