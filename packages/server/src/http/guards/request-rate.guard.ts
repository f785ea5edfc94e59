import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import type { RateLimitPolicy } from '@skiptrace/contract';
import type { Response } from 'express';
import type { Caller } from '../../accounts/index.js';
import { requestOf, type ApiRequest } from '../api-request.js';
import {
  attemptsOf,
  place,
  rateHeaders,
  RateLimitedError,
  type RateState,
  type RequestRate,
} from '../../limits/index.js';
import { operationOf } from './operation-of.js';

/** Third check: the account's windows. What is limited by IP address counts only when it is accepted (reading 9). */
@Injectable()
export class RequestRateGuard implements CanActivate {
  /** Requests that are counted while their key is still asked for. */
  readonly #counting = new WeakMap<ApiRequest, Promise<RateState>>();

  constructor(private readonly rate: RequestRate) {}

  /** Counts a request before it is its turn; whoever turns out not to be the caller is refused all the same. */
  countAhead(request: ApiRequest, caller: Caller): void {
    const limit = operationOf(request)?.rateLimit;
    if (limit?.scope !== 'account') return;
    const counting = this.#consume(limit.name, caller);
    counting.catch(() => undefined);
    this.#counting.set(request, counting);
  }

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
          ? await this.#requireRoom(name, place(request.ip ?? ''))
          : await (this.#counting.get(request) ?? this.#consume(name, caller));
      response.set(rateHeaders(state));
    } catch (error) {
      if (error instanceof RateLimitedError) response.set(rateHeaders(error.state));
      throw error;
    }
    return true;
  }

  #consume(name: RateLimitPolicy['name'], { accountId, terms }: Caller): Promise<RateState> {
    const limit = name === 'single' || name === 'bulk' ? terms.requestsPerMinute[name] : undefined;
    return this.rate.consume(name, accountId, limit);
  }

  /** Every request counts as an attempt, also one that is refused for what is in it. */
  async #requireRoom(name: string, from: string): Promise<RateState> {
    await this.rate.consume(attemptsOf(name), from);
    return this.rate.requireRoom(name, from);
  }
}
