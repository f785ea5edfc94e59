// Broken servers made from openapi.yaml: its statuses and operations, each broken in turn, and files and links.
import { responseExamples } from '../../packages/contract/src/examples.js';
import { operationPolicies, type OperationId } from '../../packages/contract/src/index.js';
import type { Mutation, ProxyAnswer, ProxyRequest } from './mutating-proxy.js';

/** A server broken in one way. */
export interface Mutant {
  /** Description of its fault. */
  name: string;
  mutate: () => Mutation;
}

type Json = Record<string, unknown>;

const operations = Object.keys(operationPolicies) as OperationId[];
const statusesOf = (id: OperationId): readonly number[] => operationPolicies[id].statuses;
const pathOf = ({ path }: ProxyRequest): string => path.split('?')[0] ?? path;

/** The operation that a request asks for. */
const operationOf = (request: ProxyRequest): OperationId | undefined =>
  operations.find((id) => {
    const { method, path } = operationPolicies[id];
    const pattern = new RegExp(`^${path.replace('{jobId}', '[^/]+')}$`);
    return method === request.method && pattern.test(pathOf(request));
  });

const answer = (status: number, body: unknown, headers: Record<string, string> = {}): ProxyAnswer => ({
  status,
  headers: { 'content-type': 'application/json', ...headers },
  body: Buffer.from(JSON.stringify(body)),
});

/** Passes requests on, and changes the answers. */
const changing = (
  name: string,
  change: (answer: ProxyAnswer, request: ProxyRequest) => ProxyAnswer,
): Mutant => ({
  name,
  mutate: () => async (request, forward) => change(await forward(request), request),
});

/** The contract's smallest example of a success, about the job of the request. */
function exampleOf(id: OperationId, request: ProxyRequest): ProxyAnswer {
  const status = statusesOf(id).find((each) => each < 300) ?? 200;
  const [smallest = {}] = responseExamples(id, status)
    .map(({ value }) => value as Json)
    .sort((a, b) => JSON.stringify(a).length - JSON.stringify(b).length);
  const jobId = /\/([0-9a-f-]{36})\//.exec(request.path)?.[1];
  return answer(status, jobId === undefined ? smallest : { ...smallest, jobId });
}

const refusals = [...new Set(operations.flatMap(statusesOf))].filter((status) => status >= 400);

const accepting = refusals.map((status) =>
  changing(`answers a success instead of ${status}`, (original, request) => {
    const id = operationOf(request);
    return original.status === status && id !== undefined ? exampleOf(id, request) : original;
  }),
);

const isPage = ({ status, headers }: ProxyAnswer) =>
  [404, 405].includes(status) && headers['content-type']?.startsWith('text/html') === true;

/** Changes what is neither JSON nor a page: files. */
const inFiles = (name: string, change: (text: string) => string) =>
  changing(name, (original, request) =>
    operationOf(request) === undefined && original.status < 300
      ? { ...original, body: Buffer.from(change(original.body.toString('latin1')), 'latin1') }
      : original,
  );

const anywhere: Mutant[] = [
  ...['Bad request', 'check address, city, state, zip'].map((error) =>
    changing(`says "${error}" in every 400`, (original) =>
      original.status === 400 ? answer(400, { error }, original.headers) : original,
    ),
  ),
  changing('has Error bodies for pages', (original) =>
    isPage(original) ? answer(original.status, { error: 'no' }) : original,
  ),
  changing('opens every link', (original, request) =>
    operationOf(request) === undefined && original.status >= 400 ? { ...original, status: 200 } : original,
  ),
  inFiles('loses the last byte of a file', (text) => text.slice(0, -1)),
  inFiles('loses a row of a file', (text) => text.replace(/\n[^\n]*\n/, '\n')),
  inFiles('gives an empty file', () => ''),
];

const MATCH = { address: '100 Sandbox Match St', city: 'Austin', state: 'TX', zip: '78701' };

/** Charges one more match after each answer, by a lookup that no client sent. */
const charging = (id: OperationId): Mutant => ({
  name: `charges 4 cents more for a ${id}`,
  mutate: () => async (request, forward) => {
    const original = await forward(request);
    if (operationOf(request) !== id) return original;
    const { method, path } = operationPolicies.skipTraceSingle;
    const { 'idempotency-key': _used, ...rest } = request.headers;
    const headers = { ...rest, 'content-type': 'application/json' };
    await forward({ method, path, headers, body: Buffer.from(JSON.stringify(MATCH)) });
    return original;
  },
});

const ofOperations = operations.flatMap((id): Mutant[] => [
  charging(id),
  {
    name: `says yes to ${id} and does nothing`,
    mutate: () => async (request, forward) =>
      operationOf(request) === id ? exampleOf(id, request) : forward(request),
  },
  {
    name: `refuses every ${id}`,
    mutate: () => async (request, forward) =>
      operationOf(request) === id ? answer(400, { error: 'no' }) : forward(request),
  },
]);

/** Broken servers; together they break every check. */
export const mutants: readonly Mutant[] = [...accepting, ...anywhere, ...ofOperations];
