import type { paths } from '@skiptrace/contract';
import * as openapiFetch from 'openapi-fetch';
import type { Client } from 'openapi-fetch';

import { RequestRecord } from './transport/request-record.js';
import type { Transport } from './transport/transport.js';

/**
 * openapi-fetch over this package's transport: every operation of the contract, typed, with its retries and limits.
 * Errors are thrown, typed as everywhere else; `error` is never set. Options of a call go into `call`.
 *
 * @example
 * const { data } = await client.raw.GET('/api/user/skip-trace', { call: { timeoutMs: 5_000 } });
 */
export type RawClient = Client<paths, 'application/json'>;

type CreateClient = typeof openapiFetch.default;

/** In CommonJS a package's default export arrives inside another one (`npm run test:nodes` tries both). */
function defaultOf(loaded: CreateClient | { default: CreateClient }): CreateClient {
  return typeof loaded === 'function' ? loaded : loaded.default;
}

const createClient = defaultOf(openapiFetch.default);

/**
 * The two casts that put our records in the place of the web's classes: openapi-fetch only ever hands the one to the
 * other, and `fetch` only meets what `Request` built.
 */
export function createRawClient(baseUrl: string, transport: Transport): RawClient {
  return createClient<paths, 'application/json'>({
    baseUrl,
    Request: RequestRecord as unknown as typeof Request,
    fetch: (request) => transport.send(request as unknown as RequestRecord),
  });
}
