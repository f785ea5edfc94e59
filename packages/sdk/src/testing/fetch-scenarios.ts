import { FileHash, type ScenarioOptions, Scenarios, carriesFile, targetOf } from './scenarios.js';
import { actOnFetch, type Scenario } from './scenario.js';

/** The scenarios behind a `fetch`: web requests in, web responses out, without a network. */
export class FetchScenarios extends Scenarios<Scenario> {
  protected readonly baseUrl: string;

  constructor(baseUrl: string, options: ScenarioOptions = {}) {
    super(options);
    this.baseUrl = baseUrl.replace(/\/+$/, '');
  }

  async respond(request: Request): Promise<Response> {
    const { method, url } = request;
    const path = url.slice(this.baseUrl.length);
    const target = targetOf(method, path.split('?', 1)[0] ?? '/');
    const headers = Object.fromEntries(request.headers);
    const bytes = Buffer.from(await request.arrayBuffer());
    const isFile = carriesFile(target);
    const hash = new FileHash(headers['content-type']);
    if (isFile) hash.push(bytes);
    const body = isFile ? '' : bytes.toString('utf8');
    const file = isFile ? hash.end() : undefined;
    const seen = { target, method, path, headers, body, file, at: Date.now() };
    const { headers: always, scripted } = this.take(seen);
    if (isFile && !scripted) this.service.receive(path, bytes);
    const scenario = scripted ?? this.answer(seen, this.baseUrl);
    return actOnFetch({ ...scenario, headers: { ...always, ...scenario.headers } });
  }
}

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
