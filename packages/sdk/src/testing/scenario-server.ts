import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';

import type { OperationId } from '@skiptrace/contract';

import { operationAt } from '../transport/operations.js';
import { FileHash, type ReceivedFile } from './multipart-hash.js';
import { Service, type ServiceOptions } from './service.js';
import { htmlPage, type Step } from './steps.js';

/** Largest request body that is kept; a file is only counted and hashed. */
const maxKeptBytes = 1024 * 1024;

/** Where a request went: an operation of the contract, a signed file address, or nowhere. */
export type Target = OperationId | 'signed-upload' | 'signed-download' | 'page';

/** One request as the server saw it. */
export interface SeenRequest {
  readonly target: Target;
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  /** Body as text; empty when it is a file or larger than 1 MiB. */
  readonly body: string;
  readonly file: ReceivedFile | undefined;
  readonly at: number;
}

export interface ScenarioOptions extends ServiceOptions {
  /** Whether answers echo Idempotency-Key, as a server that honours keys does. Default false. */
  honoursKeys?: boolean;
}

/**
 * A real HTTP server that answers like the service, and misbehaves as told: `script` the next answers to an
 * operation, then look at what it saw in `requests`.
 *
 * @example
 * const server = await ScenarioServer.start();
 * server.script('skipTraceSingle', rateLimited('1'), htmlPage(502));
 * const client = new SkipTrace({ baseUrl: server.url, apiKey: 'pc_test' });
 */
export class ScenarioServer implements AsyncDisposable {
  readonly requests: SeenRequest[] = [];
  readonly service: Service;
  readonly #options: ScenarioOptions;
  readonly #scripts = new Map<Target, Step[]>();
  readonly #unread = new Map<Target, Step>();
  readonly #server: Server;
  #port = 0;

  private constructor(options: ScenarioOptions) {
    this.#options = options;
    this.service = new Service(options);
    this.#server = createServer((request, response) => {
      this.#serve(request, response).catch(() => response.destroy());
    });
  }

  static async start(options: ScenarioOptions = {}): Promise<ScenarioServer> {
    const scenario = new ScenarioServer(options);
    await new Promise<void>((resolve) => scenario.#server.listen(0, '127.0.0.1', resolve));
    scenario.#port = (scenario.#server.address() as AddressInfo).port;
    return scenario;
  }

  get url(): string {
    return `http://127.0.0.1:${this.#port}`;
  }

  /** How the next requests to `target` are answered; after these the service answers itself. */
  script(target: Target, ...steps: Step[]): this {
    this.#scripts.set(target, [...(this.#scripts.get(target) ?? []), ...steps]);
    return this;
  }

  /** Like `script`, but answers before the request's body is read, as a server does that refuses by its headers. */
  refuseUnread(target: Target, step: Step): this {
    this.#unread.set(target, step);
    return this;
  }

  /** The requests to one target. */
  seen(target: Target): SeenRequest[] {
    return this.requests.filter((request) => request.target === target);
  }

  /** Sockets open now. */
  connections(): Promise<number> {
    return new Promise((resolve, reject) => {
      this.#server.getConnections((error, count) => (error ? reject(error) : resolve(count)));
    });
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = (request.url ?? '/').split('?', 1)[0] ?? '/';
    const target = targetOf(request.method ?? 'GET', path);
    const unread = this.#unread.get(target);
    if (unread) {
      this.#unread.delete(target);
      return unread(response);
    }
    const { body, file } = await received(request, target);
    this.requests.push({
      target,
      method: request.method ?? 'GET',
      path: request.url ?? '/',
      headers: request.headers,
      body,
      file,
      at: Date.now(),
    });
    response.setHeader('X-Request-Id', `req-${this.requests.length}`);
    const key = request.headers['idempotency-key'];
    if (this.#options.honoursKeys && typeof key === 'string') response.setHeader('Idempotency-Key', key);
    const scripted = this.#scripts.get(target)?.shift();
    if (scripted) scripted(response);
    else this.#answer(target, path, body, request, response);
  }

  #answer(
    target: Target,
    path: string,
    body: string,
    request: IncomingMessage,
    response: ServerResponse,
  ): void {
    if (target === 'page') return htmlPage(404)(response);
    if (target === 'signed-upload') return void response.writeHead(200).end();
    if (target === 'signed-download') return sendFile(this.service.enriched, request, response);
    const jobId = /^\/api\/user\/skip-trace\/([^/]+)/.exec(path)?.[1];
    const json: unknown = body === '' || target === 'uploadSkipTraceJobFile' ? undefined : JSON.parse(body);
    const key = request.headers['idempotency-key'];
    const idempotencyKey = this.#options.honoursKeys && typeof key === 'string' ? key : undefined;
    this.service.answer({ operation: target, jobId, json, origin: this.url, idempotencyKey })(response);
  }
}

function targetOf(method: string, path: string): Target {
  if (path.startsWith('/files/uploads/') && method === 'PUT') return 'signed-upload';
  if (path.startsWith('/files/results/') && method === 'GET') return 'signed-download';
  return operationAt(method, path)?.id ?? 'page';
}

async function received(
  request: IncomingMessage,
  target: Target,
): Promise<{ body: string; file: ReceivedFile | undefined }> {
  const isFile = target === 'uploadSkipTraceJobFile' || target === 'signed-upload';
  const hash = new FileHash(request.headers['content-type']);
  const kept: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (isFile) hash.push(chunk);
    if (bytes <= maxKeptBytes) kept.push(chunk);
  }
  return {
    body: bytes <= maxKeptBytes ? Buffer.concat(kept).toString('utf8') : '',
    file: isFile ? hash.end() : undefined,
  };
}

/** A file with ETag and single ranges, as far as a resumed download needs them. */
export function sendFile(
  file: Uint8Array,
  request: IncomingMessage,
  response: ServerResponse,
  etag = '"v1"',
): void {
  const headers = { 'content-type': 'text/csv', 'accept-ranges': 'bytes', etag };
  const from = Number(/^bytes=(\d+)-$/.exec(request.headers.range ?? '')?.[1] ?? 'NaN');
  if (Number.isInteger(from) && from < file.length && (request.headers['if-range'] ?? etag) === etag) {
    response.writeHead(206, {
      ...headers,
      'content-length': file.length - from,
      'content-range': `bytes ${from}-${file.length - 1}/${file.length}`,
    });
    response.end(file.subarray(from));
  } else {
    response.writeHead(200, { ...headers, 'content-length': file.length });
    response.end(file);
  }
}
