import type { paths } from '@skiptrace/contract';
import type { Client, Middleware as RawMiddleware } from 'openapi-fetch';
import { checkOptions, type OptionKinds } from './check-options.js';
import { ConfigurationError } from './errors.js';
import { type Answer, answering, fullAnswer, webHeaders } from './transport/answer.js';
import { checkJobId } from './transport/operations.js';
import { callOptions, type CallOptions } from './transport/options.js';
import { loadOpenapiFetch } from './transport/platform.node.js';
import { type QueryValue, searchOf, type Transport } from './transport/transport.js';

type ContractClient = Client<paths, 'application/json'>;

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

const verbs = ['GET', 'PUT', 'POST', 'DELETE', 'OPTIONS', 'HEAD', 'PATCH', 'TRACE'];

/**
 * A client that loads openapi-fetch on first use, so that importing this package stays cheap. All calls wait
 * for the same load, which keeps them in order: middleware added by `use` applies to the requests after it.
 */
export function createRawClient(transport: Transport): RawClient {
  let client: Promise<ContractClient> | undefined;
  const method = (name: string) => {
    const call = async (...args: unknown[]) => {
      if (name !== 'use' && name !== 'eject') args.forEach(checkInit);
      client ??= open(transport);
      return ((await client)[name as 'GET'] as (...args: unknown[]) => unknown)(...args);
    };
    return [name, call];
  };
  return Object.fromEntries(['request', 'use', 'eject', ...verbs].map(method)) as RawClient;
}

async function open(transport: Transport): Promise<ContractClient> {
  const { default: loaded } = await loadOpenapiFetch();
  // Its CommonJS build has the function one `default` deeper, seen from ours.
  const createClient = (loaded as { default?: typeof loaded }).default ?? loaded;
  return createClient<paths, 'application/json'>({
    baseUrl: transport.baseUrl,
    // Before the address is made: a URL parser takes `..` for a step to another folder, and so to another operation.
    pathSerializer(path, params) {
      if (path.includes('{jobId}')) checkJobId(params['jobId']);
      return path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params[name])));
    },
    fetch: (request) => send(transport, request),
  });
}

/** Sends a web request. Its body is read, so that it can be sent again. */
async function send(transport: Transport, request: Request): Promise<Response> {
  const { url, method, signal } = request;
  // openapi-fetch copies options that it does not know to the request.
  const { call = {} } = request as { call?: CallOptions };
  if (!url.startsWith(`${transport.baseUrl}/`))
    throw new ConfigurationError("The request's URL isn't below baseUrl. Nothing was sent.");
  const headers = Object.fromEntries(request.headers);
  const isText = /json|text/.test(headers['content-type'] ?? '');
  const body = isText ? await request.text() : new Uint8Array(await request.arrayBuffer());
  const { answer } = await transport.send({
    method,
    path: url.slice(transport.baseUrl.length),
    headers,
    body: body.length === 0 ? undefined : body,
    call: { ...call, signal: call.signal ? AbortSignal.any([call.signal, signal]) : signal },
  });
  return new Response(answer.text, { status: answer.status, headers: webHeaders(answer.headers) });
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

const requestOptions: OptionKinds<RequestOptions> = { ...callOptions, body: 'special', query: 'object' };

/**
 * Any request below the base URL. One of the contract's operations is sent by its policy; of other ones only
 * reads are repeated, since their cost is unknown.
 */
export function request(
  transport: Transport,
  method: string,
  path: string,
  options: RequestOptions,
): Answer<unknown> {
  return answering('request', options, requestOptions, async () => {
    const { body, query, ...call } = options;
    if (typeof path !== 'string' || !/^\/[\x21-\x7e]*$/.test(path) || /[?#\\]/.test(path)) {
      throw new ConfigurationError(
        'path must start with / and have no query or fragment. Pass the query as { query }.',
      );
    }
    const given = Object.entries(query ?? {}).flatMap(([name, value]) =>
      [value ?? []].flat().map((each) => [name, each] as const),
    );
    const asked = { method: method.toUpperCase(), path: path + searchOf(given), json: body, call };
    const { answer, attempts } = await transport.send(asked);
    return fullAnswer(answer, attempts, answer.json ?? (answer.text || undefined));
  });
}
