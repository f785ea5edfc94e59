import { randomUUID } from 'node:crypto';

import { type AddressInput, operationPolicies } from '@skiptrace/contract';

import {
  ConfigurationError,
  RateLimitError,
  type SkipTraceError,
  isSkipTraceError,
} from '../errors/index.js';
import {
  type CallLimits,
  type CallOptions,
  checkedIdempotencyKey,
  limitsOf,
  type Settings,
} from '../options.js';
import { errorOfAnswer } from './answer-error.js';
import { AttemptLimits } from './attempt-limits.js';
import { backoffMs } from './backoff.js';
import { deprecationOf, warnOnce } from './deprecation.js';
import { isStreamingBody, type Sender, type StreamingBody, type WireAnswer } from './exchange.js';
import { abortedBeforeSending, deadlineError, errorOfFailure, unknownOutcome } from './failure-error.js';
import { headerOf } from './headers.js';
import { loggableHeaders } from './log.js';
import { type AttemptAnswer, type AttemptRequest, wrap } from './middleware.js';
import { isFreelyRepeatable, type Operation, operationAt } from './operations.js';
import { echoesKey, mayResend, type Meaning, meaningOf, type Outcome, type ReadAnswer } from './outcome.js';
import { PauseGate } from './pause-gate.js';
import { RequestRecord } from './request-record.js';
import { ResponseRecord } from './response-record.js';
import { parseRetryAfter } from './retry-after.js';

/** What this package's own operations tell the transport beside the public options. */
export interface InternalCallOptions extends CallOptions {
  /** Handed on to an UnknownOutcomeError. */
  addresses?: readonly AddressInput[];
  /** Whether a 2xx body is what the contract says; an answer that is not is treated like one that is no JSON. */
  expects?: ((json: object) => boolean) | undefined;
}

/** A call in progress: what stays the same for all its attempts. */
export interface Call {
  readonly operation: Operation;
  readonly request: RequestRecord;
  readonly headers: Readonly<Record<string, string>>;
  readonly limits: CallLimits;
  readonly signal: AbortSignal | undefined;
  readonly deadlineAt: number;
  readonly idempotencyKey: string | undefined;
  readonly addresses: readonly AddressInput[];
}

/** Marks failures of the wire, to tell them from what middleware throws. */
class WireFailure extends Error {
  constructor(override readonly cause: unknown) {
    super('wire failure');
  }
}

/**
 * Sends a request as often as is harmless, and no more: attempts, waits, limits and typed errors. It sits below
 * openapi-fetch, where a request is still a record that can be sent again.
 */
export class Transport {
  readonly #settings: Settings;
  readonly #sender: Sender;
  readonly #gate = new PauseGate();
  /** Whether this server has echoed an Idempotency-Key, which is how it says that it honours them. */
  #honoursKeys = false;

  constructor(settings: Settings, sender: Sender) {
    this.#settings = settings;
    this.#sender = sender;
  }

  /** Resolves with a 2xx answer in the contract's JSON; throws a SkipTraceError for everything else. */
  async send(request: RequestRecord): Promise<ResponseRecord> {
    const call = this.#begin(request);
    /** The first attempt whose outcome is not known; later answers must clear it up before it is forgotten. */
    let doubt: SkipTraceError | undefined;
    for (let attempt = 1; ; attempt++) {
      await this.#passGate(call, attempt - 1);
      const outcome = await this.#attempt(call, attempt);
      const meaning = meaningOf(outcome);
      if (meaning === 'done' && outcome.kind === 'answer')
        return this.#responseOf(call, outcome.answer, attempt);

      const retryAt = this.#retryAtOf(outcome);
      const error = this.#errorOf(call, outcome, attempt, retryAt);
      const unclear = leavesDoubt(call.operation, meaning);
      if (unclear) doubt ??= error;
      const waitMs = this.#waitBefore(call, attempt, retryAt);
      if (
        isCutByCaller(outcome) ||
        attempt > call.limits.maxRetries ||
        !mayResend(call.operation, meaning, this.#honoursKeys) ||
        waitMs === undefined
      ) {
        if (doubt && !settlesDoubt(error) && !saysEnough(call.operation, meaning)) {
          throw unknownOutcome(call, error, attempt);
        }
        throw error;
      }
      if (meaning === 'rate-limited') this.#gate.pause(call.operation.rateLimit.name, this.#now() + waitMs);
      this.#announceRetry(call, attempt, waitMs, error);
      await this.#sleep(call, waitMs, attempt, doubt);
    }
  }

  /** Sends a file to an operation on a job. openapi-fetch has no body that is neither JSON nor FormData. */
  sendFile(
    id: 'uploadSkipTraceJobFile',
    jobId: string,
    body: StreamingBody,
    contentType: string,
    call: CallOptions,
  ): Promise<ResponseRecord> {
    const { method, path } = operationPolicies[id];
    const url = `${this.#settings.baseUrl}${path.replace('{jobId}', encodeURIComponent(jobId))}`;
    const headers = new Headers({ 'content-type': contentType });
    return this.send(new RequestRecord(url, { method, headers, body, call }));
  }

  /**
   * One request to an address the server gave out (a signed upload or download): without the key, without retries,
   * and without a limit on the body, which the caller reads under `limits`.
   */
  async sendSigned(
    request: { method: string; url: string; headers: Record<string, string>; body?: StreamingBody },
    limits: AttemptLimits,
  ): Promise<WireAnswer> {
    const { body } = request;
    const url = URL.canParse(request.url) ? new URL(request.url) : undefined;
    if (!url || !/^https?:$/.test(url.protocol)) {
      throw new ConfigurationError('The server gave out a file address that is not http or https');
    }
    url.hash = '';
    return limits.race(
      this.#sender.send({
        ...request,
        url: url.href,
        body: body && touching(body, limits),
        signal: limits.signal,
        onSend: () => {},
      }),
    );
  }

  /** Limits for one signed request. Its owner disposes of them. */
  limitsFor(options: CallOptions): AttemptLimits {
    const limits = limitsOf(options, this.#settings.limits);
    return new AttemptLimits(this.#settings.clock, {
      timeoutMs: limits.timeoutMs,
      deadlineAt: this.#now() + limits.deadlineMs,
      signal: options.signal,
    });
  }

  close(): Promise<void> {
    return this.#sender.close();
  }

  #begin(request: RequestRecord): Call {
    const { baseUrl, limits, apiKey } = this.#settings;
    const options: InternalCallOptions = request.call;
    const path = request.url.slice(baseUrl.length).split('?', 1)[0] ?? '';
    const operation = operationAt(request.method, path);
    if (!operation || !request.url.startsWith(`${baseUrl}/`)) {
      throw new ConfigurationError(`${request.method} ${path} is not an operation of the contract`);
    }
    if (operation.security === 'key' && apiKey === undefined) {
      throw new ConfigurationError('There is no API key: pass apiKey, or set SKIPTRACE_API_KEY');
    }
    const idempotencyKey = operation.idempotencyKey
      ? checkedIdempotencyKey(options.idempotencyKey ?? request.headers['idempotency-key'] ?? randomUUID())
      : undefined;
    const callLimits = limitsOf(options, limits);
    return {
      operation,
      request,
      headers: {
        accept: 'application/json',
        ...request.headers,
        ...(idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }),
      },
      limits: callLimits,
      signal: options.signal,
      deadlineAt: this.#now() + callLimits.deadlineMs,
      idempotencyKey,
      addresses: options.addresses ?? [],
    };
  }

  /** Waits while another call of this client is waiting for the same rate limit. */
  async #passGate(call: Call, attempts: number): Promise<void> {
    for (;;) {
      if (call.signal?.aborted) throw abortedBeforeSending(call, attempts);
      const waitMs = this.#gate.openAt(call.operation.rateLimit.name) - this.#now();
      if (waitMs <= 0) return;
      if (waitMs > call.limits.maxRetryAfterMs || this.#now() + waitMs > call.deadlineAt) {
        throw new RateLimitError(
          'Another call of this client was told to wait for this rate limit, longer than this call may.',
          {
            operation: call.operation.id,
            attempts,
            retryAt: new Date(this.#now() + waitMs),
          },
        );
      }
      await this.#sleep(call, waitMs, attempts, undefined);
    }
  }

  async #attempt(call: Call, attempt: number): Promise<Outcome> {
    const limits = new AttemptLimits(this.#settings.clock, {
      timeoutMs: call.limits.timeoutMs,
      deadlineAt: call.deadlineAt,
      signal: call.signal,
    });
    const startedAt = this.#now();
    let sent = false;
    const send = wrap(this.#settings.middleware, async (request) => {
      try {
        return await this.#exchange(call, request, limits, () => {
          sent = true;
        });
      } catch (cause) {
        throw new WireFailure(cause);
      }
    });
    try {
      const { status, headers, body } = await limits.race(
        send({
          operation: call.operation.id,
          method: call.request.method,
          url: call.request.url,
          headers: call.headers,
          body: typeof call.request.body === 'string' ? call.request.body : undefined,
          attempt,
          get signal() {
            return limits.signal.asAbortSignal;
          },
        }),
      );
      const answer: ReadAnswer = {
        status,
        headers,
        text: body,
        json: expected(call, status, parseJson(body)),
      };
      this.#noteAnswer(call, answer, attempt, startedAt);
      return { kind: 'answer', answer };
    } catch (error) {
      const cause = error instanceof WireFailure ? error.cause : error;
      // A source of this package that failed (the file to upload), or middleware: not the wire's doing.
      if (limits.cutShort === undefined && (isSkipTraceError(cause) || !(error instanceof WireFailure)))
        throw cause;
      this.#settings.logger?.debug?.('attempt failed', { operation: call.operation.id, attempt, sent });
      return { kind: 'failure', sent, cutShort: limits.cutShort, cause };
    } finally {
      limits.dispose();
    }
  }

  /** Here, below everything that could show it, the key joins the request; and only towards the client's own server. */
  async #exchange(
    call: Call,
    request: AttemptRequest,
    limits: AttemptLimits,
    onSend: () => void,
  ): Promise<AttemptAnswer> {
    const { apiKey, baseUrl } = this.#settings;
    const withKey = call.operation.security === 'key' && request.url.startsWith(`${baseUrl}/`);
    const { body } = call.request;
    const answer = await this.#sender.send({
      method: request.method,
      url: request.url,
      headers: withKey ? { ...request.headers, authorization: `Bearer ${apiKey}` } : request.headers,
      body: isStreamingBody(body) ? touching(body, limits) : body,
      signal: limits.signal,
      onSend,
    });
    return { status: answer.status, headers: answer.headers, body: await answer.text() };
  }

  #noteAnswer(call: Call, answer: ReadAnswer, attempt: number, startedAt: number): void {
    const { logger, onDeprecation } = this.#settings;
    const { id } = call.operation;
    if (echoesKey(answer, call.idempotencyKey)) this.#honoursKeys = true;
    if (answer.headers['deprecation'] !== undefined) {
      const deprecation = deprecationOf(id, answer.headers, this.#now());
      if (deprecation) {
        warnOnce(deprecation);
        onDeprecation?.(deprecation);
      }
    }
    logger?.debug?.('answer', {
      operation: id,
      attempt,
      status: answer.status,
      durationMs: this.#now() - startedAt,
      headers: loggableHeaders(answer.headers),
    });
  }

  #responseOf(call: Call, answer: ReadAnswer, attempts: number): ResponseRecord {
    return new ResponseRecord(answer.text, answer.json, {
      status: answer.status,
      headers: answer.headers,
      attempts,
      url: call.request.url,
    });
  }

  #errorOf(call: Call, outcome: Outcome, attempts: number, retryAt: number | undefined): SkipTraceError {
    return outcome.kind === 'answer'
      ? errorOfAnswer(call.operation, outcome.answer, {
          attempts,
          retryAt,
          redact: (text) => this.#redact(text),
        })
      : errorOfFailure(call, outcome, attempts);
  }

  #retryAtOf(outcome: Outcome): number | undefined {
    if (outcome.kind !== 'answer') return undefined;
    const { headers } = outcome.answer;
    return parseRetryAfter(headerOf(headers, 'retry-after'), headerOf(headers, 'date'), this.#now());
  }

  /** How long to wait before the next attempt; undefined when that is longer than this call may wait. */
  #waitBefore(call: Call, attempt: number, retryAt: number | undefined): number | undefined {
    const { random } = this.#settings.clock;
    const askedMs = retryAt === undefined ? 0 : retryAt - this.#now();
    if (askedMs > call.limits.maxRetryAfterMs) return undefined;
    const waitMs = Math.max(askedMs, backoffMs(attempt, random));
    return this.#now() + waitMs > call.deadlineAt ? undefined : waitMs;
  }

  #announceRetry(call: Call, attempt: number, waitMs: number, error: SkipTraceError): void {
    const { onRetry, logger } = this.#settings;
    const operation = call.operation.id;
    logger?.warn?.('trying again', { operation, attempt, waitMs, code: error.code, status: error.status });
    onRetry?.({ operation, attempt, waitMs, error });
  }

  async #sleep(
    call: Call,
    waitMs: number,
    attempts: number,
    doubt: SkipTraceError | undefined,
  ): Promise<void> {
    try {
      await this.#settings.clock.sleep(waitMs, call.signal);
    } catch (reason) {
      if (!call.signal?.aborted) throw reason;
      throw doubt ? unknownOutcome(call, reason, attempts) : abortedBeforeSending(call, attempts);
    }
    if (this.#now() > call.deadlineAt)
      throw doubt ? unknownOutcome(call, doubt, attempts) : deadlineError(call, attempts);
  }

  #redact(text: string): string {
    const { apiKey } = this.#settings;
    return apiKey === undefined ? text : text.replaceAll(apiKey, '[API key]');
  }

  #now(): number {
    return this.#settings.clock.now();
  }
}

/** Whether an attempt that meant this may have done something that must not be done twice. */
function leavesDoubt(operation: Operation, meaning: Meaning): boolean {
  if (isFreelyRepeatable(operation)) return false;
  if (meaning === 'unclear' || meaning === 'garbled') return true;
  return operation.idempotency === 'state' && meaning === 'declared-failure';
}

/** A lookup that was answered with something unreadable is a ResponseFormatError, which says itself what it may have cost. */
function saysEnough(operation: Operation, meaning: Meaning): boolean {
  return meaning === 'garbled' && operation.idempotency === 'key';
}

/**
 * Errors after which an earlier doubt about the same key is gone: the server checks for a replay before the daily cap
 * and the balance (readings, order of checks), so these say that the earlier attempt did nothing.
 */
function settlesDoubt(error: SkipTraceError): boolean {
  return error.code === 'insufficient_balance' || error.code === 'daily_miss_limit';
}

function isCutByCaller(outcome: Outcome): boolean {
  return outcome.kind === 'failure' && (outcome.cutShort === 'signal' || outcome.cutShort === 'deadlineMs');
}

function expected({ request }: Call, status: number, json: object | undefined): object | undefined {
  const { expects }: InternalCallOptions = request.call;
  return json && status < 300 && expects && !expects(json) ? undefined : json;
}

function parseJson(text: string): object | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}

/** While bytes of a file move, there is no silence to time out. */
function touching(body: StreamingBody, limits: AttemptLimits): StreamingBody {
  return {
    bytes: body.bytes,
    async *open() {
      for await (const chunk of body.open()) {
        limits.touch();
        yield chunk;
      }
    },
  };
}
