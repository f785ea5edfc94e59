import { Controller, Get, Inject, Res } from '@nestjs/common';
import type { Response } from 'express';

/** Whether the server can work: a sentence for each thing that is wrong. */
export type Readiness = () => Promise<string[]>;
export const READINESS = Symbol('Readiness');

@Controller()
export class HealthController {
  constructor(@Inject(READINESS) private readonly readiness: Readiness) {}

  /** The process is alive. */
  @Get('healthz')
  alive() {
    return { status: 'ok' };
  }

  /** The process can serve: its databases answer. 503 otherwise. */
  @Get('readyz')
  async ready(@Res({ passthrough: true }) response: Response) {
    const faults = await this.readiness();
    response.status(faults.length === 0 ? 200 : 503);
    return { status: faults.length === 0 ? 'ready' : 'not ready', faults };
  }
}
