import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { operationPolicies, type OperationId } from '../../packages/contract/src/index.js';

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

/** A server broken in one way. */
export interface Mutant {
  /** Description of its fault. */
  name: string;
  mutate: () => Mutation;
  /** True if the fault shows only on a server with presigned uploads. */
  presigned?: boolean;
}

export type Json = Record<string, unknown>;

export const pathOf = ({ path }: ProxyRequest): string => path.split('?')[0] ?? path;

export const isRecord = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const jsonOf = ({ body }: { body: Buffer }): Json | null => {
  try {
    const value: unknown = JSON.parse(body.toString());
    return isRecord(value) ? value : null;
  } catch {
    return null;
  }
};

export const answer = (status: number, body: unknown, headers: Record<string, string> = {}): ProxyAnswer => ({
  status,
  headers: { 'content-type': 'application/json', ...headers },
  body: Buffer.from(JSON.stringify(body)),
});

export const operations = Object.keys(operationPolicies) as OperationId[];

const patterns = operations.map((id) => {
  const { method, path } = operationPolicies[id];
  return { id, method, pattern: new RegExp(`^${path.replaceAll(/\{[^}]+\}/g, '[^/]+')}$`) };
});

/** The operation of openapi.yaml that a request asks for. */
export const operationOf = (request: ProxyRequest): OperationId | undefined =>
  patterns.find(({ method, pattern }) => method === request.method && pattern.test(pathOf(request)))?.id;

type Where = (request: ProxyRequest, answer: ProxyAnswer) => boolean;

type Change = (answer: ProxyAnswer, request: ProxyRequest) => ProxyAnswer;

/** Passes requests on and changes the answers that `where` picks. */
export const changing =
  (where: Where, change: Change): (() => Mutation) =>
  () =>
  async (request, forward) => {
    const original = await forward(request);
    return where(request, original) ? change(original, request) : original;
  };

/** Sends another request than the client did. */
export const sending =
  (change: (request: ProxyRequest) => ProxyRequest): (() => Mutation) =>
  () =>
  (request, forward) =>
    forward(change(request));

/** Answers some requests itself, before the server sees them. */
export const refusing =
  (when: (request: ProxyRequest) => boolean, status: number): (() => Mutation) =>
  () =>
  async (request, forward) =>
    when(request) ? answer(status, { error: 'no', balanceRequired: 4 }) : forward(request);
