import { FetchScenarios } from './fetch-scenarios.js';
import type { ScenarioOptions } from './scenarios.js';

/** The part of msw's `http` that is used here. It is passed in, so that this package does not depend on msw. */
export interface MswHttp<Handler> {
  all(path: string, resolver: (info: { request: Request }) => Promise<Response>): Handler;
}

/**
 * The scenarios as handlers of msw 2. msw sees `fetch` and not undici's `request`, so the client is given
 * `fetch: globalThis.fetch`.
 *
 * @example
 * const scenarios = new MswScenarios(http, 'http://127.0.0.1:3000');
 * const network = setupServer(...scenarios.handlers);
 * network.listen();
 * scenarios.script('lookup', rateLimited('1'));
 * const client = new SkipTrace({ apiKey: 'pc_test', fetch: globalThis.fetch });
 */
export class MswScenarios<Handler> extends FetchScenarios {
  /** For msw's `setupServer` or `setupWorker`. They handle everything below the base URL. */
  readonly handlers: Handler[];

  constructor(http: MswHttp<Handler>, baseUrl: string, options: ScenarioOptions = {}) {
    super(baseUrl, options);
    this.handlers = [http.all(`${this.baseUrl}/*`, ({ request }) => this.respond(request))];
  }
}
