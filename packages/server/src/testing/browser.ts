import { randomUUID } from 'node:crypto';
import type { AppSchemas } from '@skiptrace/contract/app';
import { answerFault } from './answer-fault.js';

interface AppCall {
  method?: string;
  json?: unknown;
  /** Existing cookies; by default none. */
  idempotencyKey?: string;
  /** Headers instead of the app's own. */
  headers?: Record<string, string>;
}

/** Simulated browser: keeps cookies and sends the app's headers. A response that app.yaml doesn't allow is an error. */
export class TestBrowser {
  readonly #cookies = new Map<string, string>();

  constructor(private readonly url: string) {}

  async ask(path: string, call: AppCall = {}) {
    const { json, headers, method = json === undefined ? 'GET' : 'POST' } = call;
    const { idempotencyKey = randomUUID() } = call;
    const response = await fetch(this.url + path, {
      method,
      headers: {
        ...(headers ?? {
          'skiptrace-app': '1',
          'sec-fetch-site': 'same-origin',
          ...(json !== undefined && { 'idempotency-key': idempotencyKey }),
        }),
        ...(json !== undefined && { 'content-type': 'application/json' }),
        ...(this.#cookies.size > 0 && { cookie: this.cookie }),
      },
      ...(json !== undefined && { body: JSON.stringify(json) }),
    });
    const set = response.headers.getSetCookie();
    for (const cookie of set) this.#take(cookie);
    const text = await response.text();
    const isJson = response.headers.get('content-type')?.startsWith('application/json') === true;
    const answer = (isJson ? JSON.parse(text) : {}) as Record<string, unknown>;
    const { pathname } = new URL(path, this.url);
    const fault = answerFault(method, pathname, response.status, answer);
    if (fault !== null) throw new Error(fault);
    return { status: response.status, headers: response.headers, set, text, json: answer };
  }

  signIn(proof: { apiKey: string } | { token: string; attempt?: string }) {
    return this.ask('/app/api/session', { json: proof });
  }

  async session(): Promise<AppSchemas['CustomerSession'] | null> {
    const { status, json } = await this.ask('/app/api/session');
    return status === 200 ? (json as AppSchemas['CustomerSession']) : null;
  }

  get cookie(): string {
    return [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  }

  /** Another browser with a copy of the cookies: one that has stolen them, or was closed for a while. */
  copy(): TestBrowser {
    const copy = new TestBrowser(this.url);
    for (const [name, value] of this.#cookies) copy.#cookies.set(name, value);
    return copy;
  }

  plant(name: string, value: string): void {
    this.#cookies.set(name, value);
  }

  #take(cookie: string): void {
    const [pair = ''] = cookie.split(';');
    const [name = '', value = ''] = pair.split('=');
    if (value === '') this.#cookies.delete(name);
    else this.#cookies.set(name, value);
  }
}
