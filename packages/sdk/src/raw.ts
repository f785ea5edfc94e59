import type { paths } from '@skiptrace/contract';
import type { Client, Middleware as RawMiddleware } from 'openapi-fetch';
import { type Answer, PendingAnswer } from './answer.js';
import { checkOptions, type OptionKinds } from './check-options.js';
import { ConfigurationError } from './errors.js';
import { callOptions, type CallOptions } from './transport/options.js';
import { loadOpenapiFetch } from './transport/platform.node.js';
import { RequestRecord, type ResponseRecord, webResponse, fullAnswer } from './transport/response-record.js';
import type { Transport } from './transport/transport.js';

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

export interface RequestOptions extends CallOptions {
  /** Sent as JSON. */
  body?: unknown;
  /** A list sends its name once for each value. */
  query?: Readonly<Record<string, QueryValue | readonly QueryValue[] | undefined>> | undefined;
}

type QueryValue = string | number | boolean;

const requestOptions: OptionKinds<RequestOptions> = { ...callOptions, body: 'special', query: 'object' };

/**
 * Any request below the base URL. One of the contract's operations is sent by its policy; of other ones only
 * reads are repeated, since their cost is unknown.
 */
export function request(
  transport: Transport,
  baseUrl: string,
  method: string,
  path: string,
  options: RequestOptions,
): Answer<unknown> {
  return new PendingAnswer(send());

  async function send() {
    checkOptions('request', options, requestOptions);
    const { body, query, ...call } = options;
    if (typeof path !== 'string' || !/^\/[\x21-\x7e]*$/.test(path) || /[?#\\]/.test(path)) {
      throw new ConfigurationError(
        'path must start with / and have no query or fragment. Pass the query as { query }.',
      );
    }
    const given = Object.entries(query ?? {}).flatMap(([name, value]) =>
      [value ?? []].flat().map((each): [string, string] => [name, String(each)]),
    );
    const search = given.length === 0 ? '' : `?${new URLSearchParams(given).toString()}`;
    const headers = new Headers(body === undefined ? {} : { 'content-type': 'application/json' });
    const record = new RequestRecord(`${baseUrl}${path}${search}`, {
      method: method.toUpperCase(),
      headers,
      call,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const response = await transport.send(record);
    return fullAnswer(response, (await response.json()) ?? ((await response.text()) || undefined));
  }
}
