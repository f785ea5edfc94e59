import { type Answer, PendingAnswer } from './answer.js';
import { checkOptions, type OptionNames } from './check-options.js';
import { ConfigurationError } from './errors/index.js';
import { callOptions, type CallOptions } from './transport/options.js';
import { RequestRecord, fullAnswer } from './transport/response-record.js';
import type { Transport } from './transport/transport.js';

export interface RequestOptions extends CallOptions {
  /** Sent as JSON. */
  body?: unknown;
  /** A list sends its name once for each value. */
  query?: Readonly<Record<string, QueryValue | readonly QueryValue[] | undefined>> | undefined;
}

type QueryValue = string | number | boolean;

const requestOptions: OptionNames<RequestOptions> = { ...callOptions, body: true, query: true };

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
