import { callPolicies } from '@skiptrace/contract';

import type { SkipTraceError } from '../errors/index.js';
import type { CallOptions, Settings } from '../options.js';
import { errorOfAnswer } from './answer-error.js';
import { type AttemptContext, makeAttempt } from './attempt.js';
import { beginCall, type BegunOptions, type Call, type InternalCallOptions, scopeOf } from './call.js';
import { leavesDoubt, saysEnough, settlesDoubt } from './doubt.js';
import type { Sender, StreamingBody } from './exchange.js';
import { errorOfFailure, unknownOutcome } from './failure-error.js';
import { headerOf } from './headers.js';
import { Lifetime } from './lifetime.js';
import { Observers } from './observers.js';
import { echoesKey, mayResend, meaningOf, type Outcome } from './outcome.js';
import { RequestRecord } from './request-record.js';
import { type ResponseRecord, responseRecord } from './response-record.js';
import { parseRetryAfter } from './retry-after.js';
import { SignedRequests } from './signed.js';
import { Waits } from './waits.js';

/**
 * Sends a request as often as is harmless, and no more: attempts, waits, limits and typed errors. It sits below
 * openapi-fetch, where a request is still a record that can be sent again.
 */
export class Transport {
  /** Uploads to and downloads from signed addresses. */
  readonly signed: SignedRequests;
  readonly #settings: Settings;
  readonly #sender: Sender;
  readonly #waits: Waits;
  readonly #context: AttemptContext;
  /** Until the next `close()`. */
  #lifetime = new Lifetime();
  /** Whether this server has echoed an Idempotency-Key, which is how it says that it honours them. */
  #honoursKeys = false;

  constructor(settings: Settings, sender: Sender) {
    this.signed = new SignedRequests(settings, sender);
    this.#settings = settings;
    this.#sender = sender;
    this.#waits = new Waits(settings.clock);
    this.#context = { settings, sender, observers: new Observers(settings) };
  }

  /**
   * Begins a public call that is more than one request: the options that are answered carry its deadline, signal and
   * `close()` into everything they are given to. Those of a call that has begun stay parts of it.
   */
  begin<Options extends InternalCallOptions>(options: Options): Options & BegunOptions {
    return { ...options, scope: scopeOf(options, this.#settings, this.#lifetime) };
  }

  /** Resolves with a 2xx answer in the contract's JSON; throws a SkipTraceError for everything else. */
  async send(request: RequestRecord): Promise<ResponseRecord> {
    const call = beginCall(request, this.#settings, this.#lifetime);
    /** The first attempt whose outcome is not known; later answers must clear it up before it is forgotten. */
    let doubt: SkipTraceError | undefined;
    let waitMs = 0;
    for (let attempt = 1; ; attempt++) {
      let outcome: Outcome;
      try {
        await this.#waits.pass(call, waitMs, attempt - 1);
        outcome = await makeAttempt(this.#context, call, attempt);
      } catch (error) {
        throw doubt ? unknownOutcome(call, error, attempt - 1) : error;
      }
      const meaning = meaningOf(outcome);
      if (outcome.kind === 'answer') {
        if (echoesKey(outcome.answer, call.idempotencyKey)) this.#honoursKeys = true;
        if (meaning === 'done') return responseRecord(outcome.answer, attempt);
      }
      const retryAt = this.#retryAtOf(outcome);
      const error = this.#errorOf(call, outcome, attempt, retryAt);
      if (leavesDoubt(call.operation, meaning)) doubt ??= error;
      if (meaning === 'rate-limited' && retryAt !== undefined) this.#waits.close(call, retryAt);
      const nextWaitMs = this.#waits.before(call, attempt, retryAt);
      if (
        nextWaitMs === undefined ||
        attempt > call.limits.maxRetries ||
        isCallCut(outcome) ||
        !mayResend(call.operation, meaning, this.#honoursKeys)
      ) {
        const isClear = !doubt || settlesDoubt(error) || saysEnough(call.operation, meaning);
        throw isClear ? error : unknownOutcome(call, error, attempt);
      }
      this.#context.observers.retrying(call, attempt, nextWaitMs, error);
      waitMs = nextWaitMs;
    }
  }

  /** Sends a file to an operation on a job. openapi-fetch has no body that is neither JSON nor FormData. */
  async sendFile(
    id: 'uploadSkipTraceJobFile',
    jobId: string,
    body: StreamingBody & { contentType: string },
    call: CallOptions,
  ): Promise<{ data: unknown; response: ResponseRecord }> {
    const { method, path } = callPolicies[id];
    const url = `${this.#settings.baseUrl}${path.replace('{jobId}', encodeURIComponent(jobId))}`;
    const headers = new Headers({ 'content-type': body.contentType, 'content-length': String(body.bytes) });
    const response = await this.send(new RequestRecord(url, { method, headers, body, call }));
    return { data: await response.json(), response };
  }

  /** Ends every call in progress, those that are asleep as well. Calls made later open new sockets. */
  async close(): Promise<void> {
    this.#lifetime.end();
    this.#lifetime = new Lifetime();
    await this.#sender.close();
  }

  #errorOf(call: Call, outcome: Outcome, attempts: number, retryAt: number | undefined): SkipTraceError {
    return outcome.kind === 'answer'
      ? errorOfAnswer(call, outcome.answer, { attempts, retryAt, redact: (text) => this.#redact(text) })
      : errorOfFailure(call, outcome, attempts);
  }

  #retryAtOf(outcome: Outcome): number | undefined {
    if (outcome.kind !== 'answer') return undefined;
    const { headers } = outcome.answer;
    const now = this.#settings.clock.now();
    return parseRetryAfter(headerOf(headers, 'retry-after'), headerOf(headers, 'date'), now);
  }

  #redact(text: string): string {
    const { apiKey } = this.#settings;
    return apiKey === undefined ? text : text.replaceAll(apiKey, '[API key]');
  }
}

function isCallCut(outcome: Outcome): boolean {
  return outcome.kind === 'failure' && outcome.cutShort !== undefined && outcome.cutShort !== 'timeoutMs';
}
