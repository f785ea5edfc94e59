import type { RequestBody } from './exchange.js';
import { type AnswerHeaders, headerOf, requestIdOf } from './headers.js';
import type { CallOptions } from './options.js';

interface RecordInit {
  method?: string;
  headers: Headers;
  body?: RequestBody;
  signal?: AbortSignal | null;
  /** This package's options for this call, besides the web's. */
  call?: CallOptions;
}

/**
 * Plain record that openapi-fetch builds instead of a web `Request`. A `Request` locks its body in a stream
 * that can be read once, so a retry would have nothing to send; and building one costs more than sending it.
 */
export class RequestRecord {
  readonly url: string;
  readonly method: string;
  readonly headers: Headers;
  readonly body: RequestBody | undefined;
  readonly call: CallOptions;

  constructor(url: string, init: RecordInit) {
    this.url = url;
    this.method = init.method ?? 'GET';
    this.headers = init.headers;
    this.body = init.body;
    this.call = init.signal ? { ...init.call, signal: init.signal } : (init.call ?? {});
  }
}

/** Part of a web `Response` that openapi-fetch uses. The body is already read and parsed. */
export interface ResponseRecord {
  readonly ok: true;
  readonly status: number;
  readonly headers: Pick<Headers, 'get'>;
  readonly rawHeaders: AnswerHeaders;
  /** Number of requests made. */
  readonly attempts: number;
  text(): Promise<string>;
  json(): Promise<unknown>;
}

export function responseRecord(
  { status, headers, text, json }: { status: number; headers: AnswerHeaders; text: string; json: unknown },
  attempts: number,
): ResponseRecord {
  return {
    ok: true,
    status,
    headers: { get: (name) => headerOf(headers, name.toLowerCase()) ?? null },
    rawHeaders: headers,
    attempts,
    text: () => Promise.resolve(text),
    json: () => Promise.resolve(json),
  };
}

/** A real `Response`, for callers of the raw client: they may use any part of it. */
export async function webResponse(record: ResponseRecord): Promise<Response> {
  const { status, rawHeaders } = record;
  return new Response(await record.text(), { status, headers: webHeaders(rawHeaders) });
}

export function webHeaders(raw: AnswerHeaders): Headers {
  const headers = new Headers();
  for (const [name, value = []] of Object.entries(raw)) {
    for (const each of [value].flat()) headers.append(name, each);
  }
  return headers;
}

/** An answer's data with its HTTP response. */
export interface FullAnswer<T> {
  data: T;
  status: number;
  headers: Headers;
  /** The server's X-Request-Id. */
  requestId: string | undefined;
  /** Number of requests made, including reads that cleared up the outcome of an earlier one. */
  attempts: number;
}

export function fullAnswer<T>({ status, rawHeaders, attempts }: ResponseRecord, data: T): FullAnswer<T> {
  return {
    data,
    status,
    get headers() {
      return webHeaders(rawHeaders);
    },
    requestId: requestIdOf(rawHeaders),
    attempts,
  };
}
