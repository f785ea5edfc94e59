import type { AnswerHeaders } from './headers.js';
import type { OperationName } from './operations.js';

/** One attempt as middleware sees it. The API key is added later, so it cannot be logged by mistake. */
export interface AttemptRequest {
  readonly operation: OperationName;
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** The JSON body; undefined without a body or if it is a file. Changing it has no effect. */
  readonly body: string | undefined;
  /** 1 for the first attempt. */
  readonly attempt: number;
  readonly signal: AbortSignal;
}

export interface AttemptAnswer {
  readonly status: number;
  readonly headers: AnswerHeaders;
  readonly body: string;
}

/**
 * Runs around every attempt of an operation, inside retries; files sent to and from a signed address bypass
 * it. Call `next` once, with the request or a copy with other headers, and return its result. An error that
 * middleware throws ends the call and is thrown unchanged.
 *
 * @example
 * const timing: Middleware = async (request, next) => {
 *   const start = performance.now();
 *   const answer = await next(request);
 *   console.log(request.operation, answer.status, performance.now() - start);
 *   return answer;
 * };
 */
export type Middleware = (
  request: AttemptRequest,
  next: (request: AttemptRequest) => Promise<AttemptAnswer>,
) => Promise<AttemptAnswer>;

/** The first of `middleware` is the outermost. */
export function wrap(
  middleware: readonly Middleware[],
  send: (request: AttemptRequest) => Promise<AttemptAnswer>,
): (request: AttemptRequest) => Promise<AttemptAnswer> {
  return middleware.reduceRight<(request: AttemptRequest) => Promise<AttemptAnswer>>(
    (next, layer) => (request) => layer(request, next),
    send,
  );
}
