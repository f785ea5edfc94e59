import { type AnswerHeaders, headerOf } from './headers.js';
import { RecordHeaders } from './record-headers.js';

/** What a call came to, besides its data. */
export interface AnswerFacts {
  readonly status: number;
  readonly headers: AnswerHeaders;
  readonly attempts: number;
  readonly url: string;
}

/**
 * What openapi-fetch gets instead of a web `Response`: the body is read and parsed already. Only what is asked for
 * beyond status, headers and JSON is built, from a real `Response`.
 */
export class ResponseRecord implements Response {
  readonly status: number;
  readonly url: string;
  readonly attempts: number;
  readonly redirected = false;
  readonly type = 'default';
  readonly rawHeaders: AnswerHeaders;
  readonly #text: string;
  readonly #json: unknown;
  #headers: Headers | undefined;
  #web: Response | undefined;

  constructor(text: string, json: unknown, facts: AnswerFacts) {
    this.#text = text;
    this.#json = json;
    this.status = facts.status;
    this.url = facts.url;
    this.attempts = facts.attempts;
    this.rawHeaders = facts.headers;
  }

  get ok(): boolean {
    return this.status >= 200 && this.status < 300;
  }

  get statusText(): string {
    return '';
  }

  get requestId(): string | undefined {
    return headerOf(this.rawHeaders, 'x-request-id');
  }

  get headers(): Headers {
    this.#headers ??= new RecordHeaders(this.rawHeaders);
    return this.#headers;
  }

  json(): Promise<unknown> {
    return Promise.resolve(this.#json);
  }

  text(): Promise<string> {
    return Promise.resolve(this.#text);
  }

  get body(): Response['body'] {
    return this.#asWeb().body;
  }

  get bodyUsed(): boolean {
    return this.#web?.bodyUsed ?? false;
  }

  arrayBuffer(): Promise<ArrayBuffer> {
    return this.#asWeb().arrayBuffer();
  }

  blob(): ReturnType<Response['blob']> {
    return this.#asWeb().blob();
  }

  bytes(): Promise<Uint8Array> {
    return Promise.resolve(new TextEncoder().encode(this.#text));
  }

  formData(): ReturnType<Response['formData']> {
    return this.#asWeb().formData();
  }

  clone(): Response {
    return new ResponseRecord(this.#text, this.#json, {
      status: this.status,
      headers: this.rawHeaders,
      attempts: this.attempts,
      url: this.url,
    });
  }

  #asWeb(): Response {
    this.#web ??= new Response(this.#text, { status: this.status, headers: this.headers });
    return this.#web;
  }
}
