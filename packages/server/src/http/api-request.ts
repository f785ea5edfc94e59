import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import type { Caller, Session } from '../accounts/index.js';
import type { Operation } from './contract/index.js';

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

/** Controller parameter: the sender of the request. Only on operations that need a key. */
export const FromCaller = createParamDecorator((_: unknown, execution: ExecutionContext): Caller => {
  const { caller } = requestOf(execution).context;
  if (caller === undefined) throw new Error('a controller asked for the caller of a public operation');
  return caller;
});

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
