import { createHash } from 'node:crypto';
import type { Caller } from '../accounts/index.js';
import type { Clock } from '../clock.js';
import type { Tx } from '../database/index.js';
import { IdempotencyKeyError, ReplayExistsError } from './errors.js';
import {
  isExpired,
  REPLAY_LIFETIME_MS,
  requireSameBody,
  slotOf,
  type Receipt,
  type Replay,
  type ReplayScope,
} from './replay.js';
import { ReplayBook } from './replay-book.js';
import type { KeptReplays, ReplayStore } from './replay-store.js';

/** An answer and whether it was kept from an earlier request. */
export interface Replayed<T> {
  value: T;
  replayed: boolean;
}

/** Work that may be repeated under one key. */
export interface RepeatableWork<Outcome, Answer> {
  /**
   * Does the work. What it commits when it succeeds must include the receipt of its outcome, which is plain JSON; null
   * when the request carried no key, so that there is nothing to keep.
   */
  run(receiptOf: (outcome: Outcome) => Receipt | null): Promise<Answer>;
  /** Makes the answer again from what was kept. */
  replay(outcome: Outcome): Promise<Answer>;
}

/** Whether a header's value can be a key: 1 to 255 visible ASCII characters. */
export const isIdempotencyKey = (value: string): boolean => /^[!-~]{1,255}$/.test(value);

/** Before the operation of a request with a test key. */
const TEST = 'test:';

export class Replays {
  /** Requests that run at this moment in this process: the second of two waits for the first. */
  readonly #running = new Map<string, Promise<unknown>>();

  constructor(
    private readonly store: ReplayStore,
    private readonly clock: Clock,
  ) {}

  /**
   * Names a request, or null when it carries no key. One Idempotency-Key names two requests when one of them came with a
   * test key and the other with a live one.
   * @throws IdempotencyKeyError when the header is malformed
   */
  scope(
    { accountId, mode }: Pick<Caller, 'accountId' | 'mode'>,
    operation: string,
    idempotencyKey: string | undefined,
    body: unknown,
  ): ReplayScope | null {
    if (idempotencyKey === undefined) return null;
    if (!isIdempotencyKey(idempotencyKey)) {
      throw new IdempotencyKeyError('Idempotency-Key must be 1 to 255 visible ASCII characters.');
    }
    const slot = mode === 'test' ? `${TEST}${operation}` : operation;
    return { accountId, operation: slot, idempotencyKey, requestDigest: digest(body) };
  }

  /**
   * Runs the work once per scope and gives the first success again afterwards.
   * @throws IdempotencyConflictError when the key was used with another body
   */
  async once<Outcome, Answer>(
    scope: ReplayScope | null,
    work: RepeatableWork<Outcome, Answer>,
  ): Promise<Replayed<Answer>> {
    if (scope === null) return { value: await work.run(() => null), replayed: false };
    const slot = slotOf(scope);
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

  /** What a settlement has to read to keep receipts of these. Null: a request without a key. */
  slotsOf(scopes: readonly (ReplayScope | null)[]): string[] {
    return scopes.flatMap((scope) => (scope === null ? [] : slotOf(scope)));
  }

  /** For settlements, which keep several. */
  open(kept: KeptReplays): ReplayBook {
    return new ReplayBook(kept, this.clock.now());
  }

  /** Keeps a receipt in the transaction of what it is for. @throws ReplayExistsError, IdempotencyConflictError */
  async keep(tx: Tx, receipt: Receipt | null): Promise<void> {
    if (receipt === null) return;
    const book = this.open(await this.store.read(tx, [slotOf(receipt)]));
    book.requireNew(receipt);
    book.keep(receipt);
    await this.store.write(tx, book.changes());
  }

  /**
   * Puts another outcome in a receipt, in the transaction of what that causes.
   * @returns false when the outcome is not `before`, or not any more: then nothing has changed
   */
  async replace(tx: Tx, scope: ReplayScope, before: unknown, after: unknown): Promise<boolean> {
    const slot = slotOf(scope);
    const kept = (await this.store.read(tx, [slot])).get(slot);
    if (kept === undefined || kept.outcome !== JSON.stringify(before)) return false;
    await this.store.write(tx, [{ ...kept, outcome: JSON.stringify(after) }]);
    return true;
  }

  /** Answers that hold one of these owner records, and are given again when their request is repeated. */
  async referringTo(
    recordIds: readonly number[],
  ): Promise<Pick<Replay, 'accountId' | 'operation' | 'createdAt'>[]> {
    const wanted = new Set(recordIds);
    const found: Replay[] = [];
    for (let from = 0; from < recordIds.length; from += IDS_PER_QUESTION) {
      const some = recordIds.slice(from, from + IDS_PER_QUESTION);
      found.push(...(await this.store.mentioning(some.map(String))));
    }
    const kept = new Map(found.map((replay) => [slotOf(replay), replay]));
    return [...kept.values()]
      .filter((replay) => !isExpired(replay, this.clock.now()))
      .filter(({ outcome }) => recordIdsIn(outcome).some((id) => wanted.has(id)))
      .map(({ accountId, operation, createdAt }) => ({ accountId, operation, createdAt }));
  }

  /** Forgets what is older than a day. Returns how many. */
  sweep(): Promise<number> {
    return this.store.forget(this.clock.now() - REPLAY_LIFETIME_MS);
  }

  async #attempt<Outcome, Answer>(
    scope: ReplayScope,
    work: RepeatableWork<Outcome, Answer>,
  ): Promise<Replayed<Answer>> {
    const kept = await this.#find<Outcome>(scope);
    if (kept !== undefined) return { value: await work.replay(kept), replayed: true };
    try {
      const receiptOf = (outcome: Outcome): Receipt => ({ ...scope, outcome: JSON.stringify(outcome) });
      return { value: await work.run(receiptOf), replayed: false };
    } catch (error) {
      if (!(error instanceof ReplayExistsError)) throw error;
      const committed = await this.#find<Outcome>(scope);
      if (committed === undefined) throw error;
      return { value: await work.replay(committed), replayed: true };
    }
  }

  async #find<T>(scope: ReplayScope): Promise<T | undefined> {
    const slot = slotOf(scope);
    const replay = (await this.store.kept([slot])).get(slot);
    if (replay === undefined || isExpired(replay, this.clock.now())) return undefined;
    requireSameBody(replay, scope.requestDigest);
    return JSON.parse(replay.outcome) as T;
  }
}

const IDS_PER_QUESTION = 50;

/** Receipts of lookups refer to owners by these numbers (lookups/single.ts, lookups/bulk.ts). */
const recordIdsIn = (outcome: string): number[] =>
  (/"ownerRecordIds?":\[?((?:\d|,|null)*)/.exec(outcome)?.[1]?.match(/\d+/g) ?? []).map(Number);

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
