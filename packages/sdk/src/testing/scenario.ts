import {
  type OperationId,
  operationPolicies,
  callPolicies,
  limits,
  type ServiceErrorCode,
} from '@skiptrace/contract';
import {
  dereference,
  type HeaderObject,
  openapiDocument,
  responseObject,
} from '@skiptrace/contract/document';
import { responseExamples } from '@skiptrace/contract/examples';

/** Failure of the connection instead of an answer, or in the middle of one. */
export type Fault = 'reset' | 'stall' | 'reset-in-body' | 'stall-in-body';

/** Treatment of one request, as data: the scenario server performs it on a socket, the msw handlers with `fetch`. */
export interface Scenario {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array;
  /** Time before the first byte is sent, in milliseconds. */
  readonly delayMs?: number;
  readonly fault?: Fault;
}

/**
 * The response of Node's HTTP server, described by the members that scripts use, so that these types don't
 * need Node's. A step may be a function of Node's own `ServerResponse`.
 */
export interface SocketResponse {
  readonly socket: {
    end(chunk?: string | Uint8Array): unknown;
    destroy(): unknown;
    resetAndDestroy(): unknown;
  } | null;
  readonly headersSent: boolean;
  setHeader(name: string, value: string | number | readonly string[]): SocketResponse;
  writeHead(status: number, headers?: Readonly<Record<string, string | number>>): SocketResponse;
  write(chunk: string | Uint8Array, done?: () => void): boolean;
  end(chunk?: string | Uint8Array): unknown;
  destroy(): unknown;
  on(event: 'close' | 'finish', listener: () => void): unknown;
}

/** Time for a client to read the bytes sent before. */
const beforeResetMs = 20;

/** Performs a scenario on a socket. */
export function actOnSocket(scenario: Scenario, response: SocketResponse): void {
  const { delayMs = 0 } = scenario;
  if (delayMs === 0) return answerOnSocket(scenario, response);
  const timer = setTimeout(() => answerOnSocket(scenario, response), delayMs);
  response.on('close', () => clearTimeout(timer));
}

function answerOnSocket({ status, headers, body, fault }: Scenario, response: SocketResponse): void {
  const reset = () => void response.socket?.resetAndDestroy();
  switch (fault) {
    case undefined:
      response.writeHead(status, headers).end(body);
      return;
    case 'stall':
      return;
    case 'reset':
      return reset();
    case 'stall-in-body':
    case 'reset-in-body':
      // The header promises twice the bytes that are sent.
      response.writeHead(status, { ...headers, 'content-length': 2 * Buffer.byteLength(body) });
      response.write(body, () => fault === 'reset-in-body' && setTimeout(reset, beforeResetMs));
  }
}

/** The scenario as the answer of a `fetch`. A reset becomes `fetch`'s error, which gives no reason. */
export async function actOnFetch(scenario: Scenario): Promise<Response> {
  const { status, headers, body, delayMs = 0, fault } = scenario;
  if (delayMs > 0) await new Promise((resolve) => setTimeout(resolve, delayMs));
  if (fault === 'stall') return new Promise(() => {});
  if (fault === 'reset') return Response.error();
  return new Response(fault ? brokenBody(body, fault) : body, { status, headers });
}

function brokenBody(body: string | Uint8Array, fault: Fault): ReadableStream<Uint8Array> {
  return new ReadableStream({
    start(controller) {
      controller.enqueue(Buffer.from(body));
      if (fault === 'reset-in-body') {
        setTimeout(() => controller.error(new Error('the connection was reset')), beforeResetMs);
      }
    },
  });
}

export interface ContractAnswerOptions {
  /** Name of the example in openapi.yaml. Default: the first one of that status. */
  example?: string;
  /** Body fields that differ from the example. */
  body?: object;
}

/** An answer of the contract: an example of openapi.yaml with the required headers. */
export function contractAnswer(
  operation: OperationId,
  status: number,
  { example, body = {} }: ContractAnswerOptions = {},
): Scenario {
  return {
    status,
    headers: { 'content-type': 'application/json', ...requiredHeaders(operation, status) },
    body: JSON.stringify({ ...exampleOf(operation, status, example), ...body }),
  };
}

/** The body of an answer in openapi.yaml: its example of this name, or else the first one. */
export function exampleOf(operation: OperationId, status: number, name?: string): object {
  const examples = responseExamples(operation, status);
  const chosen = name === undefined ? examples[0] : examples.find((example) => example.name === name);
  if (!chosen) throw new Error(`The contract has no answer ${status} ${name ?? ''} of ${operation}`);
  return chosen.value as object;
}

/** Every answer of the contract: each status of each operation with each of its examples. */
export function contractAnswers(): readonly ContractAnswer[] {
  return (Object.keys(operationPolicies) as OperationId[]).flatMap((operation) =>
    operationPolicies[operation].statuses.flatMap((status) =>
      responseExamples(operation, status).map(({ name }) => ({
        name: `${operation} ${status} ${name}`,
        operation,
        status,
        scenario: contractAnswer(operation, status, { example: name }),
      })),
    ),
  );
}

export interface ContractAnswer {
  readonly name: string;
  readonly operation: OperationId;
  readonly status: number;
  readonly scenario: Scenario;
}

/** An example value of a header of the contract, as text. */
export function headerExample(name: keyof typeof openapiDocument.components.headers): string {
  const header = openapiDocument.components.headers[name];
  if (!header) throw new Error(`openapi.yaml has no header ${name}`);
  return String(header.example);
}

function requiredHeaders(operation: OperationId, status: number): Record<string, string> {
  const headers = Object.entries(responseObject(operation, status)?.headers ?? {});
  return Object.fromEntries(
    headers
      .map(([name, header]) => [name.toLowerCase(), dereference<HeaderObject>(header)] as const)
      .filter(([, { required }]) => required)
      .map(([name, { example }]) => [name, String(example)]),
  );
}

/** Any answer. Objects are sent as JSON. */
export function reply(status: number, body: object | string, headers: Record<string, string> = {}): Scenario {
  const isJson = typeof body === 'object';
  return {
    status,
    headers: { 'content-type': isJson ? 'application/json' : 'text/html', ...headers },
    body: isJson ? JSON.stringify(body) : body,
  };
}

/** The answer with the service's error code. */
const coded = (code: ServiceErrorCode, answer: Scenario): Scenario => ({
  ...answer,
  headers: { ...answer.headers, 'x-error-code': code },
});

/** 400 with this sentence. */
export const badRequest = (error: string): Scenario =>
  coded('invalid_request', contractAnswer('skipTraceSingle', 400, { body: { error } }));

/** 400 for an `Idempotency-Key` that was used with another body. */
export const idempotencyConflict = (): Scenario =>
  coded('idempotency_conflict', contractAnswer('skipTraceSingle', 400, { example: 'keyOfAnotherBody' }));

export const unauthorized = (): Scenario => coded('unauthorized', contractAnswer('skipTraceSingle', 401));

/** 402: the balance is below this many cents; without them, below the price of one match. */
export const insufficientBalance = (
  balanceRequiredCents: number = callPolicies.skipTraceSingle.priceCents,
): Scenario =>
  coded(
    'insufficient_balance',
    contractAnswer('skipTraceSingle', 402, { body: { balanceRequired: balanceRequiredCents } }),
  );

export const notFound = (): Scenario => coded('job_not_found', contractAnswer('getSkipTraceJob', 404));

/** 409 for a job in this status. */
export const conflict = (status: string): Scenario =>
  coded(
    'job_status_conflict',
    contractAnswer('confirmSkipTraceJob', 409, {
      body: { error: `The job does not allow this now: its status is ${status}` },
    }),
  );

/** 429 of a rate limit. `retryAfter` is the header's value; without it there is no such header. */
export const rateLimited = (retryAfter?: string): Scenario => {
  const { headers, ...answer } = contractAnswer('skipTraceSingle', 429, { example: 'rateLimit' });
  const { 'retry-after': _example, ...rest } = headers;
  return coded('rate_limited', {
    ...answer,
    headers: retryAfter === undefined ? rest : { ...rest, 'retry-after': retryAfter },
  });
};

/** 429 of the daily cap on misses. */
export const dailyMissLimit = (limit: number = limits.dailyMissLimit): Scenario =>
  coded(
    'daily_miss_limit',
    contractAnswer('skipTraceSingle', 429, { example: 'dailyMisses', body: { dailyMissLimit: limit } }),
  );

export const serverError = (): Scenario => coded('server_error', contractAnswer('skipTraceSingle', 500));

/** A gateway's page if the service behind it does not answer. */
export const htmlPage = (status: number): Scenario =>
  reply(status, `<html><head><title>${status}</title></head><body><h1>${status}</h1>nginx</body></html>`);

const nothing: Scenario = { status: 200, headers: {}, body: '' };

const beginning: Scenario = {
  status: 200,
  headers: { 'content-type': 'application/json' },
  body: '{"success":',
};

/** Reads the request, then drops the connection: it stays unknown whether it was carried out. */
export const reset = (): Scenario => ({ ...nothing, fault: 'reset' });

/** Never answers. */
export const stall = (): Scenario => ({ ...nothing, fault: 'stall' });

/** Sends headers and the beginning of the body, then nothing more. */
export const stallInBody = (): Scenario => ({ ...beginning, fault: 'stall-in-body' });

/** Sends headers and the beginning of the body, then drops the connection. */
export const resetInBody = (): Scenario => ({ ...beginning, fault: 'reset-in-body' });

/** Waits before another scenario. */
export const slow = (ms: number, scenario: Scenario): Scenario => ({ ...scenario, delayMs: ms });

/** Another scenario's answer, with the headers of a version that will be retired. */
export const deprecated = (
  scenario: Scenario,
  {
    at = headerExample('Deprecation'),
    sunset = headerExample('Sunset'),
    link = headerExample('Link'),
  }: { at?: string; sunset?: string; link?: string } = {},
): Scenario => ({
  ...scenario,
  headers: { ...scenario.headers, deprecation: at, sunset, link },
});
