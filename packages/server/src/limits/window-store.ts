/** The key of a count: requests of a subject (an account, a client network), under the name of their limit. */
export interface WindowCount {
  key: string;
  requests: number;
  /** How long a window lasts that begins now, in milliseconds. */
  windowMs: number;
}

/** A window that has not ended. */
export interface RateWindow {
  requests: number;
  /** Milliseconds since the epoch. */
  endsAt: number;
}

/** Keeps fixed windows. They survive a restart, hold for all servers, and never wait for money or hold it up. */
export interface WindowStore {
  /**
   * Counts; a window begins with its first request. Each key at most once.
   * @param now milliseconds since the epoch
   * @returns the windows by key, with what was just counted
   */
  add(counts: readonly WindowCount[], now: number): Promise<ReadonlyMap<string, RateWindow>>;

  /** The key's window, without counting. */
  find(key: string, now: number): Promise<RateWindow | undefined>;

  /** Deletes windows that have ended. */
  forgetEnded(now: number): Promise<void>;

  close(): Promise<void>;
}
