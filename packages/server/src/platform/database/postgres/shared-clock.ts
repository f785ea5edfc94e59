import { systemClock, type Clock } from '../../clock.js';
import type { PostgresDatabase } from './postgres-database.js';

const MEASURED_EVERY_MS = 10_000;
/** Measurements per round; the fastest is used. */
const MEASURED_TIMES = 3;
const NOW = 'SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint AS now';

/** The database's clock, shared by all servers, so they agree on expiry times and rate-limit minutes. */
export class SharedClock implements Clock {
  #offsetMs = 0;
  readonly #timer: NodeJS.Timeout;

  private constructor(
    private readonly database: Pick<PostgresDatabase, 'query'>,
    private readonly own: Clock,
  ) {
    // If the database does not answer now, a later measurement will; until then its time advances with the
    // local clock.
    this.#timer = setInterval(() => void this.#measure().catch(() => undefined), MEASURED_EVERY_MS).unref();
  }

  static async open(
    database: Pick<PostgresDatabase, 'query'>,
    own: Clock = systemClock,
  ): Promise<SharedClock> {
    const clock = new SharedClock(database, own);
    await clock.#measure();
    return clock;
  }

  now(): number {
    return this.own.now() + this.#offsetMs;
  }

  close(): Promise<void> {
    clearInterval(this.#timer);
    return Promise.resolve();
  }

  async #measure(): Promise<void> {
    let quickestMs = Infinity;
    let offsetMs = 0;
    for (let times = 0; times < MEASURED_TIMES; times++) {
      const [askedAt, began] = [this.own.now(), performance.now()];
      const [row] = await this.database.query<{ now: number }>(NOW);
      const tookMs = performance.now() - began;
      if (row === undefined || tookMs >= quickestMs) continue;
      quickestMs = tookMs;
      offsetMs = Math.round(row.now - (askedAt + tookMs / 2));
    }
    this.#offsetMs = offsetMs;
  }
}
