import type { NextFunction, Request, RequestHandler, Response } from 'express';
import type { ApiRequest } from './api-request.js';
import { MS_PER_SECOND, type Clock } from '../clock.js';
import type { Deprecation } from '../config.js';
import { isIdempotencyKey } from '../idempotency/index.js';
import type { Ids } from '../ids.js';
import type { Logger } from '../logger.js';
import type { LogAllowance } from './log-allowance.js';
import type { Metrics } from './metrics/index.js';

interface RequestContextNeeds {
  ids: Ids;
  clock: Clock;
  logger: Logger;
  logAllowance: LogAllowance;
  metrics: Metrics | null;
}

/** Gives the request an id, and logs and measures its end: id, operation, status, milliseconds; nothing personal. */
export function requestContext({
  ids,
  clock,
  logger,
  logAllowance,
  metrics,
}: RequestContextNeeds): RequestHandler {
  return (request: Request, response: Response, next: NextFunction) => {
    const requestId = ids.uuid();
    const context: ApiRequest['context'] = { requestId };
    (request as ApiRequest).context = context;
    response.set('X-Request-Id', requestId);
    const startedAt = clock.now();
    response.once('close', () => {
      const route = context.operation?.id ?? 'page';
      const ms = clock.now() - startedAt;
      const level = route === 'page' ? 'debug' : 'info';
      metrics?.observeRequest({
        operation: context.operation,
        method: request.method,
        status: response.statusCode,
        ms,
      });
      // A request with a valid key is already limited by its account's request rate.
      if (level === 'info' && context.caller === undefined && !logAllowance.take()) return;
      logger[level]({ requestId, route, status: response.statusCode, ms, whole: response.writableFinished });
    });
    next();
  };
}

/**
 * Every answer echoes the request's Idempotency-Key, so that a client can see that this server honors it (reading 10). A
 * malformed key is refused and not echoed.
 */
export function echoIdempotencyKey(request: Request, response: Response, next: NextFunction): void {
  const { operation } = (request as ApiRequest).context;
  const key = request.headers['idempotency-key'];
  const honored = operation?.document === 'openapi.yaml' && operation.idempotencyKey;
  if (honored && typeof key === 'string' && isIdempotencyKey(key)) response.set('Idempotency-Key', key);
  next();
}

/** Sets Deprecation and Sunset (RFC 9745, RFC 8594) on every answer of a deprecated version, errors included (reading 14). */
export function announceDeprecation(deprecation: Deprecation | null): RequestHandler {
  return (request: Request, response: Response, next: NextFunction) => {
    if (deprecation !== null && request.path.startsWith(`/api/${deprecation.version}/`)) {
      response.set({
        Deprecation: `@${Math.floor(deprecation.announcedAtMs / MS_PER_SECOND)}`,
        Sunset: new Date(deprecation.sunsetAtMs).toUTCString(),
        Link: `<${deprecation.link}>; rel="deprecation"`,
      });
    }
    next();
  };
}
