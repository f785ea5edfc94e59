import { ConfigurationError } from '../errors/index.js';
import { limitsOf, type Settings } from './options.js';
import { touching } from './attempt.js';
import { AttemptLimits } from './attempt-limits.js';
import type { BegunOptions } from './call.js';
import type { Sender, StreamingBody, WireAnswer } from './exchange.js';
import type { Observers } from './observers.js';

/** Requests to addresses from the server, signed uploads and downloads: without the key, and without retries. */
export class SignedRequests {
  readonly #settings: Settings;
  readonly #sender: Sender;
  readonly #observers: Observers;

  constructor(settings: Settings, sender: Sender, observers: Observers) {
    this.#settings = settings;
    this.#sender = sender;
    this.#observers = observers;
  }

  /**
   * One request; `attempt` counts the tries at the same file, for the log. The caller reads the body of the
   * answer under the same `limits`.
   */
  async send(
    request: { method: string; url: string; headers: Record<string, string>; body?: StreamingBody },
    limits: AttemptLimits,
    attempt = 1,
  ): Promise<WireAnswer> {
    const { body, method } = request;
    const { clock, baseUrl, headers, userAgent } = this.#settings;
    const url = fileAddress(request.url, baseUrl);
    const observed = {
      operation: method === 'GET' ? 'downloadFile' : 'uploadFile',
      method,
      url: url.href,
      attempt,
    };
    const startedAt = clock.monotonic();
    let sent = false;
    this.#observers.sending(observed);
    try {
      const answer = await limits.race(
        this.#sender.send({
          method,
          url: url.href,
          // The client's own headers are only for the client's own server: they may hold a tenant's name or a token.
          headers: {
            'user-agent': userAgent,
            ...(url.origin === new URL(baseUrl).origin ? headers : {}),
            ...request.headers,
          },
          body: body && touching(body, limits),
          signal: limits.signal,
          onSend: () => {
            sent = true;
          },
        }),
      );
      this.#observers.answered(observed, answer, clock.monotonic() - startedAt);
      return answer;
    } catch (error) {
      this.#observers.failed(observed, sent);
      throw error;
    }
  }

  /** Limits for one request of a call. The caller disposes of them. */
  limits(options: BegunOptions): AttemptLimits {
    const { clock, limits } = this.#settings;
    return new AttemptLimits(clock, options.scope, limitsOf(options, limits).timeoutMs);
  }
}

/** @throws ConfigurationError for an address that must not be followed; the request was not sent */
function fileAddress(text: string, baseUrl: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !/^https?:$/.test(url.protocol)) {
    throw new ConfigurationError("The server gave out a file URL that isn't http or https.");
  }
  if (url.protocol === 'http:' && baseUrl.startsWith('https:')) {
    throw new ConfigurationError(
      `The server gave out a plain http file URL (${url.host}) although it is on https itself. Nothing was sent there.`,
    );
  }
  url.hash = '';
  return url;
}
