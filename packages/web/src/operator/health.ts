import type { AppSchemas } from '@skiptrace/contract/app';
import { queryOptions } from '@tanstack/react-query';
import { own } from '../api/clients.js';

export type Health = AppSchemas['Health'];

/** One data point of the charts. */
export interface Sample {
  /** Milliseconds since the epoch. */
  at: number;
  waitingTasks: number;
  residentBytes: number;
  /** Rate since the previous sample of the same process; null for the first sample. */
  matchesPerSecond: number | null;
  missesPerSecond: number | null;
}

const ASK_EVERY_MS = 5_000;
/** Number of samples in the charts: half an hour, one every five seconds. */
const MAX_SAMPLES = 360;

/** Tolerance between process uptime and clock across two answers, for a clock adjusted in between. */
const CLOCK_STEP_SECONDS = 0.5;

interface Watched {
  now: Health;
  samples: readonly Sample[];
}

export const waitingTasks = ({ backlog }: Health): number =>
  Object.values(backlog).reduce((sum, tasks) => sum + tasks, 0);

/** @param before the previous answer, which may come from another server behind a load balancer */
export function sampleOf(now: Health, before: Health | undefined): Sample {
  const at = Date.parse(now.at);
  const seconds = before === undefined ? 0 : (at - Date.parse(before.at)) / 1_000;
  const older = before === undefined ? 0 : now.uptimeSeconds - before.uptimeSeconds;
  const isSameProcess = seconds > 0 && Math.abs(older - seconds) < CLOCK_STEP_SECONDS;
  const perSecond = (of: string): number | null => {
    const more = (now.lookups[of] ?? 0) - (before?.lookups[of] ?? 0);
    return isSameProcess && more >= 0 ? more / seconds : null;
  };
  return {
    at,
    waitingTasks: waitingTasks(now),
    residentBytes: now.residentBytes,
    matchesPerSecond: perSecond('matches'),
    missesPerSecond: perSecond('misses'),
  };
}

/** Current health, with the samples since the page was opened. */
export const healthQuery = queryOptions({
  queryKey: ['operator', 'health'],
  refetchInterval: ASK_EVERY_MS,
  staleTime: 0,
  gcTime: 30 * 60_000,
  queryFn: async ({ client, queryKey }): Promise<Watched> => {
    const now = await own.GET('/operator/api/health');
    const before = client.getQueryData<Watched>(queryKey);
    return { now, samples: [...(before?.samples ?? []), sampleOf(now, before?.now)].slice(-MAX_SAMPLES) };
  },
});
