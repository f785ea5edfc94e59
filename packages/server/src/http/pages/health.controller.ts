import { Controller, Get, Inject, Res } from '@nestjs/common';
import type { Response } from 'express';
import { healthStatus } from '../../service/health.js';

/** Whether the server can work: one sentence per fault. */
export interface Readiness {
  /** Problems that keep the server from answering requests. */
  faults(): Promise<string[]>;
  /** Functions that fail at the moment although requests are answered. */
  shortages(): Promise<string[]>;
}
export const READINESS = Symbol('Readiness');

@Controller()
export class HealthController {
  constructor(@Inject(READINESS) private readonly readiness: Readiness) {}

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
