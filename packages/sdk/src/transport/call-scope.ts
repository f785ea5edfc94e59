import type { Clock } from '../clock.js';
import { AbortedError, type ErrorFacts, TimeoutError } from '../errors.js';
import { CutSignal } from './exchange.js';

/**
 * The time of a client up to its `close()`. A call belongs to the lifetime it began in, and ends with it, whether it is
 * sending, reading or waiting. A lifetime within another ends with it, but not the other way round.
 */
export class Lifetime {
  readonly #listeners = new Set<() => void>();
  readonly #outer: Lifetime | undefined;
  #leaveOuter: (() => void) | undefined;
  #ended = false;

  constructor(outer?: Lifetime) {
    this.#outer = outer;
  }

  get ended(): boolean {
    return this.#ended || this.#outer?.ended === true;
  }

  /** Calls `listener` at the end; call the returned function to remove it. */
  onEnd(listener: () => void): () => void {
    this.#listeners.add(listener);
    // Listens to the outer lifetime only while a call listens here, so that the outer one does not keep
    // unused lifetimes in memory.
    this.#leaveOuter ??= this.#outer?.onEnd(() => this.end());
    return () => {
      this.#listeners.delete(listener);
      if (this.#listeners.size === 0) this.#stopListening();
    };
  }

  end(): void {
    this.#ended = true;
    this.#stopListening();
    for (const listener of [...this.#listeners]) listener();
    this.#listeners.clear();
  }

  #stopListening(): void {
    this.#leaveOuter?.();
    this.#leaveOuter = undefined;
  }
}

interface Listened {
  readonly listeners: Set<() => void>;
  readonly onAbort: () => void;
}

const listened = new WeakMap<AbortSignal, Listened>();

/**
 * Calls `listener` when the signal fires; call the returned function to remove it. A signal carries one
 * listener for all calls that share it: Node warns of a leak from the eleventh on.
 */
function onAbort(signal: AbortSignal, listener: () => void): () => void {
  const entry = listened.get(signal) ?? listenTo(signal);
  // A separate wrapper, so that the same function may listen twice.
  const own = () => listener();
  entry.listeners.add(own);
  return () => {
    if (!entry.listeners.delete(own) || entry.listeners.size > 0) return;
    signal.removeEventListener('abort', entry.onAbort);
    listened.delete(signal);
  };
}

function listenTo(signal: AbortSignal): Listened {
  const listeners = new Set<() => void>();
  const onAbort = () => {
    listened.delete(signal);
    for (const listener of [...listeners]) listener();
    listeners.clear();
  };
  const entry = { listeners, onAbort };
  listened.set(signal, entry);
  signal.addEventListener('abort', onAbort, { once: true });
  return entry;
}

/** Reason why a call has to end before it is done. `stopped` ends only waiting calls: see `CallScope.halting`. */
export type Cut = 'deadlineMs' | 'signal' | 'closed' | 'stopped';

interface Bounds {
  deadlineAt: number;
  deadlineMs: number;
  signal: AbortSignal | undefined;
  halt?: AbortSignal | undefined;
}

/**
 * Limits of one call of the public API, with all its requests and waits: its deadline, the caller's signal, and `close()` of
 * the client. It is passed on in the options of everything the call does (`Transport.begin`). A public method begins it
 * once, passes the returned options to every request, and waits with `scope.sleep`; both then end with the call.
 */
export class CallScope {
  /** Time on the monotonic clock; Infinity without a deadline. */
  readonly deadlineAt: number;
  /** The requested limit, to name it in errors. */
  readonly deadlineMs: number;
  readonly signal: AbortSignal | undefined;
  readonly #clock: Clock;
  readonly #lifetime: Lifetime;
  readonly #halt: AbortSignal | undefined;

  constructor(clock: Clock, lifetime: Lifetime, bounds: Bounds) {
    this.#clock = clock;
    this.#lifetime = lifetime;
    this.#halt = bounds.halt;
    this.deadlineAt = bounds.deadlineAt;
    this.deadlineMs = bounds.deadlineMs;
    this.signal = bounds.signal;
  }

  /** A part of this call, which may have less time, and its own signal instead. */
  within({ deadlineMs, signal }: { deadlineMs: number; signal: AbortSignal | undefined }): CallScope {
    const ownAt = this.#clock.monotonic() + deadlineMs;
    const isOwn = ownAt < this.deadlineAt;
    return new CallScope(this.#clock, this.#lifetime, {
      deadlineAt: isOwn ? ownAt : this.deadlineAt,
      deadlineMs: isOwn ? deadlineMs : this.deadlineMs,
      signal: signal ?? this.signal,
      halt: this.#halt,
    });
  }

  /**
   * The same limits, plus a signal after which nothing more is sent. Unlike `signal` it lets a pending
   * request complete: its answer may have been paid for.
   */
  halting(halt: AbortSignal): CallScope {
    const { deadlineAt, deadlineMs, signal } = this;
    return new CallScope(this.#clock, this.#lifetime, { deadlineAt, deadlineMs, signal, halt });
  }

  /** Milliseconds until the deadline; Infinity without one. */
  get leftMs(): number {
    return this.deadlineAt === Infinity ? Infinity : this.deadlineAt - this.#clock.monotonic();
  }

  /** Reason why nothing more may be sent; undefined while sending is allowed. */
  get cut(): Cut | undefined {
    if (this.signal?.aborted) return 'signal';
    if (this.#lifetime.ended) return 'closed';
    if (this.#halt?.aborted) return 'stopped';
    return this.leftMs <= 0 ? 'deadlineMs' : undefined;
  }

  /** Like `onCut`, for a call that waits to send: it also ends when nothing more is to be sent. */
  onCutWaiting(listener: (why: Cut) => void): () => void {
    const cancelCut = this.onCut(listener);
    const cancelHalt = this.#onHalt(listener);
    return () => {
      cancelCut();
      cancelHalt?.();
    };
  }

  /** Calls `listener` once if the call is cut short, at once if it already is. Call the returned function to remove it. */
  onCut(listener: (why: Cut) => void): () => void {
    const { cut } = this;
    if (cut !== undefined) {
      listener(cut);
      return () => {};
    }
    const cancelDeadline =
      this.deadlineAt === Infinity ? undefined : this.#clock.limit(this.leftMs, () => listener('deadlineMs'));
    const cancelInterruption = this.#onInterruption(listener);
    return () => {
      cancelDeadline?.();
      cancelInterruption();
    };
  }

  /**
   * Waits `ms`, or to the end of the call if that is sooner.
   *
   * @throws AbortedError if the signal fires or the client is closed, TimeoutError at the deadline
   */
  async sleep(ms: number, facts: ErrorFacts = {}): Promise<void> {
    this.throwIfCut(facts);
    const controller = new AbortController();
    const cancelInterruption = this.#onInterruption(() => controller.abort());
    const cancelHalt = this.#onHalt(() => controller.abort());
    try {
      await this.#clock.sleep(Math.min(ms, this.leftMs), controller.signal);
    } catch (reason) {
      this.throwIfCut(facts);
      throw reason;
    } finally {
      cancelInterruption();
      cancelHalt?.();
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
    switch (cut) {
      case 'signal':
        return new AbortedError(`Aborted ${when}.`, { ...facts, cause: this.signal?.reason });
      case 'closed':
        return new AbortedError(`The client was closed ${when}.`, facts);
      case 'stopped':
        return new AbortedError(`Stopped ${when}.`, facts);
      case 'deadlineMs':
        return new TimeoutError(`The deadline passed ${when} (deadlineMs: ${this.deadlineMs}).`, {
          retryable: true,
          ...facts,
          limit: 'deadlineMs',
        });
    }
  }

  #onInterruption(listener: (why: Cut) => void): () => void {
    const cancelEnd = this.#lifetime.onEnd(() => listener('closed'));
    const cancelAbort = this.signal && onAbort(this.signal, () => listener('signal'));
    return () => {
      cancelEnd();
      cancelAbort?.();
    };
  }

  #onHalt(listener: (why: Cut) => void): (() => void) | undefined {
    return this.#halt && onAbort(this.#halt, () => listener('stopped'));
  }
}

/** Reason for cutting an attempt short: its own timeout, or the end of the whole call. */
export type CutShort = 'timeoutMs' | Cut;

/**
 * Limits of one attempt: its own timeout and the limits of its call, as one signal for the socket and one
 * promise race for everything else. `dispose` removes every timer and listener.
 */
export class AttemptLimits {
  /** Fires when the attempt is cut short. */
  readonly signal = new CutSignal();
  readonly #clock: Clock;
  readonly #timeoutMs: number;
  readonly #leaveScope: () => void;
  #cancelTimeout: () => void;
  #cutShort: CutShort | undefined;
  #isOver = false;
  #rejectRace: ((reason: Error) => void) | undefined;

  constructor(
    clock: Clock,
    readonly scope: CallScope,
    timeoutMs: number,
  ) {
    this.#clock = clock;
    this.#timeoutMs = timeoutMs;
    this.#cancelTimeout = this.#armTimeout();
    this.#leaveScope = scope.onCut((why) => this.#cut(why));
  }

  get cutShort(): CutShort | undefined {
    return this.#cutShort;
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
      this.#rejectRace = reject;
      if (this.signal.aborted) reject(this.signal.reason);
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
    const reason = new Error(reasons[why]);
    this.signal.abort(reason);
    this.#rejectRace?.(reason);
  }
}

const reasons: Readonly<Record<CutShort, string>> = {
  timeoutMs: 'timeoutMs ran out',
  deadlineMs: 'deadlineMs ran out',
  signal: 'aborted by the caller',
  closed: 'the client was closed',
  stopped: 'nothing more was to be sent',
};
