import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Clock } from '../suite/check.js';

export interface StubAnswer {
  /** `none` closes the connection without an answer. */
  status: number | 'none';
  json?: unknown;
  headers?: Record<string, string>;
}

export interface StubRequest {
  method: string;
  path: string;
  authorization: string | undefined;
  body: string;
}

/** A server with scripted answers that records its requests. */
export class StubServer {
  readonly requests: StubRequest[] = [];
  readonly #server: Server;

  private constructor(answer: (request: StubRequest) => StubAnswer) {
    this.#server = createServer((incoming, response) => {
      void this.#read(incoming).then((request) => {
        const { status, json, headers = {} } = answer(request);
        if (status === 'none') {
          incoming.socket.destroy();
          return;
        }
        const type = json === undefined ? 'text/html' : 'application/json';
        response.writeHead(status, { 'content-type': type, ...headers });
        response.end(json === undefined ? '<h1>page</h1>' : JSON.stringify(json));
      });
    });
  }

  static async listen(answer: (request: StubRequest) => StubAnswer): Promise<StubServer> {
    const stub = new StubServer(answer);
    await new Promise<void>((resolve) => stub.#server.listen(0, '127.0.0.1', resolve));
    return stub;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  async #read(incoming: IncomingMessage): Promise<StubRequest> {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming as AsyncIterable<Buffer>) chunks.push(chunk);
    const { method = 'GET', url = '/', headers } = incoming;
    const body = Buffer.concat(chunks).toString();
    const request = { method, path: url, authorization: headers.authorization, body };
    this.requests.push(request);
    return request;
  }
}

export const stoppedClock: Clock = { now: () => 0, sleep: () => Promise.resolve() };
