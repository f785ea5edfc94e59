import { EventEmitter, once } from 'node:events';
import {
  Logger as GraphileLogger,
  runMigrations,
  runTaskList,
  type WorkerEvents,
  type WorkerOptions,
  type WorkerPoolOptions,
} from 'graphile-worker';
import type pg from 'pg';
import type { Tx } from '../database/index.js';
import { openPool } from '../database/postgres/index.js';
import { faultForLog } from '../lib/error-code.js';
import type { Logger } from '../logger.js';
import { SMALL_BYTES } from './options.js';

/** Advisory lock of this preparation. */
const PREPARING = 7_326_021;
/** Ticket kind of a task that is too large for small-task lanes. */
const LARGE = 'large';

/** Creates the tables of graphile-worker in a separate schema. The first process does it while the others wait. */
export async function prepareTickets(url: string): Promise<void> {
  const pool = openPool(url, { name: 'skiptrace-server tickets', max: 2 });
  const client = await pool.connect();
  try {
    await client.query('SELECT pg_advisory_lock($1)', [PREPARING]);
    await runMigrations({ pgPool: pool, logger: quiet });
  } finally {
    client.release(true);
    await pool.end();
  }
}

/** Adds the ticket of an existing task, or reschedules it. */
export async function addTicket(tx: Tx, taskId: string, delayMs: number): Promise<void> {
  await tx.query(ADD, [taskId, delayMs, SMALL_BYTES, LARGE]);
}

const ADD = `
  SELECT graphile_worker.add_job(
           tasks.kind,
           run_at => now() + $2::bigint * interval '1 millisecond',
           job_key => tasks.kind || ':' || tasks.subject,
           flags => CASE WHEN tasks.weight > $3::bigint THEN ARRAY[$4::text] END)
    FROM tasks WHERE tasks.id = $1`;

export interface LaneOptions {
  pool: pg.Pool;
  /** Unique among lanes. */
  name: string;
  kinds: readonly string[];
  maxWeight: number;
  pollMs: number;
  /** Handles a ticket. Must not throw. */
  onTicket(): Promise<void>;
  logger: Logger;
}

export interface Lane {
  /** Resolves once the lane has its listening connection. Tickets added before it listens are found by polling. */
  listens: Promise<unknown>;
  /** Resolves when the current ticket is handled, also for a lane that does not listen yet. */
  close(): Promise<void>;
}

/** Opens a lane, which takes one ticket at a time. */
export function openLane({ pool, name, kinds, maxWeight, pollMs, onTicket, logger }: LaneOptions): Lane {
  const events: WorkerEvents = new EventEmitter();
  const listens = once(events, 'pool:listen:success');
  const options: WorkerPoolOptions & Pick<WorkerOptions, 'workerId'> = {
    // The types allow this only for a single worker, but a pool of one accepts it, too.
    workerId: name,
    concurrency: 1,
    pollInterval: pollMs,
    noHandleSignals: true,
    forbiddenFlags: maxWeight <= SMALL_BYTES ? [LARGE] : null,
    events,
    logger: loggedBy(logger),
  };
  const lane = runTaskList(options, Object.fromEntries(kinds.map((kind) => [kind, onTicket])), pool);
  return { listens, close: () => lane.gracefulShutdown() };
}

const quiet = new GraphileLogger(() => () => undefined);

/** Logs graphile-worker's messages about faults, which contain only a task's kind and subject. */
const loggedBy = (logger: Logger): GraphileLogger =>
  new GraphileLogger(() => (level, message, meta) => {
    if (level === 'error' || level === 'warning')
      logger.warn({ ...faultForLog(meta?.['error']) }, `graphile-worker: ${message}`);
  });
