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
import { faultForLog } from '../fault-for-log.js';
import type { Logger } from '../logger.js';
import { SMALL_BYTES } from './options.js';

/** Ours among the advisory locks of a database. */
const PREPARING = 7_326_021;
/** Ticket of a task that is too large for lanes that are for small ones. */
const LARGE = 'large';

/** Makes the tables of graphile-worker, in a schema of their own. The first process to start does it, the others wait. */
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

/** Adds the ticket of a task that is there, or moves it to this moment. */
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
  /** No other lane has it. */
  name: string;
  kinds: readonly string[];
  maxWeight: number;
  pollMs: number;
  /** Does what the ticket is for. It must not throw. */
  onTicket(): Promise<void>;
  logger: Logger;
}

export interface Lane {
  /** Resolves when it has finished what it has in hand. */
  close(): Promise<void>;
}

/** Takes tickets, one at a time. Resolves once it hears of new ones. */
export async function openLane({
  pool,
  name,
  kinds,
  maxWeight,
  pollMs,
  onTicket,
  logger,
}: LaneOptions): Promise<Lane> {
  const events: WorkerEvents = new EventEmitter();
  const listens = once(events, 'pool:listen:success');
  const options: WorkerPoolOptions & Pick<WorkerOptions, 'workerId'> = {
    // Its types know this of a single worker only, but a pool of one takes it too.
    workerId: name,
    concurrency: 1,
    pollInterval: pollMs,
    noHandleSignals: true,
    forbiddenFlags: maxWeight <= SMALL_BYTES ? [LARGE] : null,
    events,
    logger: loggedBy(logger),
  };
  const lane = runTaskList(options, Object.fromEntries(kinds.map((kind) => [kind, onTicket])), pool);
  await listens;
  return { close: () => lane.gracefulShutdown() };
}

const quiet = new GraphileLogger(() => () => undefined);

/** Log messages of graphile-worker about faults. It knows only a task's kind and subject. */
const loggedBy = (logger: Logger): GraphileLogger =>
  new GraphileLogger(() => (level, message, meta) => {
    if (level === 'error' || level === 'warning')
      logger.warn({ ...faultForLog(meta?.['error']) }, `graphile-worker: ${message}`);
  });
