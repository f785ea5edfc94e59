import { ConfigurationError } from '../errors/index.js';
import { limitsOf, type Settings } from '../options.js';
import { touching } from './attempt.js';
import { AttemptLimits } from './attempt-limits.js';
import type { BegunOptions } from './call.js';
import type { Sender, StreamingBody, WireAnswer } from './exchange.js';

/** Requests to addresses the server gave out, signed uploads and downloads: without the key, and without retries. */
export class SignedRequests {
  readonly #settings: Settings;
  readonly #sender: Sender;

  constructor(settings: Settings, sender: Sender) {
    this.#settings = settings;
    this.#sender = sender;
  }

  /** One request. Its caller reads the body of the answer under the same `limits`. */
  async send(
    request: { method: string; url: string; headers: Record<string, string>; body?: StreamingBody },
    limits: AttemptLimits,
  ): Promise<WireAnswer> {
    const { body } = request;
    const url = URL.canParse(request.url) ? new URL(request.url) : undefined;
    if (!url || !/^https?:$/.test(url.protocol)) {
      throw new ConfigurationError('The server gave out a file address that is not http or https');
    }
    url.hash = '';
    return limits.race(
      this.#sender.send({
        ...request,
        url: url.href,
        body: body && touching(body, limits),
        signal: limits.signal,
        onSend: () => {},
      }),
    );
  }

  /** Limits for one request of a call. Its owner disposes of them. */
  limits(options: BegunOptions): AttemptLimits {
    const { clock, limits } = this.#settings;
    return new AttemptLimits(clock, options.scope, limitsOf(options, limits).timeoutMs);
  }
}
