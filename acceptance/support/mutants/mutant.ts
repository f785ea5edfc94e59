import { operationPolicies, type OperationId } from '../../../packages/contract/src/index.js';
import type { Mutation, ProxyAnswer, ProxyRequest } from '../mutating-proxy.js';

/** A server broken in one way. */
export interface Mutant {
  /** Description of its fault. */
  name: string;
  mutate: () => Mutation;
  /** True if it needs a server with the other upload method. */
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

/** Passes every request on and changes the answers it applies to. */
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
