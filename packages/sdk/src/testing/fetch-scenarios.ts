import { FileHash } from './multipart-hash.js';
import { actOnFetch, type Scenario } from './scenario.js';
import { type ScenarioOptions, Scenarios } from './scenarios.js';
import { carriesFile, targetOf } from './targets.js';

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
