import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { MS_PER_SECOND } from '../../clock.js';
import type { HeldLock, LockEvent, LockMode, LockName, Locks } from '../../lib/locks.js';
import { poolConfig } from './pool.js';

/** First of two numbers that identify this program's advisory locks in a database. */
const CLASS = 7_326;
const NUMBERS: Readonly<Record<LockName, number>> = {
  worker: 1,
  sandbox: 2,
  server: 3,
  housekeeping: 4,
  drop: 5,
  suppressions: 6,
};
const TRY: Readonly<Record<LockMode, string>> = {
  exclusive: 'SELECT pg_try_advisory_lock($1, $2) AS held',
  shared: 'SELECT pg_try_advisory_lock_shared($1, $2) AS held',
};
const TRY_AGAIN_MS = 200;
const TRY_AGAIN_MAX_MS = 5 * MS_PER_SECOND;

/**
 * Heartbeat interval. A holder without an answer from PostgreSQL treats its lock as lost before PostgreSQL gives it to
 * others, which happens 20 seconds after it last heard from the holder's machine.
 */
const ASK_EVERY_MS = 6 * MS_PER_SECOND;
const ANSWER_MS = 5 * MS_PER_SECOND;
const KEEPALIVE = '-c tcp_keepalives_idle=5 -c tcp_keepalives_interval=5 -c tcp_keepalives_count=3';

/**
 * Locks between the processes that share a database. Each has its own connection, so that PostgreSQL releases it when the
 * process dies, however it dies.
 */
export const advisoryLocks = (url: string): Locks => ({
  where: 'the database',
  hold: async (name, mode, { patienceMs = 0, onChange = () => undefined } = {}) => {
    const lock = new AdvisoryLock(url, name, mode, onChange);
    try {
      for (let waited = 0; ; waited += TRY_AGAIN_MS) {
        if (await lock.take()) return lock;
        if (waited >= patienceMs) break;
        await pause(TRY_AGAIN_MS);
      }
    } catch (error) {
      await lock.release();
      throw error;
    }
    await lock.release();
    return null;
  },
});

/** A lock that is reacquired when its connection is lost, until it is released. */
class AdvisoryLock implements HeldLock {
  #connection: pg.Client | null = null;
  #isHeld = false;
  readonly #released = new AbortController();
  readonly #timer: NodeJS.Timeout;

  constructor(
    private readonly url: string,
    private readonly name: LockName,
    private readonly mode: LockMode,
    private readonly tell: (event: LockEvent) => void,
  ) {
    this.#timer = setInterval(() => void this.#ask(), ASK_EVERY_MS).unref();
  }

  isHeld(): boolean {
    return this.#isHeld;
  }

  /** @returns false if others hold it. @throws PostgreSQL's error if it cannot be reached */
  async take(): Promise<boolean> {
    const connection = (this.#connection ??= await this.#connect());
    try {
      const { rows } = await this.#query<{ held: boolean }>(connection, TRY[this.mode], [
        CLASS,
        NUMBERS[this.name],
      ]);
      this.#isHeld = rows[0]?.held === true && this.#connection === connection;
    } catch (error) {
      this.#drop(connection);
      throw error;
    }
    if (this.#released.signal.aborted) await this.release();
    return this.#isHeld;
  }

  async release(): Promise<void> {
    this.#released.abort();
    clearInterval(this.#timer);
    this.#isHeld = false;
    const connection = this.#connection;
    this.#connection = null;
    await connection?.end();
  }

  async #connect(): Promise<pg.Client> {
    const connection = new pg.Client(
      poolConfig(this.url, { name: `skiptrace-server ${this.name}`, options: KEEPALIVE }),
    );
    // Without a listener an error would end the process; the connection ends in any case.
    connection.on('error', () => undefined);
    connection.on('end', () => this.#drop(connection));
    await connection.connect();
    return connection;
  }

  #query<T extends pg.QueryResultRow>(connection: pg.Client, text: string, values: readonly unknown[]) {
    const query = { text, values: [...values], query_timeout: ANSWER_MS };
    return connection.query<T>(query);
  }

  /** Heartbeat: an idle connection to a vanished server would never report an error. */
  async #ask(): Promise<void> {
    const connection = this.#connection;
    if (connection === null || !this.#isHeld) return;
    await this.#query(connection, 'SELECT 1', []).catch(() => this.#drop(connection));
  }

  #drop(connection: pg.Client): void {
    if (this.#connection !== connection) return;
    this.#connection = null;
    connection.end().catch(() => undefined);
    if (!this.#isHeld) return;
    this.#isHeld = false;
    this.tell('lost');
    void this.#takeAgain();
  }

  async #takeAgain(): Promise<void> {
    const { signal } = this.#released;
    let last: LockEvent = 'lost';
    for (let waitMs = TRY_AGAIN_MS; !signal.aborted; waitMs = Math.min(2 * waitMs, TRY_AGAIN_MAX_MS)) {
      const event = await this.take().then(
        (held) => (held ? 'held' : 'taken'),
        () => 'lost' as const,
      );
      if (event !== last && !signal.aborted) this.tell(event);
      if (event === 'held') return;
      last = event;
      await pause(waitMs, undefined, { signal }).catch(() => undefined);
    }
  }
}
