import { createHash } from 'node:crypto';
import { callPolicies, type OperationId } from '@skiptrace/contract';
import { adviceFor } from '../check-options.js';
import { ConfigurationError } from '../errors.js';
import { knownOperationAt } from '../transport/operations.js';
import { type Scenario, htmlPage, reply } from './scenario.js';
import { Service, type ServiceOptions } from './service.js';

/** Target of a request: an operation of the contract, a signed file address, or `page` for anything else. */
export type Target = OperationId | 'signed-upload' | 'signed-download' | 'page';

/** The client's methods and the operation each of them calls. `jobs.run` and the waits call several. */
const methods = {
  lookup: 'skipTraceSingle',
  bulk: 'skipTraceBulk',
  account: 'getAccount',
  deliveries: 'listDeliveries',
  contact: 'sendContactMessage',
  'jobs.create': 'createSkipTraceJob',
  'jobs.get': 'getSkipTraceJob',
  'jobs.list': 'listSkipTraceJobs',
  'job.upload': 'uploadSkipTraceJobFile',
  'job.confirm': 'confirmSkipTraceJob',
  'job.cancel': 'cancelSkipTraceJob',
  'job.download': 'signed-download',
} as const satisfies Record<string, Target>;

/** A method of the client: `lookup`, `jobs.create`, or `job.confirm` for a job's handle. */
export type MethodName = keyof typeof methods;

const targets: ReadonlySet<string> = new Set([
  ...Object.keys(callPolicies),
  ...['signed-upload', 'signed-download', 'page'],
]);

/**
 * The target of a method, or the target itself: operations can be named as in the contract too.
 *
 * @throws ConfigurationError for any other name: its script would never be used
 */
export function targetNamed(name: MethodName | Target): Target {
  if (Object.hasOwn(methods, name)) return methods[name as MethodName];
  if (targets.has(name)) return name as Target;
  const advice = adviceFor(name, Object.keys(methods), 'Methods');
  throw new ConfigurationError(`The client has no method ${JSON.stringify(name)} to script. ${advice}`);
}

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

/** Largest body that is kept as text. */
const maxBodyBytes = 1024 * 1024;

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

  /**
   * Records a request; returns the headers for every answer to it, and its scripted step, or else the service's own answer.
   *
   * @param origin address of the service, for the links it returns
   */
  protected async take(
    { method, path, headers }: Pick<SeenRequest, 'method' | 'path' | 'headers'>,
    chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
    origin: string,
  ): Promise<{ headers: Record<string, string>; step: Step | Scenario }> {
    const target = targetOf(method, path.split('?', 1)[0] ?? '/');
    const received = await readAll(chunks);
    const sent = carriesFile(target) ? fileIn(received, String(headers['content-type'])) : undefined;
    const file = sent && { bytes: sent.length, sha256: createHash('sha256').update(sent).digest('hex') };
    const body = sent || received.length > maxBodyBytes ? '' : received.toString('utf8');
    const request = { target, method, path, headers, body, file, at: Date.now() };
    this.requests.push(request);
    const always: Record<string, string> = { 'x-request-id': `req-${this.requests.length}` };
    const key = this.#keyOf(request);
    if (key !== undefined) always['idempotency-key'] = key;
    const scripted = this.#scripts.get(target)?.shift();
    if (sent && scripted === undefined) this.service.receive(path, sent);
    return { headers: always, step: scripted ?? this.answer(request, origin) };
  }

  /** The service's own answer. */
  protected answer(request: SeenRequest, origin: string): Scenario {
    const { target, path, body } = request;
    if (target === 'page') return htmlPage(404);
    if (target === 'signed-upload') return reply(200, '');
    if (target === 'signed-download') return rangeOf(this.service.fileAt(path), request.headers);
    const jobId = /^\/api\/user\/skip-trace\/([^/?]+)/.exec(path)?.[1];
    const json: unknown = body === '' ? undefined : JSON.parse(body);
    const idempotencyKey = this.#keyOf(request);
    const query = new URL(path, origin).searchParams;
    return this.service.answer({ operation: target, jobId, json, query, origin, idempotencyKey });
  }

  #keyOf({ headers }: SeenRequest): string | undefined {
    const key = headers['idempotency-key'];
    return this.#options.honorsKeys && typeof key === 'string' ? key : undefined;
  }
}

/**
 * The answer to a download of `file` with an ETag: the rest of the file for `Range: bytes=N-`, unless If-Range names another ETag,
 * and otherwise the whole file.
 * @param asked headers of the request
 */
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

/** Target of a method and a path (without its query). */
export function targetOf(method: string, path: string): Target {
  if (path.startsWith('/files/uploads/') && method === 'PUT') return 'signed-upload';
  if (path.startsWith('/files/results/') && method === 'GET') return 'signed-download';
  return knownOperationAt(method, path)?.operation.id ?? 'page';
}

function carriesFile(target: Target): boolean {
  return target === 'uploadSkipTraceJobFile' || target === 'signed-upload';
}

/** A received file. */
export interface ReceivedFile {
  readonly bytes: number;
  readonly sha256: string;
}

async function readAll(chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): Promise<Buffer> {
  const kept: Uint8Array[] = [];
  for await (const chunk of chunks) kept.push(chunk);
  return Buffer.concat(kept);
}

/** The one part of a multipart body, or the whole body if it is not multipart. */
function fileIn(body: Buffer, contentType: string): Buffer {
  const boundary = /boundary="?([^";]+)/.exec(contentType)?.[1];
  if (boundary === undefined) return body;
  return body.subarray(body.indexOf('\r\n\r\n') + 4, body.length - `\r\n--${boundary}--\r\n`.length);
}
