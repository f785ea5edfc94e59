import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import type { Caller, Session } from '../accounts/index.js';
import type { Operation } from './contract/index.js';

/** What the http layer has learnt about a request before a controller sees it. */
export interface RequestContext {
  requestId: string;
  /** Undefined on pages. */
  operation?: Operation;
  /** Set by authentication; undefined on public operations. */
  caller?: Caller;
  /** On operations of app.yaml that need one. */
  session?: Session;
  /** On operations of app.yaml: the query as it was checked. */
  appQuery?: Record<string, unknown>;
}

export type ApiRequest = Request & { context: RequestContext };

/** Controller parameter: who sends the request. Only on operations that need a key. */
export const FromCaller = createParamDecorator((_: unknown, execution: ExecutionContext): Caller => {
  const { caller } = requestOf(execution).context;
  if (caller === undefined) throw new Error('a controller asked for the caller of a public operation');
  return caller;
});

/** Controller parameter: the id that names the request in logs and in the ledger. */
export const RequestId = createParamDecorator(
  (_: unknown, execution: ExecutionContext): string => requestOf(execution).context.requestId,
);

/** The price of a match, in cents, that the page shows: its consent to the cost of a single lookup. */
const SHOWN_PRICE_HEADER = 'skiptrace-price';

/** Controller parameter: the price of a match that the page showed, as sent; undefined where the header is missing. */
export const ShownPrice = createParamDecorator(
  (_: unknown, execution: ExecutionContext): string | undefined => {
    const shown = requestOf(execution).headers[SHOWN_PRICE_HEADER];
    return typeof shown === 'string' ? shown : undefined;
  },
);

export const requestOf = (execution: ExecutionContext): ApiRequest =>
  execution.switchToHttp().getRequest<ApiRequest>();
