import type { OperationId } from '@skiptrace/contract';
import type { Clock } from '../clock.js';
import { ConfigurationError, type ErrorFacts, isSkipTraceError, type SkipTraceError } from '../errors.js';
import { type FullAnswer, fullAnswer } from './answer.js';
import { type Call, makeAttempt, sendSigned, type SignedRequest } from './attempt.js';
import { AttemptLimits, CallScope, Ending } from './call-scope.js';
import {
  ForeignAnswerError,
  type RequestBody,
  type Sender,
  type StreamingBody,
  type WireAnswer,
} from './exchange.js';
import { retryAtOf } from './headers.js';
import { reportRetry } from './observers.js';
import { checkJobId, type Operation, operationAt, knownOperation } from './operations.js';
import {
  type CallOptions,
  checkedIdempotencyKey,
  limitsOf,
  type RetryEvent,
  type Settings,
  withHeaders,
} from './options.js';
import { errorOfAnswer, errorOfFailure, unknownOutcome } from './outcome-error.js';
import {
  echoesKey,
  leavesDoubt,
  mayResend,
  meaningOf,
  type Outcome,
  type ReadAnswer,
  saysEnough,
  settlesDoubt,
} from './outcome.js';
import { backoffMs, RateGate, retryPlan } from './waits.js';

/** Options that this package's own operations pass to the transport besides the public ones. */
export interface InternalCallOptions extends CallOptions, Pick<Call, 'expects'> {
  /** Limits of the public call that this request is a part of. Default: the request is a call of its own. */
  scope?: CallScope | undefined;
}

/** Sends to a signed address, within the limits of a try at moving a file. */
export type SendSigned = (request: SignedRequest) => Promise<WireAnswer>;

/** Options of a call that has begun. Requests made with them share its deadline and end with it. */
export interface BegunOptions extends CallOptions {
  readonly scope: CallScope;
}

/** A request below the base URL, as it can be sent again. */
export interface ApiRequest {
  readonly method: string;
  /** The path, which begins with a slash, and the query. */
  readonly path: string;
  /** Names are in lower case. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly body?: RequestBody | undefined;
  /** Sent instead of `body`, unless it is undefined. */
  readonly json?: unknown;
  readonly call: InternalCallOptions;
}

/** Values for an operation of the contract. */
interface Parts {
  readonly jobId?: string;
  readonly query?: Readonly<Record<string, string | undefined>>;
  readonly json?: object;
  /** Sent instead of JSON. */
  readonly file?: StreamingBody & { readonly contentType: string };
}

/** Sends a request as often as is harmless, and no more: attempts, waits, limits and typed errors. */
export class Transport {
  readonly clock: Clock;
  readonly baseUrl: string;
  /** Facts that all clients of this server and key share. */
  readonly service: ServiceState;
  readonly #settings: Settings;
  readonly #connection: Connection;

  constructor(settings: Settings, connection: Connection) {
    this.clock = settings.clock;
    this.baseUrl = settings.baseUrl;
    this.#settings = settings;
    this.#connection = connection;
    this.service = connection.serviceOf(settings);
  }

  /** For code that repeats something itself; called before it waits. */
  retrying(event: RetryEvent): void {
    reportRetry(this.#settings, event);
  }

  /** Waits before something is tried again that has failed `failures` times in a row. @throws AbortedError, TimeoutError */
  async backOff(
    failures: number,
    event: Omit<RetryEvent, 'waitMs'>,
    { scope }: BegunOptions,
    facts?: ErrorFacts,
  ): Promise<void> {
    const waitMs = backoffMs(failures, this.clock.random);
    this.retrying({ ...event, waitMs });
    await scope.sleep(waitMs, facts);
  }

  /**
   * Begins a public call of more than one request: the returned options carry its deadline, signal and
   * `close()` into every call that gets them. Options of a call that has begun stay parts of it.
   */
  begin<Options extends InternalCallOptions>(options: Options): Options & BegunOptions {
    return { ...options, scope: this.#scopeOf(options, limitsOf(options, this.#settings.limits).deadlineMs) };
  }

  #scopeOf({ scope, signal }: InternalCallOptions, deadlineMs: number): CallScope {
    if (scope) return scope.within({ deadlineMs, signal });
    const { lifetime } = this.#connection;
    if (lifetime.ended)
      throw new ConfigurationError('This client was closed. Nothing was sent or charged. Make a new client.');
    const deadlineAt = this.clock.monotonic() + deadlineMs;
    return new CallScope(this.clock, lifetime, { deadlineAt, deadlineMs, signal });
  }

  /** Sends an operation of the contract; `call.expects` checks what matters of its answer, and `pick` makes the data of it. */
  async operation<T>(
    id: OperationId,
    { jobId, query, json, file }: Parts,
    call: InternalCallOptions,
    pick: (body: unknown) => T = (body) => body as T,
  ): Promise<FullAnswer<T>> {
    const operation = knownOperation(id);
    const { method, path } = operation;
    if (path.includes('{jobId}')) checkJobId(jobId, id);
    const { answer, attempts } = await this.send(
      {
        method,
        path: path.replace('{jobId}', jobId ?? '') + searchOf(Object.entries(query ?? {})),
        headers: file && { 'content-type': file.contentType, 'content-length': String(file.bytes) },
        body: file,
        json,
        call,
      },
      operation,
    );
    return fullAnswer(answer, attempts, pick(answer.json));
  }

  /** Checks a request against the client's settings. Refuses invalid requests before anything is sent. */
  #call({ method, path, headers = {}, body, json, call }: ApiRequest, operation: Operation): Call {
    const settings = this.#settings;
    if (operation.security === 'key' && settings.apiKey === undefined)
      throw new ConfigurationError('No API key. Pass apiKey or set SKIPTRACE_API_KEY.');
    const idempotencyKey = idempotencyKeyOf(operation, call.idempotencyKey ?? headers['idempotency-key']);
    const limits = limitsOf(call, settings.limits);
    return {
      operation,
      method,
      url: `${settings.baseUrl}${path}`,
      headers: {
        accept: 'application/json',
        'user-agent': settings.userAgent,
        ...withHeaders(settings.headers, call.headers),
        ...headers,
        ...(json !== undefined && { 'content-type': 'application/json' }),
        ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
      },
      body: json === undefined ? body : JSON.stringify(json),
      idempotencyKey,
      limits,
      scope: this.#scopeOf(call, limits.deadlineMs),
      expects: call.expects,
    };
  }

  /** Resolves with a 2xx answer in the contract's JSON; throws a SkipTraceError for everything else. */
  async send(
    request: ApiRequest,
    operation: Operation = operationAt(request.method, request.path.split('?', 1)[0] ?? ''),
  ): Promise<{ answer: ReadAnswer; attempts: number }> {
    const call = this.#call(request, operation);
    /** The first attempt with an unknown outcome; later answers must clear it up before it is dropped. */
    let doubt: SkipTraceError | undefined;
    let waitMs = 0;
    const { service, clock } = this;
    const gate = service.gate(operation.limit);
    const waitAfter = retryPlan(clock, call, gate);
    for (let attempt = 1; ; attempt++) {
      let outcome: Outcome;
      try {
        if (waitMs > 0) await call.scope.sleep(waitMs, { operation: operation.id, attempts: attempt - 1 });
        outcome = await this.#attempt(gate, call, attempt);
      } catch (error) {
        throw doubt ? unknownOutcome(call, { doubt, cause: error, attempts: attempt - 1 }) : error;
      }
      const meaning = meaningOf(outcome);
      if (meaning !== 'not-sent') service.wasReached = true;
      if (outcome.kind === 'answer') {
        if (echoesKey(outcome.answer, call.idempotencyKey)) service.honorsKeys = true;
        if (meaning === 'done') return { answer: outcome.answer, attempts: attempt };
      } else if (outcome.cause instanceof ForeignAnswerError) {
        // Even if it belongs to another request, the service answered it by its key.
        service.honorsKeys = true;
      }
      const retryAt = this.#retryAtOf(outcome);
      const error = this.#errorOf(call, outcome, attempt, retryAt);
      if (leavesDoubt(operation, meaning)) doubt ??= error;
      const next = waitAfter({
        isRateLimited: meaning === 'rate-limited',
        retryAt,
        isUnreachable: !service.wasReached,
      });
      if (!next || isCallCut(outcome) || !mayResend(operation, meaning, service.honorsKeys)) {
        const isClear = settlesDoubt(error) || saysEnough(operation, meaning);
        throw isClear || !doubt ? error : unknownOutcome(call, { doubt, cause: error, attempts: attempt });
      }
      this.retrying({ operation: operation.id, attempt, waitMs: next.ms, error });
      waitMs = next.atGate ? 0 : next.ms;
    }
  }

  /** One attempt, once the gate of its rate limit lets it out; its end is reported to the gate. */
  async #attempt(gate: RateGate, call: Call, attempt: number): Promise<Outcome> {
    const entering = gate.enter(call, attempt - 1);
    if (entering) await entering;
    const sentAt = this.clock.monotonic();
    let outcome: Outcome;
    try {
      outcome = await makeAttempt(this.#context, call, attempt);
    } catch (error) {
      gate.failed();
      throw error;
    }
    if (outcome.kind === 'failure') gate.failed();
    else if (meaningOf(outcome) !== 'rate-limited')
      gate.answered(outcome.answer.headers, this.clock.monotonic() - sentAt);
    else {
      const waitMs = (this.#retryAtOf(outcome) ?? 0) - this.clock.now();
      // A wait that is too long for this call is not imposed on the others: they may accept it.
      if (waitMs > 0 && waitMs <= call.limits.maxRetryAfterMs) gate.refused(waitMs, outcome.answer.headers);
      else gate.failed();
    }
    return outcome;
  }

  /**
   * One try at moving a file, within the limits of an attempt. A failure of the network is what `lost` makes of it.
   *
   * @param when completes the sentence "Aborted …"
   * @param work gets the function that sends to a signed address
   */
  async fileTry<T>(
    options: BegunOptions,
    { when, jobId }: { when: string; jobId: string },
    work: (send: SendSigned, limits: AttemptLimits) => Promise<T>,
    lost: (cause: unknown, isStalled: boolean) => T,
  ): Promise<T> {
    const { timeoutMs } = limitsOf(options, this.#settings.limits);
    const limits = new AttemptLimits(this.clock, options.scope, timeoutMs);
    try {
      return await work((request) => sendSigned(this.#context, request, limits), limits);
    } catch (cause) {
      const { cutShort } = limits;
      if (cutShort !== undefined && cutShort !== 'timeoutMs')
        throw options.scope.errorOf(cutShort, when, { jobId });
      if (isSkipTraceError(cause)) throw cause;
      return lost(cause, cutShort !== undefined);
    } finally {
      limits.dispose();
    }
  }

  get #context() {
    return { settings: this.#settings, sender: this.#connection.sender };
  }

  #errorOf(call: Call, outcome: Outcome, attempts: number, retryAt: number | undefined): SkipTraceError {
    return outcome.kind === 'answer'
      ? errorOfAnswer(call, outcome.answer, {
          attempts,
          retryAt,
          redact: (text) => this.#settings.apiKey?.redact(text) ?? text,
        })
      : errorOfFailure(call, outcome, { attempts, wasReached: this.service.wasReached });
  }

  #retryAtOf(outcome: Outcome): number | undefined {
    return outcome.kind === 'answer' ? retryAtOf(outcome.answer.headers, this.clock.now()) : undefined;
  }
}

/** The query of a URL; undefined values are left out. */
export function searchOf(entries: readonly (readonly [string, QueryValue | undefined])[]): string {
  if (entries.length === 0) return '';
  const search = new URLSearchParams();
  for (const [name, value] of entries) if (value !== undefined) search.append(name, String(value));
  return search.size === 0 ? '' : `?${search.toString()}`;
}

export type QueryValue = string | number | boolean;

/** An operation that accepts a key always gets one; an unknown operation gets the caller's. */
function idempotencyKeyOf(
  { idempotency, isUnknown }: Operation,
  given: string | undefined,
): string | undefined {
  if (given === undefined) return idempotency === 'key' ? crypto.randomUUID() : undefined;
  return idempotency === 'key' || isUnknown ? checkedIdempotencyKey(given) : undefined;
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
  readonly #settings: Settings;
  readonly #gates = new Map<string, RateGate>();

  constructor(settings: Settings) {
    this.#settings = settings;
  }

  /** True for the same server with the same key. */
  isOf({ baseUrl, apiKey }: Settings): boolean {
    return baseUrl === this.#settings.baseUrl && apiKey?.source() === this.#settings.apiKey?.source();
  }

  /** The gate of a rate limit, by the name of its allowance. */
  gate(limit: string): RateGate {
    const gate = this.#gates.get(limit) ?? new RateGate(this.#settings.clock);
    this.#gates.set(limit, gate);
    return gate;
  }
}

/**
 * One client's part in a set of sockets. The sockets belong to the client that was made with `new SkipTrace`;
 * clients made from it by `withOptions` send over them, and each ends its own calls.
 */
export class Connection {
  readonly sender: Sender;
  /** The owner of the sockets, for a client made by `withOptions`. */
  readonly #owner: Connection | undefined;
  readonly #services: ServiceState[];
  /** Ends with `close()`, and is not followed by another. */
  readonly lifetime: Ending;

  constructor(sender: Sender, owner?: Connection) {
    this.sender = sender;
    this.#owner = owner;
    this.#services = owner ? owner.#services : [];
    this.lifetime = new Ending(owner?.lifetime);
  }

  /** The part of a client made by `withOptions`. */
  derived(): Connection {
    return new Connection(this.sender, this.#owner ?? this);
  }

  /** State of the settings' server with their key: limits and keys belong to an account at a server. */
  serviceOf(settings: Settings): ServiceState {
    const known = this.#services.find((service) => service.isOf(settings));
    if (known) return known;
    const state = new ServiceState(settings);
    this.#services.push(state);
    return state;
  }

  /** Ends every call of this client, also waiting ones. The owner's also ends the calls of all others, and the sockets. */
  async close(): Promise<void> {
    this.lifetime.end();
    if (!this.#owner) await this.sender.close();
  }
}
