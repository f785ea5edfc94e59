import { randomInt } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { makeWorkerUtils } from 'graphile-worker';
import pg from 'pg';
import type { Tx } from '../database/index.js';
import { openPool, poolConfig, type PostgresDatabase } from '../database/postgres/index.js';
import { faultForLog } from '../lib/error-code.js';
import { DEFAULTS, lanesOf, type LanePlan, type QueueNeeds, type QueueOptions } from './options.js';
import type { Backlog, NewTask, TaskHandlers, TaskQueue } from './task-queue.js';
import { Claims, TaskRuns } from './task-runs.js';
import { SqlTaskStore, type LaneFilter } from './task-store.sql.js';
import { addTicket, openLane, type Lane } from './tickets.postgres.js';

/**
 * Tasks on PostgreSQL, for any number of workers (docs/decisions/014-queue-on-postgresql.md). The task rows decide which account
 * is next and hold the leases. graphile-worker delivers a ticket for each task, with the commit and when the task is due, to one
 * free lane. A lane with a ticket runs due tasks until none is left.
 */
export class GraphileTaskQueue implements TaskQueue {
  readonly #store: SqlTaskStore;
  readonly #claims: Claims;
  readonly #options: QueueOptions;
  readonly #presence: Presence;
  readonly #stopping = new AbortController();
  readonly #lanes: Lane[] = [];
  #pool: pg.Pool | null = null;
  #starting: Promise<void> | null = null;
  #watching: Promise<void> | null = null;
  #stopped: Promise<void> | null = null;

  constructor(
    private readonly database: PostgresDatabase,
    private readonly url: string,
    private readonly needs: QueueNeeds,
    options: Partial<QueueOptions> = {},
  ) {
    this.#options = { ...DEFAULTS, ...options };
    this.#store = new SqlTaskStore(database, addTicket);
    this.#presence = new Presence(url);
    const newToken = () => `${this.#presence.number}:${needs.ids.uuid()}`;
    this.#claims = new Claims(this.#store, needs.clock, newToken, this.#options.leaseMs);
  }

  enqueue(tx: Tx, task: NewTask): Promise<void> {
    return this.#claims.add(tx, task, this.needs.ids.uuid());
  }

  work(handlers: TaskHandlers): Promise<void> {
    this.#starting = this.#work(handlers);
    return this.#starting;
  }

  async #work(handlers: TaskHandlers): Promise<void> {
    const { atOncePerAccount, heartbeatMs, pollMs, soleWorker, onEvent } = this.#options;
    const { logger, clock } = this.needs;
    const stopping = this.#stopping.signal;
    if (soleWorker) await this.#store.endLeases(clock.now());
    await this.#presence.show();
    if (stopping.aborted) return;
    const runs = new TaskRuns({
      claims: this.#claims,
      handlers,
      heartbeatMs,
      onExtended: () => onEvent('extended'),
      stopping,
      logger,
    });
    const lanes = lanesOf(this.#options, Object.keys(handlers));
    // Each lane listens on a connection of its own.
    const pool = openPool(this.url, {
      name: 'skiptrace-server queue',
      max: 2 * lanes.length + 1,
    });
    this.#pool = pool;
    const busy = lanes.map(() => false);
    for (const [lane, { kinds, maxWeight }] of lanes.entries()) {
      const wanted: LaneFilter = { kinds, maxWeight, atOncePerAccount };
      const onTicket = async () => {
        busy[lane] = true;
        try {
          if ((await this.#claims.next(wanted)) !== null) await runs.runAll(wanted);
        } catch (error) {
          // The database can't be reached: leases expire by themselves, and the watch adds another ticket.
          logger.error(faultForLog(error), 'the queue could not reach its tasks');
        } finally {
          busy[lane] = false;
        }
      };
      const name = `${this.#presence.number}:${lane}`;
      this.#lanes.push(openLane({ pool, name, kinds, maxWeight, pollMs, onTicket, logger }));
    }
    const stopped = new Promise<void>((resolve) => stopping.addEventListener('abort', () => resolve()));
    await Promise.race([stopped, Promise.all(this.#lanes.map(({ listens }) => listens))]);
    this.#watching = this.#watch(lanes, atOncePerAccount, busy);
  }

  backlog(): Promise<Backlog[]> {
    return this.#store.backlog();
  }

  stop(): Promise<void> {
    return (this.#stopped ??= this.#stop());
  }

  async #stop(): Promise<void> {
    this.#stopping.abort(new Error('The worker stops.'));
    // Waits for the start, so that everything it opened is closed below. Its error goes to the caller of `work`.
    await this.#starting?.catch(() => undefined);
    await this.#watching;
    await Promise.all(this.#lanes.map((lane) => lane.close()));
    await this.#presence.leave();
    await this.#pool?.end();
  }

  /**
   * Looks regularly for work that no ticket announces: an account has fewer running tasks than before,
   * another worker has died, a ticket was lost with its lane.
   */
  async #watch(
    lanes: readonly LanePlan[],
    atOncePerAccount: number,
    busy: readonly boolean[],
  ): Promise<void> {
    const { pollMs, onEvent } = this.#options;
    while (!this.#stopping.signal.aborted) {
      try {
        await this.#takeFromTheDead();
        for (const [lane, plan] of lanes.entries()) {
          if (busy[lane] === true || this.#stopping.signal.aborted) continue;
          const task = await this.#claims.next({ ...plan, atOncePerAccount });
          if (task === null) onEvent('idle');
          else await this.database.write((tx) => addTicket(tx, task.id, 0));
        }
      } catch (error) {
        this.needs.logger.error(faultForLog(error), 'the queue could not look after its tasks');
      }
      await sleep(pollMs, this.#stopping.signal);
    }
  }

  /** Frees the tasks and tickets of workers that have died. The watch then adds tickets for tasks that are due. */
  async #takeFromTheDead(): Promise<void> {
    const [tasks, tickets] = [
      await this.database.query<{ id: string; leaseToken: string }>(TASKS_OF_THE_DEAD, [
        this.needs.clock.now(),
      ]),
      await this.database.query<{ lane: string }>(LANES_OF_THE_DEAD),
    ];
    if (tickets.length > 0 && this.#pool !== null) {
      const utils = await makeWorkerUtils({ pgPool: this.#pool });
      await utils.forceUnlockWorkers(tickets.map(({ lane }) => lane));
      await utils.release();
    }
    if (tasks.length > 0) {
      await this.database.write(async (tx) => {
        for (const { id, leaseToken } of tasks)
          await tx.query(END_LEASE, [id, leaseToken, this.needs.clock.now()]);
      });
    }
  }
}

const sleep = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const wake = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', wake);
      resolve();
    };
    const timer = setTimeout(wake, ms);
    signal.addEventListener('abort', wake);
    if (signal.aborted) wake();
  });

/** Ours among the advisory locks of a database, in the form of two numbers; the second is that of a worker. */
const WORKERS = 7_327;
const MAX_NUMBER = 2 ** 31 - 1;
const CONNECT_AGAIN_MS = 500;

/** Keepalive settings: a machine that vanished without closing its connections counts as dead after about three seconds. */
const KEEPALIVE = '-c tcp_keepalives_idle=1 -c tcp_keepalives_interval=1 -c tcp_keepalives_count=2';

/**
 * Shows that this worker is alive: a lock that PostgreSQL releases when the connection ends, however it ends. When only the
 * connection is lost, the worker gets another; meanwhile others may take over its tasks, and it learns that from its leases.
 */
class Presence {
  /** Names this worker among all that share the database. */
  readonly number = randomInt(1, MAX_NUMBER);
  #client: pg.Client | null = null;
  #left = false;

  constructor(private readonly url: string) {}

  /** Resolves once the others can see this worker. */
  async show(): Promise<void> {
    const client = new pg.Client(
      poolConfig(this.url, { name: 'skiptrace-server worker', options: KEEPALIVE }),
    );
    client.on('error', () => void this.#showAgain(client));
    await client.connect();
    await client.query('SELECT pg_advisory_lock_shared($1, $2)', [WORKERS, this.number]);
    this.#client = client;
    if (this.#left) await client.end();
  }

  async leave(): Promise<void> {
    this.#left = true;
    await this.#client?.end();
  }

  async #showAgain(lost: pg.Client): Promise<void> {
    if (this.#client !== lost) return;
    this.#client = null;
    while (!this.#left) {
      try {
        return await this.show();
      } catch {
        await pause(CONNECT_AGAIN_MS);
      }
    }
  }
}

/** An expression: whether the worker of a number is alive. */
const isAlive = (number: string): string => `EXISTS (
  SELECT FROM pg_locks
   WHERE locktype = 'advisory' AND granted AND objsubid = 2 AND classid = ${WORKERS} AND objid = ${number}
     AND database = (SELECT oid FROM pg_database WHERE datname = current_database()))`;

/** The number of the worker that a lease or a lane belongs to. */
const workerOf = (name: string): string => `split_part(${name}, ':', 1)::bigint::oid`;

const TASKS_OF_THE_DEAD = `
  SELECT id, lease_token AS "leaseToken" FROM tasks
   WHERE lease_until > $1 AND NOT ${isAlive(workerOf('lease_token'))}`;
const LANES_OF_THE_DEAD = `
  SELECT DISTINCT locked_by AS lane FROM graphile_worker.jobs
   WHERE locked_by IS NOT NULL AND NOT ${isAlive(workerOf('locked_by'))}`;
const END_LEASE = 'UPDATE tasks SET lease_until = $3 WHERE id = $1 AND lease_token = $2';
