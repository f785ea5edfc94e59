import type { AnswerHeaders } from './headers.js';
import type { OperationName } from './operations.js';

/** One attempt as middleware sees it. The API key is added below, so it is not here and cannot be logged by mistake. */
export interface AttemptRequest {
  readonly operation: OperationName;
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** The JSON body; undefined when there is none or when it is a file. Changing it changes nothing. */
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
 * Runs around every attempt of an operation, inside retries; files on their way to and from a signed address go past it. Call `next` once, with the request or a copy with other headers, and
 * answer what it answers. What it throws itself ends the call and is thrown as it is.
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
