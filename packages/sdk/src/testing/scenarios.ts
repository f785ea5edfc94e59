import type { ReceivedFile } from './multipart-hash.js';
import { rangeOf } from './range.js';
import type { Scenario } from './scenario.js';
import { Service, type ServiceOptions } from './service.js';
import { htmlPage, reply } from './steps.js';
import { type MethodName, type Target, targetNamed } from './targets.js';

/** One request as it arrived. */
export interface SeenRequest {
  readonly target: Target;
  readonly method: string;
  /** With its query. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** Body as text; empty when it is a file or larger than 1 MiB. */
  readonly body: string;
  readonly file: ReceivedFile | undefined;
  /** Milliseconds since 1970. */
  readonly at: number;
}

export interface ScenarioOptions extends ServiceOptions {
  /** Whether answers echo Idempotency-Key, as a server that honors keys does. Default false. */
  honorsKeys?: boolean;
}

/** What the scenario server and the msw handlers share: scripts, what was seen, and the service behind them. */
export abstract class Scenarios<Step> {
  readonly requests: SeenRequest[] = [];
  readonly service: Service;
  readonly #options: ScenarioOptions;
  readonly #scripts = new Map<Target, Step[]>();

  protected constructor(options: ScenarioOptions) {
    this.#options = options;
    this.service = new Service(options);
  }

  /**
   * How the next requests of a method (`lookup`, `jobs.create`, `job.confirm`) are answered; after these the service answers
   * itself. An operation can also be named as in the contract, for `client.raw`.
   */
  script(name: MethodName | Target, ...steps: Step[]): this {
    const target = targetNamed(name);
    this.#scripts.set(target, [...(this.#scripts.get(target) ?? []), ...steps]);
    return this;
  }

  /** The requests of one method, or to one operation. */
  seen(name: MethodName | Target): SeenRequest[] {
    const target = targetNamed(name);
    return this.requests.filter((request) => request.target === target);
  }

  /** Notes a request; the answer says which headers every answer to it has, and what is scripted for it, if anything. */
  protected take(request: SeenRequest): { headers: Record<string, string>; scripted: Step | undefined } {
    this.requests.push(request);
    const headers: Record<string, string> = { 'x-request-id': `req-${this.requests.length}` };
    const key = this.#keyOf(request);
    if (key !== undefined) headers['idempotency-key'] = key;
    return { headers, scripted: this.#scripts.get(request.target)?.shift() };
  }

  /** What the service answers by itself. `origin` is where it is reached, for the links it gives out. */
  protected answer(request: SeenRequest, origin: string): Scenario {
    const { target, path, body } = request;
    if (target === 'page') return htmlPage(404);
    if (target === 'signed-upload') return reply(200, '');
    if (target === 'signed-download') return rangeOf(this.service.fileAt(path), request.headers);
    const jobId = /^\/api\/user\/skip-trace\/([^/?]+)/.exec(path)?.[1];
    const isJson = body !== '' && target !== 'uploadSkipTraceJobFile';
    const json: unknown = isJson ? JSON.parse(body) : undefined;
    const idempotencyKey = this.#keyOf(request);
    const query = new URL(path, origin).searchParams;
    return this.service.answer({ operation: target, jobId, json, query, origin, idempotencyKey });
  }

  #keyOf({ headers }: SeenRequest): string | undefined {
    const key = headers['idempotency-key'];
    return this.#options.honorsKeys && typeof key === 'string' ? key : undefined;
  }
}
