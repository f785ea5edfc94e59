import type { Clock } from '../clock.js';
import { AbortedError, type ErrorFacts, TimeoutError } from '../errors.js';

/**
 * End of calls, whether they are sending, reading or waiting: `close()` of a client, or a signal. An `Ending` with a source ends
 * when the source ends; the source doesn't end with it. It listens to its source only while a call listens to it, so the source keeps
 * no ended call in memory. All calls with the same signal share one listener on it: Node warns of a leak from the eleventh on.
 */
export class Ending {
  readonly #listeners = new Set<() => void>();
  readonly #source: Ending | AbortSignal | undefined;
  #leaveSource: (() => void) | undefined;
  #ended = false;

  constructor(source?: Ending | AbortSignal) {
    this.#source = source;
  }

  get ended(): boolean {
    const source = this.#source;
    return this.#ended || (source instanceof Ending ? source.ended : source?.aborted === true);
  }

  /** Calls `listener` at the end; call the returned function to remove it. */
  onEnd(listener: () => void): () => void {
    this.#listeners.add(listener);
    this.#leaveSource ??= this.#follow();
    return () => {
      this.#listeners.delete(listener);
      if (this.#listeners.size === 0) this.#stopListening();
    };
  }

  readonly end = (): void => {
    this.#ended = true;
    this.#stopListening();
    for (const listener of [...this.#listeners]) listener();
    this.#listeners.clear();
  };

  #follow(): (() => void) | undefined {
    const source = this.#source;
    if (!source || source instanceof Ending) return source?.onEnd(this.end);
    source.addEventListener('abort', this.end, { once: true });
    return () => source.removeEventListener('abort', this.end);
  }

  #stopListening(): void {
    this.#leaveSource?.();
    this.#leaveSource = undefined;
  }
}

const endings = new WeakMap<AbortSignal, Ending>();

function endingOf(signal: AbortSignal): Ending {
  const ending = endings.get(signal) ?? new Ending(signal);
  endings.set(signal, ending);
  return ending;
}

/** Reason why a call has to end before it is done. `stopped` ends only waiting calls: see `Bounds.halt`. */
export type Cut = 'deadlineMs' | 'signal' | 'closed' | 'stopped';

const endedBy = { signal: 'Aborted', closed: 'The client was closed', stopped: 'Stopped' } as const;

interface Bounds {
  /** Time on the monotonic clock; Infinity without a deadline. */
  readonly deadlineAt: number;
  /** The requested limit, to name it in errors. */
  readonly deadlineMs: number;
  readonly signal: AbortSignal | undefined;
  /**
   * Once it has ended, no further request is sent. A request that is under way still completes, because its answer may be charged;
   * `signal` would cut it off.
   */
  readonly halt?: Ending | undefined;
}

/**
 * Limits of one call of the public API, with all its requests and waits: its deadline, the caller's signal, and `close()` of
 * the client. It is passed on in the options of everything the call does (`Transport.begin`). A public method begins it
 * once, passes the returned options to every request, and waits with `scope.sleep`; both then end with the call.
 */
export class CallScope {
  readonly deadlineAt: number;
  readonly #clock: Clock;
  readonly #lifetime: Ending;
  readonly #bounds: Bounds;
  /** In the order in which they are named if several have ended. */
  readonly #endings: readonly (readonly [Cut, Ending])[];

  constructor(clock: Clock, lifetime: Ending, bounds: Bounds) {
    this.#clock = clock;
    this.#lifetime = lifetime;
    this.#bounds = bounds;
    this.deadlineAt = bounds.deadlineAt;
    const { signal, halt } = bounds;
    this.#endings = [
      ...(signal ? [['signal', endingOf(signal)] as const] : []),
      ['closed', lifetime],
      ...(halt ? [['stopped', halt] as const] : []),
    ];
  }

  /** Scope of one step of this call. It ends when the call ends, or earlier by the step's own deadline, signal or `halt`. */
  within({ deadlineMs = Infinity, signal, halt }: Partial<Omit<Bounds, 'deadlineAt'>>): CallScope {
    const deadlineAt = this.#clock.monotonic() + deadlineMs;
    return new CallScope(this.#clock, this.#lifetime, {
      ...this.#bounds,
      ...(deadlineAt < this.deadlineAt && { deadlineAt, deadlineMs }),
      ...(signal && { signal }),
      ...(halt && { halt }),
    });
  }

  /** Milliseconds until the deadline; Infinity without one. */
  get leftMs(): number {
    return this.deadlineAt === Infinity ? Infinity : this.deadlineAt - this.#clock.monotonic();
  }

  /** Reason why nothing more may be sent; undefined while sending is allowed. */
  get cut(): Cut | undefined {
    for (const [why, ending] of this.#endings) if (ending.ended) return why;
    return this.leftMs <= 0 ? 'deadlineMs' : undefined;
  }

  /**
   * Calls `listener` once if the call is cut short, at once if it already is. Call the returned function to remove it.
   *
   * @param isWaiting true for a call that waits to send: it also ends when nothing more is to be sent
   */
  onCut(listener: (why: Cut) => void, { isWaiting = false } = {}): () => void {
    const { cut } = this;
    if (cut !== undefined) {
      listener(cut);
      return () => {};
    }
    const endings = this.#endings.filter(([why]) => isWaiting || why !== 'stopped');
    const cancels = endings.map(([why, ending]) => ending.onEnd(() => listener(why)));
    if (this.deadlineAt !== Infinity)
      cancels.push(this.#clock.limit(this.leftMs, () => listener('deadlineMs')));
    return () => cancels.forEach((cancel) => cancel());
  }

  /**
   * Waits `ms`, or to the end of the call if that is sooner.
   *
   * @throws AbortedError if the signal fires or the client is closed, TimeoutError at the deadline
   */
  async sleep(ms: number, facts: ErrorFacts = {}): Promise<void> {
    this.throwIfCut(facts);
    const controller = new AbortController();
    const cancel = this.onCut(() => controller.abort(), { isWaiting: true });
    try {
      await this.#clock.sleep(Math.min(ms, this.leftMs), controller.signal);
    } catch (reason) {
      this.throwIfCut(facts);
      throw reason;
    } finally {
      cancel();
    }
    this.throwIfCut(facts);
  }

  /** @throws AbortedError, TimeoutError */
  throwIfCut(facts: ErrorFacts = {}): void {
    const { cut } = this;
    if (cut !== undefined) throw this.errorOf(cut, 'while waiting', facts);
  }

  /** The error of a call that was cut short. `when` completes the sentence "Aborted …". */
  errorOf(cut: Cut, when: string, facts: ErrorFacts = {}): AbortedError | TimeoutError {
    const { deadlineMs, signal } = this.#bounds;
    if (cut === 'deadlineMs') {
      const message = `The deadline passed ${when} (deadlineMs: ${deadlineMs}).`;
      return new TimeoutError(message, { retryable: true, ...facts, limit: cut });
    }
    const cause: unknown = cut === 'signal' ? signal?.reason : facts.cause;
    return new AbortedError(`${endedBy[cut]} ${when}.`, { ...facts, retryable: false, cause });
  }
}

/** Reason for cutting an attempt short: its own timeout, or the end of the whole call. */
export type CutShort = 'timeoutMs' | Cut;

/**
 * Limits of one attempt: its own timeout and the limits of its call, as one interruption for the sender and one
 * promise race for everything else. `dispose` removes every timer and listener.
 */
export class AttemptLimits {
  /**
   * Whether the first byte may have been written: until then a failure is known to have cost nothing. The sender sets it, and
   * takes it back if it learns only afterwards that nothing was sent.
   */
  sent = false;
  readonly #clock: Clock;
  readonly #timeoutMs: number;
  readonly #leaveScope: () => void;
  readonly #listeners: ((reason: Error) => void)[] = [];
  #cancelTimeout: () => void;
  #controller: AbortController | undefined;
  #cutShort: CutShort | undefined;
  #reason: Error | undefined;
  #isOver = false;

  constructor(clock: Clock, scope: CallScope, timeoutMs: number) {
    this.#clock = clock;
    this.#timeoutMs = timeoutMs;
    this.#cancelTimeout = this.#armTimeout();
    this.#leaveScope = scope.onCut((why) => this.#cut(why));
  }

  get cutShort(): CutShort | undefined {
    return this.#cutShort;
  }

  /** Set once it is cut short. */
  get reason(): Error | undefined {
    return this.#reason;
  }

  /** Calls `listener` when the attempt is cut short. Look at `reason` first: a cut in the past is not reported. */
  onCut(listener: (reason: Error) => void): void {
    this.#listeners.push(listener);
  }

  /** For `fetch` and middleware, which need an AbortSignal. Made when it is asked for: nothing else in an attempt takes as long. */
  get signal(): AbortSignal {
    if (!this.#controller) {
      const controller = (this.#controller = new AbortController());
      if (this.#reason) controller.abort(this.#reason);
      else this.onCut((reason) => controller.abort(reason));
    }
    return this.#controller.signal;
  }

  /** Restarts the timeout: for file transfers `timeoutMs` is the longest silence, not the whole transfer. */
  readonly touch = (): void => {
    // A chunk that was being written when the attempt ended may still report its arrival.
    if (this.#isOver) return;
    this.#cancelTimeout();
    this.#cancelTimeout = this.#armTimeout();
  };

  /** Stops the timeout until `touch`: while this side is busy, the other's silence proves nothing. */
  readonly hold = (): void => this.#cancelTimeout();

  /**
   * Settles with `work`, or rejects at once when a limit cuts it short: undici only checks a signal once it
   * is connected, and a caller who aborts should not wait for a connection that never comes.
   */
  race<T>(work: Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      if (this.#reason) reject(this.#reason);
      else this.onCut(reject);
      work.then(resolve, reject);
    });
  }

  dispose(): void {
    this.#isOver = true;
    this.#cancelTimeout();
    this.#leaveScope();
  }

  #armTimeout(): () => void {
    return this.#clock.limit(this.#timeoutMs, () => this.#cut('timeoutMs'));
  }

  #cut(why: CutShort): void {
    if (this.#cutShort !== undefined) return;
    this.#cutShort = why;
    const reason = (this.#reason = new Error(`cut short: ${why}`));
    for (const listener of this.#listeners) listener(reason);
  }
}
