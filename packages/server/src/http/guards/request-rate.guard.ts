import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import type { RateLimitPolicy } from '@skiptrace/contract';
import type { Response } from 'express';
import type { Caller } from '../../accounts/index.js';
import { requestOf } from '../api-request.js';
import {
  attemptsOf,
  clientNetwork,
  RateLimitedError,
  type RateState,
  type RequestRate,
} from '../../limits/index.js';
import { rateHeaders } from '../rate-headers.js';
import { operationOf } from './operation-of.js';

/** Third check: the windows of the account and the key's mode. What is limited by IP address counts only when it is accepted (reading 9). */
@Injectable()
export class RequestRateGuard implements CanActivate {
  constructor(private readonly rate: RequestRate) {}

  async canActivate(execution: ExecutionContext): Promise<boolean> {
    const request = requestOf(execution);
    const operation = operationOf(request);
    if (operation === undefined) return true;
    const { name, scope } = operation.rateLimit;
    const { caller } = request.context;
    const response = execution.switchToHttp().getResponse<Response>();
    try {
      const state =
        scope === 'ip' || caller === undefined
          ? await this.#requireRoom(name, clientNetwork(request.ip ?? ''))
          : await this.#consume(name, caller);
      response.set(rateHeaders(state));
    } catch (error) {
      if (error instanceof RateLimitedError) response.set(rateHeaders(error.state));
      throw error;
    }
    return true;
  }

  #consume(name: RateLimitPolicy['name'], { accountId, mode, terms }: Caller): Promise<RateState> {
    const limit = name === 'single' || name === 'bulk' ? terms.requestsPerMinute[name] : undefined;
    // Test keys are shared more freely than live ones: whoever has one holds up no live one (reading 38).
    return this.rate.consume(name, `${mode}:${accountId}`, limit);
  }

  /** Every request counts as an attempt, also one that is refused for what is in it. */
  async #requireRoom(name: string, from: string): Promise<RateState> {
    await this.rate.consume(attemptsOf(name), from);
    return this.rate.requireRoom(name, from);
  }
}
