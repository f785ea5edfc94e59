import { FileHash } from './multipart-hash.js';
import { actOnFetch, type Scenario } from './scenario.js';
import { carriesFile, type ScenarioOptions, Scenarios, targetOf } from './scenarios.js';

/** The part of msw's `http` that is used here. It is handed in, so that this package does not depend on msw. */
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
 * scenarios.script('skipTraceSingle', rateLimited('1'));
 * const client = new SkipTrace({ apiKey: 'pc_test', fetch: globalThis.fetch });
 */
export class MswScenarios<Handler> extends Scenarios<Scenario> {
  /** For msw's `setupServer` or `setupWorker`. Everything below the base URL is theirs. */
  readonly handlers: Handler[];
  readonly #baseUrl: string;

  constructor(http: MswHttp<Handler>, baseUrl: string, options: ScenarioOptions = {}) {
    super(options);
    this.#baseUrl = baseUrl.replace(/\/+$/, '');
    this.handlers = [http.all(`${this.#baseUrl}/*`, ({ request }) => this.#respond(request))];
  }

  async #respond(request: Request): Promise<Response> {
    const { method, url } = request;
    const path = url.slice(this.#baseUrl.length);
    const target = targetOf(method, path.split('?', 1)[0] ?? '/');
    const headers = Object.fromEntries(request.headers);
    const bytes = Buffer.from(await request.arrayBuffer());
    const isFile = carriesFile(target);
    const hash = new FileHash(headers['content-type']);
    if (isFile) hash.push(bytes);
    const body = isFile ? '' : bytes.toString('utf8');
    const seen = {
      target,
      method,
      path,
      headers,
      body,
      file: isFile ? hash.end() : undefined,
      at: Date.now(),
    };
    const { headers: always, scripted } = this.take(seen);
    const scenario = scripted ?? this.answer(seen, this.#baseUrl);
    return actOnFetch({ ...scenario, headers: { ...always, ...scenario.headers } });
  }
}
