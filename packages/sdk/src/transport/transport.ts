import { callPolicies } from '@skiptrace/contract';
import type { Clock } from '../clock.js';
import type { SkipTraceError } from '../errors.js';
import { type AttemptContext, makeAttempt, SignedRequests } from './attempt.js';
import { Lifetime } from './call-scope.js';
import { beginCall, type BegunOptions, type Call, type InternalCallOptions, scopeOf } from './call.js';
import { type StreamingBody, ForeignAnswerError, type Sender } from './exchange.js';
import { headerOf, parseRetryAfter } from './headers.js';
import { Observers } from './observers.js';
import type { CallOptions, Settings } from './options.js';
import { errorOfAnswer, errorOfFailure, unknownOutcome } from './outcome-error.js';
import {
  leavesDoubt,
  saysEnough,
  settlesDoubt,
  echoesKey,
  mayResend,
  meaningOf,
  type Outcome,
} from './outcome.js';
import { RequestRecord, type ResponseRecord, responseRecord } from './response-record.js';
import { RateGate, RetryPlan } from './waits.js';

/**
 * Sends a request as often as is harmless, and no more: attempts, waits, limits and typed errors. It is below
 * openapi-fetch, where a request is still a record that can be sent again.
 */
export class Transport {
  /** Uploads to and downloads from signed addresses. */
  readonly signed: SignedRequests;
  /** Receives everything that is sent, answered and repeated; code that repeats something itself calls `retrying`. */
  readonly observers: Observers;
  readonly #settings: Settings;
  readonly #connection: Connection;
  readonly #service: ServiceState;
  readonly #context: AttemptContext;

  constructor(settings: Settings, connection: Connection) {
    const { sender } = connection;
    const observers = new Observers(settings);
    this.signed = new SignedRequests(settings, sender, observers);
    this.observers = observers;
    this.#settings = settings;
    this.#connection = connection;
    this.#service = connection.serviceOf(settings);
    this.#context = { settings, sender, observers };
  }

  /** Facts that all clients of this server and key share. */
  get service(): ServiceState {
    return this.#service;
  }

  /** True if this server has ever been reached: until then the likeliest failure is a wrong address. */
  get wasReached(): boolean {
    return this.#service.wasReached;
  }

  /**
   * Begins a public call of more than one request: the returned options carry its deadline, signal and
   * `close()` into every call that gets them. Options of a call that has begun stay parts of it.
   */
  begin<Options extends InternalCallOptions>(options: Options): Options & BegunOptions {
    return { ...options, scope: scopeOf(options, this.#settings, this.#connection.lifetime) };
  }

  /** Resolves with a 2xx answer in the contract's JSON; throws a SkipTraceError for everything else. */
  async send(request: RequestRecord): Promise<ResponseRecord> {
    const call = beginCall(request, this.#settings, this.#connection.lifetime);
    /** The first attempt with an unknown outcome; later answers must clear it up before it is dropped. */
    let doubt: SkipTraceError | undefined;
    let waitMs = 0;
    const gate = this.#service.gate(call.operation.limit);
    const { passed } = gate;
    const startedAt = this.#settings.clock.monotonic();
    /** Created when the first attempt fails, which is rare. */
    let plan: RetryPlan | undefined;
    for (let attempt = 1; ; attempt++) {
      let outcome: Outcome;
      try {
        if (waitMs > 0)
          await call.scope.sleep(waitMs, { operation: call.operation.id, attempts: attempt - 1 });
        outcome = await this.#attempt(gate, call, attempt);
      } catch (error) {
        throw doubt ? unknownOutcome(call, { doubt, cause: error, attempts: attempt - 1 }) : error;
      }
      const meaning = meaningOf(outcome);
      if (meaning !== 'not-sent') this.#service.wasReached = true;
      if (outcome.kind === 'answer') {
        if (echoesKey(outcome.answer, call.idempotencyKey)) this.#service.honorsKeys = true;
        if (meaning === 'done') return responseRecord(outcome.answer, attempt);
      } else if (outcome.cause instanceof ForeignAnswerError) {
        // Even if it belongs to another request, the service answered it by its key.
        this.#service.honorsKeys = true;
      }
      const retryAt = this.#retryAtOf(outcome);
      const error = this.#errorOf(call, outcome, attempt, retryAt);
      if (leavesDoubt(call.operation, meaning)) doubt ??= error;
      plan ??= new RetryPlan(this.#settings.clock, call, gate, { passed, startedAt });
      const next = plan.next({
        isRateLimited: meaning === 'rate-limited',
        retryAt,
        isUnreachable: !this.#service.wasReached,
      });
      if (!next || isCallCut(outcome) || !mayResend(call.operation, meaning, this.#service.honorsKeys)) {
        const isClear = settlesDoubt(error) || saysEnough(call.operation, meaning);
        throw isClear || !doubt ? error : unknownOutcome(call, { doubt, cause: error, attempts: attempt });
      }
      this.observers.retrying({ operation: call.operation.id, attempt, waitMs: next.ms, error });
      waitMs = next.atGate ? 0 : next.ms;
    }
  }

  /** One attempt, once the gate of its rate limit lets it out; its end is reported to the gate. */
  async #attempt(gate: RateGate, call: Call, attempt: number): Promise<Outcome> {
    const entering = gate.enter(call, attempt - 1);
    if (entering) await entering;
    const sentAt = this.#settings.clock.monotonic();
    let outcome: Outcome;
    try {
      outcome = await makeAttempt(this.#context, call, attempt);
    } catch (error) {
      gate.failed();
      throw error;
    }
    if (outcome.kind === 'failure') gate.failed();
    else if (meaningOf(outcome) !== 'rate-limited')
      gate.answered(outcome.answer.headers, this.#settings.clock.monotonic() - sentAt);
    else {
      const waitMs = (this.#retryAtOf(outcome) ?? 0) - this.#settings.clock.now();
      // A wait that is too long for this call is not imposed on the others: they may accept it.
      if (waitMs > 0 && waitMs <= call.limits.maxRetryAfterMs) gate.refused(waitMs, outcome.answer.headers);
      else gate.failed();
    }
    return outcome;
  }

  /** Sends a file to an operation on a job. openapi-fetch supports only JSON and FormData bodies. */
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

  #errorOf(call: Call, outcome: Outcome, attempts: number, retryAt: number | undefined): SkipTraceError {
    return outcome.kind === 'answer'
      ? errorOfAnswer(call, outcome.answer, {
          attempts,
          retryAt,
          redact: (text) => this.#settings.apiKey?.redact(text) ?? text,
        })
      : errorOfFailure(call, outcome, { attempts, wasReached: this.#service.wasReached });
  }

  #retryAtOf(outcome: Outcome): number | undefined {
    if (outcome.kind !== 'answer') return undefined;
    const { headers } = outcome.answer;
    const now = this.#settings.clock.now();
    return parseRetryAfter(headerOf(headers, 'retry-after'), headerOf(headers, 'date'), now);
  }
}

function isCallCut(outcome: Outcome): boolean {
  return outcome.kind === 'failure' && outcome.cutShort !== undefined && outcome.cutShort !== 'timeoutMs';
}

/** Facts learned about one server with one key; clients of one connection share them. */
class ServiceState {
  /** True if this server has echoed an Idempotency-Key, which shows that it honors keys. */
  honorsKeys = false;
  /** True if a request has ever reached it, answered or not. */
  wasReached = false;
  /** Price of a match, in cents, once it was requested or charged. */
  price: Promise<number> | undefined;
  readonly #clock: Clock;
  readonly #gates = new Map<string, RateGate>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** The gate of a rate limit, by the name of its allowance. */
  gate(limit: string): RateGate {
    let gate = this.#gates.get(limit);
    if (!gate) {
      gate = new RateGate(this.#clock);
      this.#gates.set(limit, gate);
    }
    return gate;
  }
}

/** State shared by all clients of one set of sockets. */
interface Shared {
  readonly sender: Sender;
  readonly services: Map<string, { readonly source: unknown; readonly state: ServiceState }[]>;
}

/**
 * One client's part in a set of sockets. The sockets belong to the client that was made with `new SkipTrace`;
 * clients made from it by `withOptions` send over them, and each ends its own calls.
 */
export class Connection {
  readonly #shared: Shared;
  /** The owner of the sockets, for a client made by `withOptions`. */
  readonly #owner: Connection | undefined;
  /** Ends with `close()`, and is not followed by another. */
  readonly lifetime: Lifetime;

  private constructor(shared: Shared, owner?: Connection) {
    this.#shared = shared;
    this.#owner = owner;
    this.lifetime = new Lifetime(owner?.lifetime);
  }

  static over(sender: Sender): Connection {
    return new Connection({ sender, services: new Map() });
  }

  /** The part of a client made by `withOptions`. */
  derived(): Connection {
    return new Connection(this.#shared, this.#owner ?? this);
  }

  get sender(): Sender {
    return this.#shared.sender;
  }

  /** State of the settings' server with their key: limits and keys belong to an account at a server. */
  serviceOf({ baseUrl, apiKey, clock }: Settings): ServiceState {
    const { services } = this.#shared;
    const known = services.get(baseUrl) ?? [];
    services.set(baseUrl, known);
    const found = known.find(({ source }) => source === apiKey?.source);
    if (found) return found.state;
    const state = new ServiceState(clock);
    known.push({ source: apiKey?.source, state });
    return state;
  }

  /** Ends every call of this client, also waiting ones. The owner's also ends the calls of all others, and the sockets. */
  async close(): Promise<void> {
    this.lifetime.end();
    if (!this.#owner) await this.sender.close();
  }
}
