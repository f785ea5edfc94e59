import type { SkipTraceJob } from '@skiptrace/contract';
import { queryOptions, useQuery, type QueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { bodyOf, contract } from '../api/clients.js';
import { Problem } from '../api/problem.js';
import { accountQuery } from '../session/sessions.js';
import { isWorking } from './words.js';

export const jobQuery = (jobId: string) =>
  queryOptions({
    queryKey: ['job', jobId],
    queryFn: () => bodyOf(contract.GET('/api/user/skip-trace/{jobId}', { params: { path: { jobId } } })),
  });

const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 10_000;
const UNANSWERED_PAUSE_MS = 3_000;

/**
 * A job as it is now. While the server works on it, it is asked again, less and less often until its status changes; and
 * while the server does not answer, until it does.
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

const pauseMs = (asked: number): number => Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 1.2 ** asked);

/** After something was done to a job: every page that shows it, its price or the balance asks again. */
export async function jobChanged(queries: QueryClient, jobId: string): Promise<SkipTraceJob | undefined> {
  for (const queryKey of [['jobs'], accountQuery.queryKey, ['activity'], ['transactions']]) {
    void queries.invalidateQueries({ queryKey });
  }
  return queries.fetchQuery({ ...jobQuery(jobId), staleTime: 0 });
}
