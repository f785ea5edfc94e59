import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import type { OperationId } from '@skiptrace/contract';
import type { Response } from 'express';
import { requestOf } from '../api-request.js';
import {
  awaitIgnoredBody,
  readJsonBody,
  SlowBodyError,
  validateBody,
  type BodyLimit,
} from '../contract/index.js';

const KB = 1024;
const MB = 1024 * KB;

const ONE_ADDRESS: BodyLimit = {
  maxBytes: 64 * KB,
  tooLarge: 'The body must not be larger than 64 KB.',
  maxValues: 1_000,
  tooMany: 'The body must not hold more than 1,000 values.',
};

/** Limits on the whole body (reading 2). Operations that are not listed take no JSON body. */
const BODY_LIMITS: Partial<Record<OperationId, BodyLimit>> = {
  skipTraceSingle: ONE_ADDRESS,
  skipTraceBulk: {
    maxBytes: MB,
    tooLarge: 'addresses must have at most 100 entries, and the body is larger than 1 MB.',
    // Room for fields that are ignored.
    maxValues: 10_000,
    tooMany: 'addresses must have at most 100 entries, and the body holds more than 10,000 values.',
  },
  createSkipTraceJob: ONE_ADDRESS,
  sendContactMessage: {
    ...ONE_ADDRESS,
    maxBytes: MB,
    tooLarge: 'message is too long: the body must not be larger than 1 MB.',
  },
};

/** These take no body, and ignore one that is sent (reading 6). */
const IGNORES_BODY: ReadonlySet<string> = new Set<OperationId>([
  'confirmSkipTraceJob',
  'cancelSkipTraceJob',
  'markSkipTraceJobUploaded',
]);

/** Fourth check: the JSON body, by openapi.yaml. */
@Injectable()
export class JsonBodyGuard implements CanActivate {
  async canActivate(execution: ExecutionContext): Promise<boolean> {
    const request = requestOf(execution);
    const id = request.context.operationId as OperationId | undefined;
    if (id === undefined) return true;
    const limit = BODY_LIMITS[id];
    try {
      if (limit !== undefined) request.body = validateBody(id, await readJsonBody(request, limit));
      else if (IGNORES_BODY.has(id)) await awaitIgnoredBody(request);
    } catch (error) {
      const response = execution.switchToHttp().getResponse<Response>();
      if (error instanceof SlowBodyError) response.set('Connection', 'close');
      throw error;
    }
    return true;
  }
}
