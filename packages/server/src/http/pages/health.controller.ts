import { Controller, Get, Inject, Res } from '@nestjs/common';
import type { Response } from 'express';

/** Whether the server can work: a sentence for each thing that is wrong. */
export interface Readiness {
  /** What keeps it from answering. */
  faults(): Promise<string[]>;
  /** What it does not do although it answers. */
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
   * The process can serve: its databases answer. 503 otherwise. A full disk is said but is no 503: whoever sends no more
   * requests to a server that is not ready would end the look-ups, which go on.
   */
  @Get('readyz')
  async ready(@Res({ passthrough: true }) response: Response) {
    const [faults, shortages] = await Promise.all([this.readiness.faults(), this.readiness.shortages()]);
    response.status(faults.length === 0 ? 200 : 503);
    const status = faults.length > 0 ? 'not ready' : shortages.length > 0 ? 'degraded' : 'ready';
    return { status, faults: [...faults, ...shortages] };
  }
}
