import { randomInt } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { poolConfig } from '../database/postgres/index.js';

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
export class Presence {
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
export const isAlive = (number: string): string => `EXISTS (
  SELECT FROM pg_locks
   WHERE locktype = 'advisory' AND granted AND objsubid = 2 AND classid = ${WORKERS} AND objid = ${number}
     AND database = (SELECT oid FROM pg_database WHERE datname = current_database()))`;
