import type { paths } from '@skiptrace/contract';
import type { Client, Middleware as RawMiddleware } from 'openapi-fetch';

import { checkOptions } from './check-options.js';
import { callOptions } from './transport/options.js';
import { ConfigurationError } from './errors/index.js';
import { loadOpenapiFetch } from './openapi-fetch.node.js';
import { RequestRecord, type ResponseRecord, webResponse } from './transport/response-record.js';

/**
 * openapi-fetch over this package's transport: every operation of the contract, typed, with its retries and
 * limits. Errors are thrown, typed as everywhere else; `error` is never set. Options of a call go into
 * `call`; a `fetch` of one call is refused, because it would bypass the transport. openapi-fetch is loaded
 * with the first call, so `use` and `eject` return promises; the calls after them wait for it.
 *
 * @example
 * const { data } = await client.raw.GET('/api/user/skip-trace', { call: { timeoutMs: 5_000 } });
 */
export interface RawClient extends Omit<ContractClient, 'use' | 'eject'> {
  use(...middleware: RawMiddleware[]): Promise<void>;
  eject(...middleware: RawMiddleware[]): Promise<void>;
}

/** The client over this package's own records, for its own operations. */
export type ContractClient = Client<paths, 'application/json'>;

type Send = (request: RequestRecord) => Promise<ResponseRecord>;

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
 * A client that loads openapi-fetch on first use, so that importing this package stays cheap. All calls wait
 * for the same load, which keeps them in order: middleware added by `use` applies to the requests after it.
 */
export function createContractClient(baseUrl: string, send: Send): ContractClient {
  return lazily(() => open(baseUrl, RequestRecord, send));
}

/** The client for callers of this package: they get web responses, and may return web requests from their middleware. */
export function createRawClient(baseUrl: string, send: Send): RawClient {
  const sendWeb = async (request: RequestRecord | Request) =>
    webResponse(await send(request instanceof Request ? await recordOf(request) : request));
  return lazily(
    () => open(baseUrl, ReplaceableRequest, sendWeb),
    (args) => args.forEach(checkInit),
  ) as unknown as RawClient;
}

function lazily(
  load: () => Promise<ContractClient>,
  check: (args: readonly unknown[]) => void = () => {},
): ContractClient {
  let client: Promise<ContractClient> | undefined;
  const method =
    (name: keyof ContractClient) =>
    async (...args: unknown[]) => {
      if (name !== 'use' && name !== 'eject') check(args);
      client ??= load();
      return ((await client)[name] as (...args: unknown[]) => unknown)(...args);
    };
  return Object.fromEntries(methods.map((name) => [name, method(name)])) as unknown as ContractClient;
}

/**
 * Casts our records to the web's classes: openapi-fetch only passes the request through, and `fetch` only
 * gets what `Request` built.
 */
async function open<R>(
  baseUrl: string,
  requestClass: new (...args: never[]) => RequestRecord,
  send: (request: RequestRecord) => Promise<R>,
): Promise<ContractClient> {
  const { default: loaded } = await loadOpenapiFetch();
  // Its CommonJS build has the function one `default` deeper, seen from ours.
  const createClient = (loaded as { default?: typeof loaded }).default ?? loaded;
  return createClient<paths, 'application/json'>({
    baseUrl,
    Request: requestClass as unknown as typeof Request,
    fetch: (request) => send(request as unknown as RequestRecord) as unknown as Promise<Response>,
  });
}

/** openapi-fetch checks a middleware's result with `instanceof`; a web `Request` is accepted as well. */
class ReplaceableRequest extends RequestRecord {
  static override [Symbol.hasInstance](value: unknown): boolean {
    return value instanceof RequestRecord || value instanceof Request;
  }
}

async function recordOf(request: Request): Promise<RequestRecord> {
  const { url, method, headers, signal } = request;
  const body = request.body ? { body: await request.text() } : {};
  return new RequestRecord(url, { method, headers, signal, ...body });
}

function checkInit(init: unknown): void {
  if (typeof init !== 'object' || init === null) return;
  const { fetch, call } = init as { fetch?: unknown; call?: object };
  if (fetch !== undefined) {
    throw new ConfigurationError('raw: fetch is a client option, not a call option. Nothing was sent.');
  }
  if (call !== undefined) checkOptions('raw: call', call, callOptions);
}
