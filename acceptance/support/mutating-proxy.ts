import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface ProxyRequest {
  method: string;
  /** Path with the query. */
  path: string;
  headers: Record<string, string>;
  body: Buffer<ArrayBuffer>;
}

export interface ProxyAnswer {
  status: number;
  headers: Record<string, string>;
  body: Buffer;
}

export type Forward = (request: ProxyRequest) => Promise<ProxyAnswer>;

/** Behavior of a broken server for a request; `forward` returns the intact server's answer. */
export type Mutation = (request: ProxyRequest, forward: Forward) => Promise<ProxyAnswer>;

/** Headers that the proxy sets itself. */
const NOT_PASSED_ON = [
  'connection',
  'keep-alive',
  'transfer-encoding',
  'content-length',
  'host',
  'content-encoding',
];

/** A proxy in front of an intact server that breaks it in one way by changing its answers. */
export class MutatingProxy {
  readonly #server: Server;

  private constructor(
    private readonly target: string,
    private readonly mutation: Mutation,
  ) {
    this.#server = createServer((request, response) => {
      void this.#answer(request).then(
        ({ status, headers, body }) => response.writeHead(status, headers).end(body),
        () => response.destroy(),
      );
    });
  }

  static async listen(target: string, mutation: Mutation): Promise<MutatingProxy> {
    const proxy = new MutatingProxy(target, mutation);
    await new Promise<void>((resolve) => proxy.#server.listen(0, '127.0.0.1', resolve));
    return proxy;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  async #answer(incoming: IncomingMessage): Promise<ProxyAnswer> {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming as AsyncIterable<Buffer>) chunks.push(chunk);
    const request: ProxyRequest = {
      method: incoming.method ?? 'GET',
      path: incoming.url ?? '/',
      headers: plain(Object.entries(incoming.headers)),
      body: Buffer.concat(chunks),
    };
    return this.mutation(request, (changed) => this.#forward(changed));
  }

  async #forward({ method, path, headers, body }: ProxyRequest): Promise<ProxyAnswer> {
    const response = await fetch(`${this.target}${path}`, {
      method,
      headers,
      redirect: 'manual',
      ...(body.length === 0 ? {} : { body }),
    });
    const bytes = Buffer.from(await response.arrayBuffer());
    const json = response.headers.get('content-type')?.startsWith('application/json') === true;
    // Links lead through the proxy as well.
    const here = json ? Buffer.from(bytes.toString().replaceAll(this.target, this.url)) : bytes;
    return { status: response.status, headers: plain([...response.headers]), body: here };
  }
}

const plain = (entries: readonly [string, unknown][]): Record<string, string> =>
  Object.fromEntries(
    entries.filter(([name]) => !NOT_PASSED_ON.includes(name)).map(([name, value]) => [name, String(value)]),
  );
