/** The time, injected: domain functions never read the system clock themselves. */
export interface Clock {
  /** Milliseconds since the Unix epoch, UTC. */
  now(): number;
}

export const systemClock: Clock = { now: () => Date.now() };

/** ISO 8601 in UTC, the format of every time the server sends. */
export const isoTime = (ms: number): string => new Date(ms).toISOString();

/** The UTC day of a time in milliseconds, `YYYY-MM-DD`. */
export const utcDay = (ms: number): string => isoTime(ms).slice(0, 10);

export const MS_PER_SECOND = 1_000;
export const MS_PER_MINUTE = 60 * MS_PER_SECOND;
export const MS_PER_HOUR = 60 * MS_PER_MINUTE;
export const MS_PER_DAY = 24 * MS_PER_HOUR;

/** Milliseconds from a moment to the next UTC midnight; at midnight itself a whole day. */
export const msToNextUtcDay = (ms: number): number => MS_PER_DAY - (ms % MS_PER_DAY);
