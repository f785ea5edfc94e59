/** Key of a count: the requests of a subject (an account, a client network), under the name of their limit. */
export interface WindowCount {
  key: string;
  requests: number;
  /** Length of a window that begins now, in milliseconds. */
  windowMs: number;
}

/** A window that has not ended. */
export interface RateWindow {
  requests: number;
  /** Milliseconds since the epoch. */
  endsAt: number;
}

/** Stores fixed windows. They survive a restart, are shared by all servers, and neither wait for money transactions nor block them. */
export interface WindowStore {
  /**
   * Counts requests; a window begins with its first request. Each key at most once.
   * @param now milliseconds since the epoch
   * @returns the windows by key, including these requests
   */
  add(counts: readonly WindowCount[], now: number): Promise<ReadonlyMap<string, RateWindow>>;

  /** The key's window, without counting. */
  find(key: string, now: number): Promise<RateWindow | undefined>;

  /** Deletes windows that have ended. */
  forgetEnded(now: number): Promise<void>;

  close(): Promise<void>;
}
