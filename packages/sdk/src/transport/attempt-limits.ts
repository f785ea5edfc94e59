import type { Clock } from '../clock.js';
import type { CallScope, Cut } from './call-scope.js';
import { CutSignal } from './exchange.js';

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
