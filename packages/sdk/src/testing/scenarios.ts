import type { ReceivedFile } from './multipart-hash.js';
import type { Scenario } from './scenario.js';
import { Service, type ServiceOptions } from './service.js';
import { htmlPage, reply } from './steps.js';
import { type MethodName, type Target, targetNamed } from './targets.js';

/** One received request. */
export interface SeenRequest {
  readonly target: Target;
  readonly method: string;
  /** Path with its query. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** Body as text; empty if it is a file or larger than 1 MiB. */
  readonly body: string;
  readonly file: ReceivedFile | undefined;
  /** Milliseconds since 1970. */
  readonly at: number;
}

export interface ScenarioOptions extends ServiceOptions {
  /** True if answers echo Idempotency-Key, as a server that honors keys does. Default false. */
  honorsKeys?: boolean;
}

/** Base of the scenario server and the msw handlers: scripts, received requests, and the service behind them. */
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
   * Scripts the answers to the next requests of a method (`lookup`, `jobs.create`, `job.confirm`); after
   * these the service answers itself. An operation can also be named as in the contract, for `client.raw`.
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

  /** Records a request; returns the headers for every answer to it, and its scripted step, if there is one. */
  protected take(request: SeenRequest): { headers: Record<string, string>; scripted: Step | undefined } {
    this.requests.push(request);
    const headers: Record<string, string> = { 'x-request-id': `req-${this.requests.length}` };
    const key = this.#keyOf(request);
    if (key !== undefined) headers['idempotency-key'] = key;
    return { headers, scripted: this.#scripts.get(request.target)?.shift() };
  }

  /** The service's own answer. `origin` is its address, for the links it returns. */
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

/** A file with ETag and single open ranges, as far as a resumed download needs them. */
export function rangeOf(
  file: Uint8Array,
  asked: Readonly<Record<string, string | string[] | undefined>>,
  etag = '"v1"',
): Scenario {
  const headers = { 'content-type': 'text/csv', 'accept-ranges': 'bytes', etag };
  const from = Number(/^bytes=(\d+)-$/.exec(String(asked['range'] ?? ''))?.[1] ?? 'NaN');
  const isSame = (asked['if-range'] ?? etag) === etag;
  if (!(from < file.length) || !isSame) {
    return { status: 200, headers: { ...headers, 'content-length': String(file.length) }, body: file };
  }
  return {
    status: 206,
    headers: {
      ...headers,
      'content-length': String(file.length - from),
      'content-range': `bytes ${from}-${file.length - 1}/${file.length}`,
    },
    body: file.subarray(from),
  };
}
