import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { NextFunction, Request, RequestHandler, Response } from 'express';
import type { Caller, Session } from '../../money/accounts/index.js';
import type { RateState } from '../../money/limits/index.js';
import { isIdempotencyKey } from '../../money/receipts/index.js';
import { MS_PER_SECOND, type Clock } from '../../platform/clock.js';
import type { Deprecation } from '../../platform/config.js';
import { timedUuid, type Ids } from '../../platform/ids.js';
import type { Logger } from '../../platform/logger.js';
import type { Operation } from './contract/operations.js';
import type { LogAllowance } from './log-allowance.js';
import type { Metrics } from './metrics.js';

/** Facts about a request that the http layer determines before a controller sees it. */
export interface RequestContext {
  requestId: string;
  /** Undefined on pages. */
  operation?: Operation;
  /** Set by authentication; undefined on public operations. */
  caller?: Caller;
  /** Set for operations of app.yaml that need a session. */
  session?: Session;
  /** Set for operations of app.yaml: the validated query. */
  appQuery?: Record<string, unknown>;
}

export type ApiRequest = Request & { context: RequestContext };

/** A controller parameter that the guard has set. */
const setByGuard = (field: 'caller' | 'session' | 'appQuery', where: string) =>
  createParamDecorator((_: unknown, execution: ExecutionContext): unknown => {
    const value = requestOf(execution).context[field];
    if (value === undefined) throw new Error(`a controller ${where} asked for the ${field}`);
    return value;
  });

/** Controller parameter: the sender of the request. Only on operations that need a key. */
export const FromCaller = setByGuard('caller', 'of a public operation');

/** Controller parameter: the session. Only on operations of app.yaml that need one. */
export const FromSession = setByGuard('session', 'of a public operation');

/** Controller parameter: the query, validated by app.yaml, with defaults. */
export const AppQuery = setByGuard('appQuery', 'outside app.yaml');

/** Controller parameter: the request's id in logs and in the ledger. */
export const RequestId = createParamDecorator(
  (_: unknown, execution: ExecutionContext): string => requestOf(execution).context.requestId,
);

/** Header with the price per match, in cents, that the page shows: its consent to the cost of a single lookup. */
const SHOWN_PRICE_HEADER = 'skiptrace-price';

/** Controller parameter: the price per match that the page showed, as sent; undefined if the header is missing. */
export const ShownPrice = createParamDecorator(
  (_: unknown, execution: ExecutionContext): string | undefined => {
    const shown = requestOf(execution).headers[SHOWN_PRICE_HEADER];
    return typeof shown === 'string' ? shown : undefined;
  },
);

export const requestOf = (execution: ExecutionContext): ApiRequest =>
  execution.switchToHttp().getRequest<ApiRequest>();

/** The state of a window as response headers (reading 12). */
export const rateHeaders = ({ limit, remaining, resetSeconds }: RateState): Record<string, string> => ({
  'RateLimit-Limit': String(limit),
  'RateLimit-Remaining': String(remaining),
  'RateLimit-Reset': String(resetSeconds),
});

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
    const startedAt = clock.now();
    const requestId = timedUuid(ids, startedAt);
    const context: ApiRequest['context'] = { requestId };
    (request as ApiRequest).context = context;
    response.set('X-Request-Id', requestId);
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
