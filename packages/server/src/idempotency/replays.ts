import { createHash } from 'node:crypto';
import { EntitySchema, LessThanOrEqual, type EntityManager } from 'typeorm';
import { MS_PER_HOUR, type Clock } from '../clock.js';
import { integer, text, type Database } from '../database/index.js';
import { IdempotencyKeyError, ReplayExistsError } from './errors.js';

/** Reading 10: how long the first success is kept. */
export const REPLAY_LIFETIME_MS = 24 * MS_PER_HOUR;

/** What a repeated request is recognised by. */
export interface ReplayScope {
  accountId: string;
  operation: string;
  idempotencyKey: string;
  requestDigest: string;
}

interface Replay extends ReplayScope {
  /** JSON, by reference to owner records or jobs: nothing personal. */
  outcome: string;
  createdAt: number;
}

export const ReplayEntity = new EntitySchema<Replay>({
  name: 'Replay',
  tableName: 'replays',
  columns: {
    accountId: { type: 'text', primary: true },
    operation: { type: 'text', primary: true },
    idempotencyKey: { type: 'text', primary: true },
    requestDigest: text,
    outcome: text,
    createdAt: integer,
  },
});

/** An answer and whether it was kept from an earlier request. */
export interface Replayed<T> {
  value: T;
  replayed: boolean;
}

/** Work that may be repeated under one key. */
export interface RepeatableWork<Outcome, Answer> {
  /** Does the work. What it commits when it succeeds must include `keep(tx, outcome)`; the outcome is plain JSON. */
  run(keep: (tx: EntityManager, outcome: Outcome) => Promise<void>): Promise<Answer>;
  /** Makes the answer again from what was kept. */
  replay(outcome: Outcome): Promise<Answer>;
}

const VISIBLE_ASCII = /^[!-~]{1,255}$/;

export class Replays {
  /** Requests that run at this moment in this process: the second of two waits for the first. */
  readonly #running = new Map<string, Promise<unknown>>();

  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /**
   * Names a request, or null when it carries no key.
   * @throws IdempotencyKeyError when the header is malformed
   */
  scope(
    accountId: string,
    operation: string,
    idempotencyKey: string | undefined,
    body: unknown,
  ): ReplayScope | null {
    if (idempotencyKey === undefined) return null;
    if (!VISIBLE_ASCII.test(idempotencyKey)) {
      throw new IdempotencyKeyError('Idempotency-Key must be 1 to 255 visible ASCII characters.');
    }
    return { accountId, operation, idempotencyKey, requestDigest: digest(body) };
  }

  /**
   * Runs the work once per scope and gives the first success again afterwards.
   * @throws IdempotencyKeyError when the key was used with another body
   */
  async once<Outcome, Answer>(
    scope: ReplayScope | null,
    work: RepeatableWork<Outcome, Answer>,
  ): Promise<Replayed<Answer>> {
    if (scope === null) return { value: await work.run(() => Promise.resolve()), replayed: false };
    const slot = JSON.stringify([scope.accountId, scope.operation, scope.idempotencyKey]);
    for (;;) {
      const running = this.#running.get(slot);
      if (running === undefined) break;
      // How the first one ends is its own caller's business; whether it left an answer is read below.
      await running.catch(() => undefined);
    }
    const attempt = this.#attempt(scope, work);
    this.#running.set(slot, attempt);
    try {
      return await attempt;
    } finally {
      this.#running.delete(slot);
    }
  }

  /** Forgets what is older than a day. Returns how many. */
  async sweep(): Promise<number> {
    const before = this.clock.now() - REPLAY_LIFETIME_MS;
    const deleted = await this.database.write((tx) =>
      tx.delete(ReplayEntity, { createdAt: LessThanOrEqual(before) }),
    );
    return deleted.affected ?? 0;
  }

  async #attempt<Outcome, Answer>(
    scope: ReplayScope,
    work: RepeatableWork<Outcome, Answer>,
  ): Promise<Replayed<Answer>> {
    const kept = await this.#find<Outcome>(scope);
    if (kept !== undefined) return { value: await work.replay(kept), replayed: true };
    try {
      return { value: await work.run((tx, outcome) => this.#keep(tx, scope, outcome)), replayed: false };
    } catch (error) {
      if (!(error instanceof ReplayExistsError)) throw error;
      const committed = await this.#find<Outcome>(scope);
      if (committed === undefined) throw error;
      return { value: await work.replay(committed), replayed: true };
    }
  }

  async #find<T>(
    { requestDigest, ...key }: ReplayScope,
    tx: EntityManager = this.database.read,
  ): Promise<T | undefined> {
    const replay = await tx.findOneBy(ReplayEntity, key);
    if (replay === null || replay.createdAt <= this.clock.now() - REPLAY_LIFETIME_MS) return undefined;
    if (replay.requestDigest !== requestDigest) {
      throw new IdempotencyKeyError(
        'Idempotency-Key was used before with another body. Nothing was charged. Send a new key with a new request.',
      );
    }
    return JSON.parse(replay.outcome) as T;
  }

  async #keep(tx: EntityManager, scope: ReplayScope, outcome: unknown): Promise<void> {
    const { accountId, operation, idempotencyKey } = scope;
    if ((await this.#find(scope, tx)) !== undefined) throw new ReplayExistsError();
    // What `find` did not return is expired: its place is taken.
    await tx.delete(ReplayEntity, { accountId, operation, idempotencyKey });
    await tx.insert(ReplayEntity, {
      ...scope,
      outcome: JSON.stringify(outcome),
      createdAt: this.clock.now(),
    });
  }
}

/** The same body in another key order is the same body. */
const digest = (body: unknown): string => createHash('sha256').update(canonicalJson(body)).digest('hex');

const canonicalJson = (value: unknown): string =>
  JSON.stringify(value, (_key, inner: unknown) =>
    isPlainObject(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  );

const isPlainObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
