import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { actOnSocket, type Scenario, type SocketResponse } from './scenario.js';
import {
  type MethodName,
  type ScenarioOptions,
  Scenarios,
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
    const { headers: always, step } = await this.take({ method, path, headers }, request, this.url);
    for (const [name, value] of Object.entries(always)) response.setHeader(name, value);
    act(step, response);
  }
}

function act(step: Step, response: ServerResponse): void {
  if (typeof step === 'function') step(response);
  else actOnSocket(step, response);
}
