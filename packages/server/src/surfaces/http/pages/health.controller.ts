import { Controller, Get, Inject, Res } from '@nestjs/common';
import type { Response } from 'express';
import { VERSION } from '../../../platform/version.js';
import type { Service } from '../../service/service.js';
import { SERVICE } from '../app-operation.js';

/** Whether the server can work: one sentence per fault. */
export interface Readiness {
  /** Problems that keep the server from answering requests. */
  faults(): Promise<string[]>;
  /** Functions that fail at the moment although requests are answered. */
  shortages(): Promise<string[]>;
}

@Controller()
export class HealthController {
  constructor(@Inject(SERVICE) private readonly readiness: Readiness) {}

  /** The process is alive. */
  @Get('healthz')
  alive() {
    return { status: 'ok' };
  }

  /**
   * 200 when the databases answer, 503 otherwise. A full disk is reported with 200: lookups still work then, and a load
   * balancer would stop sending them after a 503.
   */
  @Get('readyz')
  async ready(@Res({ passthrough: true }) response: Response) {
    const [faults, shortages] = await Promise.all([this.readiness.faults(), this.readiness.shortages()]);
    response.status(faults.length === 0 ? 200 : 503);
    return { status: healthStatus(faults, shortages), faults: [...faults, ...shortages] };
  }
}

type HealthStatus = 'ready' | 'degraded' | 'not ready';

/** `degraded`: requests are answered, but something does not work. */
const healthStatus = (faults: readonly string[], shortages: readonly string[]): HealthStatus =>
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
