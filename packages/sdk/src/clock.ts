/** The clock of this package; tests (and yours: `@skiptrace/sdk/testing`) use their own. */
export interface Clock {
  /** Milliseconds since 1970, for dates only: the system clock can be changed at any time. */
  now(): number;
  /** Milliseconds since an arbitrary fixed moment, for measuring: changes of the system clock don't affect it. */
  monotonic(): number;
  /** Resolves after `ms`, or rejects with the signal's reason as soon as it fires. Leaves no timer and no listener. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
  /** Calls `expire` after `ms`; call the returned function to cancel. For limits on work in progress, not for waiting. */
  limit(ms: number, expire: () => void): () => void;
  /** 0 ≤ n < 1, for jitter. */
  random(): number;
}

/** Node's timers hold a signed 32-bit number of milliseconds; a larger one fires at once. */
const longestTimerMs = 2 ** 31 - 1;

/** A timer this late means that the process was stopped (Ctrl-Z, a paused container) or the computer asleep. */
const stoppedMs = 1000;

/** After such a stop, time to read data that arrived in between: it may be the answer to a paid request. */
const readingMs = 250;

export const systemClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  random: () => Math.random(),

  sleep(ms, signal) {
    return new Promise((resolve, reject) => {
      const onAbort = () => {
        cancel();
        reject(signal?.reason as Error);
      };
      const cancel = systemClock.limit(ms, () => {
        signal?.removeEventListener('abort', onAbort);
        resolve();
      });
      if (signal?.aborted) onAbort();
      else signal?.addEventListener('abort', onAbort, { once: true });
    });
  },

  limit(ms, expire) {
    // A timer may fire a millisecond early, and a long wait takes several timers: only the monotonic clock
    // shows whether it is over.
    const until = performance.now() + Math.max(0, ms);
    let timer: ReturnType<typeof setTimeout>;
    let isWoken = false;
    const arm = (waitMs: number) => {
      timer = setTimeout(look, Math.min(Math.max(1, Math.ceil(waitMs)), longestTimerMs));
    };
    const look = () => {
      const leftMs = until - performance.now();
      if (leftMs > 0) return arm(leftMs);
      if (isWoken || leftMs > -stoppedMs) return expire();
      isWoken = true;
      arm(readingMs);
    };
    arm(ms);
    return () => clearTimeout(timer);
  },
};
