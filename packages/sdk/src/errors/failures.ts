import type { AddressInput } from '@skiptrace/contract';

import { type ErrorFacts, ErrorWithFacts, SkipTraceError } from './base.js';

/** 5xx. A JSON 500 charged nothing (contract, billing rule 6); the call may be made again. */
export class ServerError extends ErrorWithFacts<{ retryAt: Date | undefined }> {
  override readonly name = 'ServerError';
  readonly code = 'server_error';
  /** Time at which the server accepts another request, if it said so (Retry-After). */
  declare readonly retryAt: Date | undefined;
}

/** The server could not be reached, or the connection broke during a call that is free to repeat. */
export class ConnectionError extends SkipTraceError {
  override readonly name = 'ConnectionError';
  readonly code = 'connection';
}

/** `timeoutMs` of an attempt or `deadlineMs` of the call ran out. */
export class TimeoutError extends ErrorWithFacts<{ limit: 'timeoutMs' | 'deadlineMs' }> {
  override readonly name = 'TimeoutError';
  readonly code = 'timeout';
  declare readonly limit: 'timeoutMs' | 'deadlineMs';
}

/** The caller's AbortSignal fired before anything that costs money was sent. `cause` is the signal's reason. */
export class AbortedError extends SkipTraceError {
  override readonly name = 'AbortError';
  readonly code = 'aborted';
}

/** Common to both errors of a lost answer: carries the data for repeating the call under the same key. */
abstract class LostAnswerError extends SkipTraceError {
  /** The idempotency key sent with all attempts of this call. */
  declare readonly idempotencyKey: string | undefined;
  /** The addresses of the call. Not enumerable, so that logging the error does not log them. */
  declare readonly addresses: readonly AddressInput[];

  constructor(
    message: string,
    facts: ErrorFacts & { idempotencyKey: string | undefined; addresses: readonly AddressInput[] },
  ) {
    const { addresses, ...shown } = facts;
    super(message, shown);
    Object.defineProperty(this, 'addresses', { value: addresses });
  }
}

/** A 2xx that is not the contract's JSON, or a status that is not in the contract. */
export class ResponseFormatError extends LostAnswerError {
  override readonly name = 'ResponseFormatError';
  readonly code = 'response_format';
}

/**
 * The request was sent, and its outcome is not known. Sending it again could charge twice, so it was not
 * repeated. With a server that supports Idempotency-Key the same call with the same `idempotencyKey` is safe.
 */
export class UnknownOutcomeError extends LostAnswerError {
  override readonly name = 'UnknownOutcomeError';
  readonly code = 'unknown_outcome';
}

/** The list of a bulk lookup threw while it was read. `cause` is the thrown value; the entries before it were looked up. */
export class BulkInputError extends SkipTraceError {
  override readonly name = 'BulkInputError';
  readonly code = 'bulk_input';

  constructor(facts: ErrorFacts) {
    super('Your list of addresses threw. The addresses before that were looked up.', facts);
  }
}

/** A webhook was not sent by the service with this secret, was changed, or is too old: ignore it. */
export class WebhookError extends SkipTraceError {
  override readonly name = 'WebhookError';
  readonly code = 'webhook';
}

/** The client's configuration or arguments are unusable: no key, a bad URL, a bad option. Nothing was sent. */
export class ConfigurationError extends SkipTraceError {
  override readonly name = 'ConfigurationError';
  readonly code = 'configuration';
}
