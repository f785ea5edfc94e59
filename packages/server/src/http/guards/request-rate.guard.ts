import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import type { Response } from 'express';
import { requestOf } from '../../accounts/index.js';
import { RateLimitedError, type RateState, type RequestRate } from '../../limits/index.js';
import { operationOf } from './operation-of.js';

/** Third check: the account's windows. What is limited by IP address counts only when it is accepted (reading 9). */
@Injectable()
export class RequestRateGuard implements CanActivate {
  constructor(private readonly rate: RequestRate) {}

  async canActivate(execution: ExecutionContext): Promise<boolean> {
    const request = requestOf(execution);
    const operation = operationOf(request);
    if (operation === undefined) return true;
    const { name, scope } = operation.rateLimit;
    const { caller } = request.context;
    if (scope === 'ip' || caller === undefined) {
      await this.rate.requireRoom(name, request.ip ?? '');
      return true;
    }
    const response = execution.switchToHttp().getResponse<Response>();
    try {
      showRate(response, await this.rate.consume(name, caller.accountId));
    } catch (error) {
      if (error instanceof RateLimitedError) showRate(response, error.state);
      throw error;
    }
    return true;
  }
}

/** Reading 12. */
function showRate(response: Response, { limit, remaining, resetSeconds }: RateState): void {
  response.set({
    'RateLimit-Limit': String(limit),
    'RateLimit-Remaining': String(remaining),
    'RateLimit-Reset': String(resetSeconds),
  });
}
