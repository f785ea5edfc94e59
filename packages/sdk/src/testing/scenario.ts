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
