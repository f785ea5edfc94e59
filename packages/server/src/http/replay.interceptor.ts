import { Injectable, type CallHandler, type ExecutionContext, type NestInterceptor } from '@nestjs/common';
import type { Response } from 'express';
import { map, type Observable } from 'rxjs';
import { requestOf } from '../accounts/request-context.js';
import type { Replayed } from '../idempotency/index.js';
import { operationOf } from './guards/operation-of.js';

/** Where the contract honours an Idempotency-Key, the answer says whether it was kept from an earlier request. */
@Injectable()
export class ReplayInterceptor implements NestInterceptor {
  intercept(execution: ExecutionContext, next: CallHandler): Observable<unknown> {
    if (operationOf(requestOf(execution))?.idempotencyKey !== true) return next.handle();
    const response = execution.switchToHttp().getResponse<Response>();
    return next.handle().pipe(
      map(({ value, replayed }: Replayed<unknown>) => {
        if (replayed) response.set('Idempotency-Replayed', 'true');
        return value;
      }),
    );
  }
}
