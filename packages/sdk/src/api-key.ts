import { ConfigurationError } from './errors/index.js';

type KeySource = string | (() => string | Promise<string>);

/** The client's key, or the function that supplies it. Keeps the key out of everything that could print it. */
export class ApiKey {
  readonly #source: KeySource;
  /** Identity of the key, for comparing two clients. Never print it. */
  get source(): unknown {
    return this.#source;
  }

  /** The key last used, which an answer may have echoed. */
  #latest: string | undefined;

  constructor(source: KeySource) {
    this.#source = typeof source === 'function' ? source : checked(source);
    if (typeof this.#source === 'string') this.#latest = this.#source;
  }

  /**
   * The key of the next attempt.
   *
   * @throws ConfigurationError if the function fails or returns no key
   */
  current(): string | Promise<string> {
    return typeof this.#source === 'string' ? this.#source : this.#ask(this.#source);
  }

  async #ask(source: () => string | Promise<string>): Promise<string> {
    try {
      this.#latest = checked(await source());
    } catch (cause) {
      if (cause instanceof ConfigurationError) throw cause;
      throw new ConfigurationError('The apiKey function failed. Nothing was sent.', { cause });
    }
    return this.#latest;
  }

  /** The text without the key. */
  redact(text: string): string {
    return this.#latest === undefined ? text : text.replaceAll(this.#latest, '[API key]');
  }
}

/** A key with a line break would end the header; one with spaces was pasted wrongly. The key itself is never shown. */
function checked(key: unknown): string {
  if (typeof key === 'string' && /^[\x21-\x7e]+$/.test(key)) return key;
  throw new ConfigurationError(
    key === ''
      ? 'The API key is empty. Pass apiKey or set SKIPTRACE_API_KEY.'
      : "The API key contains spaces or other characters that keys don't have.",
  );
}
