import { MS_PER_DAY, utcDay, type Clock } from '../../clock.js';
import type { DropBatch, DropStore } from '../drop-store.js';

/** The Delete Act's period (Civil Code 1798.99.86), and the one of AB 883 from 2027 on. */
const PERIOD_DAYS = 45;
const SHORTER_FROM_MS = Date.UTC(2027, 0, 1);
const SHORTER_PERIOD_DAYS = 30;
/** Days before a deadline on which the warnings begin. */
const WARN_DAYS = 7;
/** Maximum number of batches read; a daily run adds one per day. */
const MOST_BATCHES = 1_000;

/** Days from one access to the next, and from an access to its statuses. */
const periodDays = (nowMs: number, set: number | null): number =>
  set ?? (nowMs < SHORTER_FROM_MS ? PERIOD_DAYS : SHORTER_PERIOD_DAYS);

export interface DropDeadlines {
  periodDays: number;
  /** Time of the last download of the lists; null if never. */
  lastAccessAt: number | null;
  nextAccessBy: number | null;
  /** Deadline for answering the open batch; null without one. */
  answerBy: number | null;
}

export function deadlinesOf(
  batches: readonly DropBatch[],
  nowMs: number,
  setDays: number | null,
): DropDeadlines {
  const days = periodDays(nowMs, setDays);
  const taken = batches.flatMap(({ takenAt }) => (takenAt === null ? [] : [takenAt]));
  const lastAccessAt = taken.length === 0 ? null : Math.max(...taken);
  const [newest] = batches;
  const openSince = newest?.state === 'answered' ? null : (newest?.takenAt ?? null);
  // The law at the end of a period applies: from January on, a December access must be followed by another within 30 days.
  const after = (ms: number | null): number | null => (ms === null ? null : ms + days * MS_PER_DAY);
  return { periodDays: days, lastAccessAt, nextAccessBy: after(lastAccessAt), answerBy: after(openSince) };
}

/** Warnings for the operator, as sentences; empty if DROP was never used. */
export async function dropFindings(
  drops: DropStore,
  clock: Clock,
  setDays: number | null,
): Promise<string[]> {
  const batches = await drops.batches('production', MOST_BATCHES);
  const now = clock.now();
  const { periodDays: days, nextAccessBy, answerBy } = deadlinesOf(batches, now, setDays);
  const isNear = (by: number | null): by is number => by !== null && now > by - WARN_DAYS * MS_PER_DAY;
  return [
    ...(isNear(answerBy)
      ? [`the statuses that DROP waits for are due ${utcDay(answerBy)} (${days} days): run "drop sync"`]
      : []),
    ...(answerBy === null && isNear(nextAccessBy)
      ? [`DROP's lists have to be fetched by ${utcDay(nextAccessBy)} (every ${days} days): run "drop sync"`]
      : []),
  ];
}
