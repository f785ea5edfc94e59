// PostgreSQL tells workers of tasks (NOTIFY), and shows which of them are alive: docs/decisions/014-queue-on-postgresql.md
import { randomInt } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import type { Tx, Work } from '../database/index.js';
import { poolConfig, type PostgresDatabase } from '../database/postgres/index.js';
import type { Peers } from './sql-task-queue.js';

/** First number of our advisory locks in a database; the second is the worker's. */
const WORKERS = 7_327;
const MAX_NUMBER = 2 ** 31 - 1;
const CONNECT_AGAIN_MS = 500;

/** Keepalive settings: a machine that vanished without closing its connections counts as dead after about three seconds. */
const KEEPALIVE = '-c tcp_keepalives_idle=1 -c tcp_keepalives_interval=1 -c tcp_keepalives_count=2';

/**
 * Shows that this worker is alive, by a lock that PostgreSQL releases when the connection ends, however it ends. When only the
 * connection is lost, the worker gets another; meanwhile others may take over its tasks, and it learns that from its leases.
 */
export class PostgresPeers implements Peers {
  readonly name: string;
  readonly #number = randomInt(1, MAX_NUMBER);
  #client: pg.Client | null = null;
  #left = false;

  constructor(
    private readonly database: PostgresDatabase,
    private readonly url: string,
  ) {
    this.name = String(this.#number);
  }

  async join(wake: () => void): Promise<void> {
    const client = new pg.Client(
      poolConfig(this.url, { name: 'skiptrace-server worker', options: KEEPALIVE }),
    );
    client.on('error', () => void this.#joinAgain(client, wake));
    client.on('notification', wake);
    try {
      await client.connect();
      await client.query('SELECT pg_advisory_lock_shared($1, $2)', [WORKERS, this.#number]);
      await client.query(`LISTEN ${CHANNEL}`);
    } catch (error) {
      await client.end().catch(() => undefined);
      throw error;
    }
    this.#client = client;
    if (this.#left) await client.end();
  }

  inTurn<T>(work: Work<T>): Promise<T> {
    return this.database.writeInTurn(CLAIMING, work);
  }

  async tell(tx: Tx): Promise<void> {
    await tx.query(`NOTIFY ${CHANNEL}`);
  }

  async freeTasks(now: number): Promise<number> {
    const tasks = await this.database.query<{ id: string; leaseToken: string }>(TASKS_OF_THE_DEAD, [now]);
    if (tasks.length > 0)
      await this.database.write(async (tx) => {
        for (const { id, leaseToken } of tasks) await tx.query(END_LEASE, [id, leaseToken, now]);
      });
    return tasks.length;
  }

  async leave(): Promise<void> {
    this.#left = true;
    await this.#client?.end();
  }

  async #joinAgain(lost: pg.Client, wake: () => void): Promise<void> {
    if (this.#client !== lost) return;
    this.#client = null;
    while (!this.#left) {
      try {
        return await this.join(wake);
      } catch {
        await pause(CONNECT_AGAIN_MS);
      }
    }
  }
}

/** Advisory lock of claims: in SERIALIZABLE transactions nearly all of those that go for one task would have to run again. */
const CLAIMING = 7_326_021;
const CHANNEL = 'skiptrace_tasks';

/** An expression: whether the worker of a number is alive. */
const isAlive = (number: string): string => `EXISTS (
  SELECT FROM pg_locks
   WHERE locktype = 'advisory' AND granted AND objsubid = 2 AND classid = ${WORKERS} AND objid = ${number}
     AND database = (SELECT oid FROM pg_database WHERE datname = current_database()))`;

/** The number of the worker that a lease belongs to. */
const WORKER = "split_part(lease_token, ':', 1)::bigint::oid";

const TASKS_OF_THE_DEAD = `
  SELECT id, lease_token AS "leaseToken" FROM tasks
   WHERE lease_until > $1 AND NOT ${isAlive(WORKER)}`;
const END_LEASE = 'UPDATE tasks SET lease_until = $3 WHERE id = $1 AND lease_token = $2';
