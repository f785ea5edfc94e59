import type { BulkSkipTraceResponse, SkipTraceMatch, SkipTraceMiss } from '@skiptrace/contract';
import type { Exchange } from '../http/exchange.js';
import type { Context } from '../suite/check.js';
import { expectBody, expectEqual } from '../suite/expect.js';

export const SINGLE = '/api/v1/skip-trace';
export const BULK = '/api/v1/skip-trace-bulk';

interface Sending {
  /** The account's key; the run's own by default. */
  key?: string;
  headers?: Readonly<Record<string, string>>;
}

export const single = ({ http, key }: Context, address: unknown, options: Sending = {}): Promise<Exchange> =>
  http.send({ method: 'POST', path: SINGLE, key, json: address, ...options });

export const bulk = ({ http, key }: Context, addresses: unknown, options: Sending = {}): Promise<Exchange> =>
  http.send({ method: 'POST', path: BULK, key, json: { addresses }, ...options });

/** Looks up an address that matches by the fixtures. */
export async function match(context: Context, address: unknown, options?: Sending): Promise<SkipTraceMatch> {
  const exchange = await single(context, address, options);
  const body = expectBody<SkipTraceMatch>(exchange, 200);
  expectEqual('found', body.found, true, exchange);
  return body;
}

/** Looks up an address that has no owner by the fixtures. */
export async function miss(context: Context, address: unknown, options?: Sending): Promise<SkipTraceMiss> {
  const exchange = await single(context, address, options);
  const body = expectBody<SkipTraceMiss>(exchange, 200);
  expectEqual('found', body.found, false, exchange);
  return body;
}

export async function bulkBody(
  context: Context,
  addresses: unknown,
  options?: Sending,
): Promise<BulkSkipTraceResponse> {
  return expectBody<BulkSkipTraceResponse>(await bulk(context, addresses, options), 200);
}
