import type { Clock } from '../clock.js';
import { CutSignal } from './cut-signal.js';

/** Why an attempt was cut short. */
export type CutShort = 'timeoutMs' | 'deadlineMs' | 'signal';

/**
 * What bounds one attempt: its own timeout, the deadline of the call, and the caller's signal, as one signal for the
 * socket and one promise race for everything else. `dispose` takes back every timer and listener.
 */
export class AttemptLimits {
  /** Fires when the attempt is cut short. */
  readonly signal = new CutSignal();
  readonly #clock: Clock;
  readonly #caller: AbortSignal | undefined;
  readonly #timeoutMs: number;
  readonly #cancelDeadline: () => void;
  #cancelTimeout: () => void;
  #cutShort: CutShort | undefined;
  #rejectRace: ((reason: Error) => void) | undefined;

  constructor(
    clock: Clock,
    limits: { timeoutMs: number; deadlineAt: number; signal: AbortSignal | undefined },
  ) {
    this.#clock = clock;
    this.#caller = limits.signal;
    this.#timeoutMs = limits.timeoutMs;
    const leftMs = limits.deadlineAt - clock.now();
    this.#cancelTimeout = this.#armTimeout();
    this.#cancelDeadline = Number.isFinite(leftMs)
      ? clock.limit(leftMs, () => this.#cut('deadlineMs'))
      : () => {};
    if (this.#caller?.aborted) this.#onCallerAbort();
    else this.#caller?.addEventListener('abort', this.#onCallerAbort, { once: true });
  }

  get cutShort(): CutShort | undefined {
    return this.#cutShort;
  }

  /** Starts the timeout anew: for file transfers `timeoutMs` is the longest silence, not the whole transfer. */
  readonly touch = (): void => {
    this.#cancelTimeout();
    this.#cancelTimeout = this.#armTimeout();
  };

  /** Stops the timeout until `touch`: while this side is busy, the other's silence proves nothing. */
  readonly hold = (): void => this.#cancelTimeout();

  /**
   * Settles with `work`, or rejects at once when a limit cuts it short: undici only looks at a signal once it is
   * connected, and a caller who aborts should not wait for a connection that never comes.
   */
  race<T>(work: Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      this.#rejectRace = reject;
      if (this.signal.aborted) reject(this.signal.reason);
      work.then(resolve, reject);
    });
  }

  dispose(): void {
    this.#cancelTimeout();
    this.#cancelDeadline();
    this.#caller?.removeEventListener('abort', this.#onCallerAbort);
  }

  readonly #onCallerAbort = (): void => this.#cut('signal');

  #armTimeout(): () => void {
    return this.#clock.limit(this.#timeoutMs, () => this.#cut('timeoutMs'));
  }

  #cut(why: CutShort): void {
    if (this.#cutShort !== undefined) return;
    this.#cutShort = why;
    const reason = new Error(why === 'signal' ? 'aborted by the caller' : `${why} ran out`);
    this.signal.abort(reason);
    this.#rejectRace?.(reason);
  }
}
