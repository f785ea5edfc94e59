import { type AnswerHeaders, headerOf } from './headers.js';

/**
 * The web's `Headers` over the headers of an answer. openapi-fetch looks one name up in every answer, which is no reason
 * to copy all of them each time: a real `Headers` is made when something else is asked for.
 */
export class RecordHeaders implements Headers {
  readonly #record: AnswerHeaders;
  #web: Headers | undefined;

  constructor(record: AnswerHeaders) {
    this.#record = record;
  }

  get(name: string): string | null {
    return this.#web ? this.#web.get(name) : (headerOf(this.#record, name.toLowerCase()) ?? null);
  }

  has(name: string): boolean {
    return this.get(name) !== null;
  }

  append(name: string, value: string): void {
    this.#asWeb().append(name, value);
  }

  delete(name: string): void {
    this.#asWeb().delete(name);
  }

  set(name: string, value: string): void {
    this.#asWeb().set(name, value);
  }

  getSetCookie(): string[] {
    return this.#asWeb().getSetCookie();
  }

  forEach(...args: Parameters<Headers['forEach']>): void {
    this.#asWeb().forEach(...args);
  }

  keys(): ReturnType<Headers['keys']> {
    return this.#asWeb().keys();
  }

  values(): ReturnType<Headers['values']> {
    return this.#asWeb().values();
  }

  entries(): ReturnType<Headers['entries']> {
    return this.#asWeb().entries();
  }

  [Symbol.iterator](): ReturnType<Headers['entries']> {
    return this.entries();
  }

  #asWeb(): Headers {
    if (!this.#web) {
      this.#web = new Headers();
      for (const [name, value] of Object.entries(this.#record)) {
        for (const each of Array.isArray(value) ? value : [value ?? '']) this.#web.append(name, each);
      }
    }
    return this.#web;
  }
}
