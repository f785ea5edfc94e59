import type { ServiceErrorCode } from '@skiptrace/contract';

import type { Open } from '../open-answers.js';

/** Facts in every error, as far as they are known where it is thrown. */
export interface ErrorFacts {
  /** HTTP status of the last answer. */
  status?: number | undefined;
  /** The server's X-Request-Id of the last answer: quote it to support. */
  requestId?: string | undefined;
  /**
   * The service's own code for what went wrong (X-Error-Code), such as `job_not_found`; undefined if no service answered. More
   * specific than this error's `code`; newer services may send codes that this version doesn't know.
   */
  serviceCode?: Open<ServiceErrorCode> | undefined;
  /** operationId in the contract. */
  operation?: string | undefined;
  /** Requests sent or tried for this call. */
  attempts?: number | undefined;
  /** Id of the CSV job the call was about, once there is one. */
  jobId?: string | undefined;
  /** Set by `jobs.run` once there is a job: pass it to `jobs.run` to continue that job instead of paying for another. */
  resumeToken?: string | undefined;
  /** True if making the same call again later is harmless and may succeed. */
  retryable?: boolean | undefined;
  /** True if the account may have been charged although no result came back. */
  mayHaveBeenCharged?: boolean | undefined;
  cause?: unknown;
}

/** `instanceof` fails when two copies of this package are loaded (ESM and CJS, or two versions); this symbol does not. */
const brand: unique symbol = Symbol.for('@skiptrace/sdk/error') as never;

/**
 * Base class of every error that this package throws on purpose. Never holds the API key, request headers or a page of HTML.
 */
export abstract class SkipTraceError extends Error {
  abstract readonly code: string;
  readonly status: number | undefined;
  readonly requestId: string | undefined;
  readonly serviceCode: Open<ServiceErrorCode> | undefined;
  readonly operation: string | undefined;
  readonly jobId: string | undefined;
  readonly resumeToken: string | undefined;
  readonly attempts: number = 0;
  readonly retryable: boolean = false;
  readonly mayHaveBeenCharged: boolean = false;
  declare readonly [brand]: true;

  static {
    Object.defineProperty(this.prototype, brand, { value: true });
  }

  /** Copies every fact except the cause to a field, including facts that only a subclass declares. */
  constructor(message: string, { cause, ...facts }: ErrorFacts = {}) {
    super(message, cause === undefined ? undefined : { cause });
    Object.assign(this, facts);
  }

  /** Serialized form: the facts, without the stack and the cause. */
  toJSON(): Record<string, unknown> {
    return { ...(this as object), name: this.name, message: this.message };
  }
}

/** An error with additional facts, which its subclass declares as fields. */
export abstract class ErrorWithFacts<Own extends object> extends SkipTraceError {
  // eslint-disable-next-line @typescript-eslint/no-useless-constructor -- it asks for the facts that the base class does not know
  constructor(message: string, facts: ErrorFacts & Own) {
    super(message, facts);
  }
}

/** True for an error from any copy of this package. */
export function isBranded(value: unknown): value is SkipTraceError {
  return typeof value === 'object' && value !== null && brand in value;
}
