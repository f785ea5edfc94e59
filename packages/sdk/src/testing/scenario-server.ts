import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { actOnSocket, type Scenario, type SocketResponse } from './scenario.js';
import {
  FileHash,
  type ReceivedFile,
  type ScenarioOptions,
  Scenarios,
  carriesFile,
  type MethodName,
  type Target,
  targetNamed,
  targetOf,
} from './scripted-service.js';

/** A scenario, or another function of the response of a request that was read to its end. */
export type Step = Scenario | Act['act'];

interface Act {
  // A method, so that a function of Node's `ServerResponse` is assignable.
  act(response: SocketResponse): void;
}

/** Largest request body that is kept; a file is only counted and hashed. */
const maxKeptBytes = 1024 * 1024;

/**
 * A real HTTP server that answers like the service, and fails as scripted: `script` the next answers to an
 * operation, then look at the received `requests`.
 *
 * @example
 * const server = await ScenarioServer.start();
 * server.script('lookup', rateLimited('1'), htmlPage(502));
 * const client = new SkipTrace({ baseUrl: server.url, apiKey: 'pc_test' });
 */
export class ScenarioServer extends Scenarios<Step> implements AsyncDisposable {
  readonly #unread = new Map<Target, Step>();
  readonly #server: Server;
  #port = 0;

  private constructor(options: ScenarioOptions) {
    super(options);
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

  /** Answers the next request of a method before its body is read, like a server that refuses by the headers. */
  refuseUnread(name: MethodName | Target, step: Step): this {
    this.#unread.set(targetNamed(name), step);
    return this;
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
    const { method = 'GET', url: path = '/', headers } = request;
    const target = targetOf(method, path.split('?', 1)[0] ?? '/');
    const unread = this.#unread.get(target);
    if (unread) {
      this.#unread.delete(target);
      return act(unread, response);
    }
    const { bytes, file } = await received(request, target);
    const body = bytes.toString('utf8');
    const seen = { target, method, path, headers, body, file, at: Date.now() };
    const { headers: always, scripted } = this.take(seen);
    if (file !== undefined && scripted === undefined) this.service.receive(path, bytes);
    for (const [name, value] of Object.entries(always)) response.setHeader(name, value);
    act(scripted ?? this.answer(seen, this.url), response);
  }
}

function act(step: Step, response: ServerResponse): void {
  if (typeof step === 'function') step(response);
  else actOnSocket(step, response);
}

async function received(
  request: IncomingMessage,
  target: Target,
): Promise<{ bytes: Buffer; file: ReceivedFile | undefined }> {
  const isFile = carriesFile(target);
  const hash = new FileHash(request.headers['content-type']);
  const kept: Buffer[] = [];
  let length = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (isFile) hash.push(chunk);
    if (length <= maxKeptBytes) kept.push(chunk);
  }
  return {
    bytes: length <= maxKeptBytes ? Buffer.concat(kept) : Buffer.alloc(0),
    file: isFile ? hash.end() : undefined,
  };
}
