import { MS_PER_SECOND, type Clock } from '../clock.js';
import type { Ids } from '../ids.js';
import type { Logger } from '../logger.js';
import type { LaneFilter } from './task-store.sql.js';

export interface QueueNeeds {
  clock: Clock;
  ids: Ids;
  logger: Logger;
}

export interface QueueOptions {
  /**
   * Lease of a task without a heartbeat: after a kill, the task waits at most this long. Safe at any value, because a
   * worker without its lease can't change anything.
   */
  leaseMs: number;
  /** How often a worker extends its lease. */
  heartbeatMs: number;
  /** Interval of polls for tasks of other processes and for due tasks. */
  pollMs: number;
  /** The heaviest task each lane takes; as many tasks run at once as there are lanes. */
  laneMaxWeights: readonly number[];
  /**
   * Number of separate lanes by task kind. The other lanes don't run these kinds, because tasks that wait for external servers must
   * not delay jobs.
   */
  apart: Readonly<Record<string, number>>;
  /** Tasks of one account that run at the same time, over all processes. */
  atOncePerAccount: number;
  /**
   * For the process that knows that no other worker is alive: when it starts, it takes over whatever is leased, so that
   * the tasks of a killed worker need not wait. One that is alive after all learns that its lease is lost, as always.
   */
  soleWorker: boolean;
  /** Called with events that tests wait for. */
  onEvent(event: QueueEvent): void;
}

/** `idle`: a lane found no task. `extended`: a worker extended a lease. */
export type QueueEvent = 'idle' | 'extended';

/** A file of some 25,000 rows. */
const SMALL_BYTES = 5_000_000;

/** One lane per concurrent task; the last one only runs small tasks, so that they don't wait behind large ones. */
export const lanes = (atOnce: number): number[] =>
  Array.from({ length: atOnce }, (_, lane) =>
    lane > 0 && lane === atOnce - 1 ? SMALL_BYTES : Number.MAX_SAFE_INTEGER,
  );

/** A lane takes one task at a time. */
export type LanePlan = Pick<LaneFilter, 'kinds' | 'maxWeight'>;

/** @param kinds task kinds of this process */
export function lanesOf(
  { laneMaxWeights, apart }: Pick<QueueOptions, 'laneMaxWeights' | 'apart'>,
  kinds: readonly string[],
): LanePlan[] {
  const shared = kinds.filter((kind) => apart[kind] === undefined);
  const own = kinds.flatMap((kind) => Array.from({ length: apart[kind] ?? 0 }, () => [kind]));
  return [
    ...laneMaxWeights.map((maxWeight) => ({ kinds: shared, maxWeight })),
    ...own.map((kinds) => ({ kinds, maxWeight: Number.MAX_SAFE_INTEGER })),
  ].filter((lane) => lane.kinds.length > 0);
}

export const DEFAULTS: QueueOptions = {
  leaseMs: 6 * MS_PER_SECOND,
  heartbeatMs: 2 * MS_PER_SECOND,
  pollMs: MS_PER_SECOND,
  laneMaxWeights: lanes(2),
  apart: {},
  atOncePerAccount: 1,
  soleWorker: false,
  onEvent: () => undefined,
};
