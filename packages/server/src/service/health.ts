import type { Service } from './service.js';
import { VERSION } from '../version.js';

export type HealthStatus = 'ready' | 'degraded' | 'not ready';

/** `degraded`: requests are answered, but something does not work. */
export const healthStatus = (faults: readonly string[], shortages: readonly string[]): HealthStatus =>
  faults.length > 0 ? 'not ready' : shortages.length > 0 ? 'degraded' : 'ready';

/** Faults, backlog and free space, at this moment and as seen by this process. */
export async function healthNow(service: Service) {
  const { config, clock } = service;
  const [faults, shortages, backlog, capacity, accounts, jobs] = await Promise.all([
    service.faults(),
    service.shortages(),
    service.taskBacklog(),
    service.capacity(),
    service.accountFigures(),
    service.jobFigures(),
  ]);
  const lookups = Object.values(service.lookupTallies());
  const sum = (of: (tally: (typeof lookups)[number]) => number): number =>
    lookups.reduce((total, tally) => total + of(tally), 0);
  return {
    at: clock.now(),
    status: healthStatus(faults, shortages),
    faults,
    shortages,
    version: VERSION,
    uptimeSeconds: process.uptime(),
    database: config.database.engine,
    storage: config.storage === null ? ('local' as const) : ('s3' as const),
    backlog: Object.fromEntries(backlog.map(({ kind, tasks }) => [kind, tasks])),
    freeBytes: capacity?.freeBytes ?? null,
    residentBytes: process.memoryUsage.rss(),
    accounts: accounts.active + accounts.suspended + accounts.closed,
    jobs: Object.fromEntries(jobs.map(({ status, jobs: count }) => [status, count])),
    lookups: {
      matches: sum(({ matches }) => matches),
      misses: sum(({ misses }) => misses),
      chargedCents: sum(({ chargedCents }) => chargedCents),
    },
  };
}
