import type { CallOptions } from './options.js';
import type { RequestBody } from './exchange.js';

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
