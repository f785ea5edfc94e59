import type { paths } from '@skiptrace/contract';
import type { Client } from 'openapi-fetch';

import { RequestRecord } from './transport/request-record.js';

/**
 * openapi-fetch over this package's transport: every operation of the contract, typed, with its retries and limits.
 * Errors are thrown, typed as everywhere else; `error` is never set. Options of a call go into `call`.
 *
 * @example
 * const { data } = await client.raw.GET('/api/user/skip-trace', { call: { timeoutMs: 5_000 } });
 */
export type RawClient = Client<paths, 'application/json'>;

const methods = [
  'request',
  'GET',
  'PUT',
  'POST',
  'DELETE',
  'OPTIONS',
  'HEAD',
  'PATCH',
  'TRACE',
  'use',
  'eject',
] as const;

/**
 * A client that loads openapi-fetch when it is first used, so that importing this package stays cheap. All calls wait
 * for the same loading, which keeps them in order: what `use` adds is there for the requests after it.
 */
export function createRawClient(
  baseUrl: string,
  send: (request: RequestRecord) => Promise<object>,
): RawClient {
  let client: Promise<RawClient> | undefined;
  const lazily =
    (method: keyof RawClient) =>
    async (...args: unknown[]) => {
      client ??= openRawClient(baseUrl, send);
      return ((await client)[method] as (...args: unknown[]) => unknown)(...args);
    };
  return Object.fromEntries(methods.map((method) => [method, lazily(method)])) as unknown as RawClient;
}

/**
 * The casts that put our records in the place of the web's classes: openapi-fetch only ever hands the one to the other,
 * and `fetch` only meets what `Request` built.
 */
async function openRawClient(
  baseUrl: string,
  send: (request: RequestRecord) => Promise<object>,
): Promise<RawClient> {
  const { default: createClient } = await import('openapi-fetch');
  return createClient<paths, 'application/json'>({
    baseUrl,
    Request: RequestRecord as unknown as typeof Request,
    fetch: (request) => send(request as unknown as RequestRecord) as Promise<Response>,
  });
}
