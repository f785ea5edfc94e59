import { hash } from 'node:crypto';
import type { Clock } from '../../platform/clock.js';
import type { Tx } from '../../platform/database/index.js';
import { inSteps } from '../../platform/lib/batches.js';
import type { Caller } from '../accounts/index.js';
import {
  IdempotencyKeyError,
  isExpired,
  REPLAY_LIFETIME_MS,
  ReplayExistsError,
  recordList,
  requireSameBody,
  replaySlot,
  type KeptReplays,
  type Receipt,
  type Replay,
  type ReplayScope,
  type ReplayStore,
} from './replay-store.js';

/** An answer and whether it was kept from an earlier request. */
export interface Replayed<T> {
  value: T;
  replayed: boolean;
}

/** Makes the receipt of an outcome. @param recordIds owner records that the answer has */
export type ReceiptOf<Outcome> = (outcome: Outcome, recordIds?: readonly number[]) => Receipt | null;

/** Work that may be repeated under one key. */
export interface RepeatableWork<Outcome, Answer> {
  /**
   * Does the work. On success it must commit the receipt of its outcome, which is plain JSON, together with the work;
   * null if the request carried no key, so that there is nothing to keep.
   */
  run(receiptOf: ReceiptOf<Outcome>): Promise<Answer>;
  /** Builds the answer again from the kept outcome. */
  replay(outcome: Outcome): Promise<Answer>;
}

/** Whether a header's value is a valid key: 1 to 255 visible ASCII characters. */
export const isIdempotencyKey = (value: string): boolean => /^[!-~]{1,255}$/.test(value);

/** Prefix of the operation for requests with a test key. */
const TEST = 'test:';

export class Replays {
  /** Requests running in this process: the second of two waits for the first. */
  readonly #running = new Map<string, Promise<unknown>>();

  constructor(
    private readonly store: ReplayStore,
    private readonly clock: Clock,
  ) {}

  /**
   * Identifies a request, or null if it carries no key. The same Idempotency-Key with a test key and with a live key
   * identifies two requests.
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
   * Runs the work once per scope and returns the first success again afterwards.
   * @throws IdempotencyConflictError when the key was used with a different body
   */
  async once<Outcome, Answer>(
    scope: ReplayScope | null,
    work: RepeatableWork<Outcome, Answer>,
  ): Promise<Replayed<Answer>> {
    if (scope === null) return { value: await work.run(() => null), replayed: false };
    const slot = replaySlot(scope);
    for (;;) {
      const running = this.#running.get(slot);
      if (running === undefined) break;
      // The first request's failure is reported to its own caller; whether it left an answer is read below.
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

  /** Slots that a settlement has to read to keep receipts of these scopes. Null stands for a request without a key. */
  slotsOf(scopes: readonly (ReplayScope | null)[]): string[] {
    return scopes.flatMap((scope) => (scope === null ? [] : replaySlot(scope)));
  }

  /** For settlements, which keep several receipts. */
  open(kept: KeptReplays): ReplayBook {
    return new ReplayBook(kept, this.clock.now());
  }

  /**
   * Keeps a receipt in the transaction of the work it belongs to. @throws ReplayExistsError, IdempotencyConflictError
   */
  async keep(tx: Tx, receipt: Receipt | null): Promise<void> {
    if (receipt === null) return;
    const book = this.open(await this.store.read(tx, [replaySlot(receipt)]));
    book.requireNew(receipt);
    book.keep(receipt);
    await this.store.write(tx, book.changes());
  }

  /**
   * Replaces the outcome of a receipt, in the transaction of the work that causes it.
   * @param recordIds owner records that the answer has now
   * @returns false if the stored outcome is not `before`; nothing has changed then
   */
  async replace(
    tx: Tx,
    scope: ReplayScope,
    { before, after, recordIds }: { before: unknown; after: unknown; recordIds: readonly number[] },
  ): Promise<boolean> {
    const slot = replaySlot(scope);
    const kept = (await this.store.read(tx, [slot])).get(slot);
    if (kept === undefined || kept.outcome !== JSON.stringify(before)) return false;
    const outcome = JSON.stringify(after);
    await this.store.write(tx, [{ ...kept, outcome, recordIds: recordList(recordIds) }]);
    return true;
  }

  /** Kept answers that contain one of these owner records and are returned when their request is repeated. */
  async referringTo(
    recordIds: readonly number[],
  ): Promise<Pick<Replay, 'accountId' | 'operation' | 'createdAt'>[]> {
    const found: Replay[] = [];
    for (const some of inSteps(recordIds, IDS_PER_QUESTION))
      found.push(...(await this.store.withRecords(some)));
    const kept = new Map(found.map((replay) => [replaySlot(replay), replay]));
    return (
      [...kept.values()]
        // The sandbox counts its made-up owners from 1, too.
        .filter(({ operation }) => !operation.startsWith(TEST))
        .filter((replay) => !isExpired(replay, this.clock.now()))
        .map(({ accountId, operation, createdAt }) => ({ accountId, operation, createdAt }))
    );
  }

  /** Deletes receipts older than a day. Returns how many. */
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
      const receiptOf = (outcome: Outcome, recordIds: readonly number[] = []): Receipt => ({
        ...scope,
        outcome: JSON.stringify(outcome),
        recordIds: recordList(recordIds),
      });
      return { value: await work.run(receiptOf), replayed: false };
    } catch (error) {
      if (!(error instanceof ReplayExistsError)) throw error;
      const committed = await this.#find<Outcome>(scope);
      if (committed === undefined) throw error;
      return { value: await work.replay(committed), replayed: true };
    }
  }

  async #find<T>(scope: ReplayScope): Promise<T | undefined> {
    const slot = replaySlot(scope);
    const replay = (await this.store.kept([slot])).get(slot);
    if (replay === undefined || isExpired(replay, this.clock.now())) return undefined;
    requireSameBody(replay, scope.requestDigest);
    return JSON.parse(replay.outcome) as T;
  }
}

const IDS_PER_QUESTION = 50;

/** Digest of a body; the order of keys doesn't matter. */
const digest = (body: unknown): string => hash('sha256', canonicalJson(body), 'hex');

const canonicalJson = (value: unknown): string =>
  JSON.stringify(value, (_key, inner: unknown) =>
    isPlainObject(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  );

const isPlainObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The replays of a unit of work while it decides: loaded from the store; new ones are added in memory. */
export class ReplayBook {
  readonly #kept: Map<string, Replay>;
  readonly #added: Replay[] = [];

  constructor(
    kept: KeptReplays,
    private readonly now: number,
  ) {
    this.#kept = new Map([...kept].filter(([, replay]) => !isExpired(replay, now)));
  }

  /** @throws ReplayExistsError when another process committed the same key first; IdempotencyConflictError */
  requireNew(scope: ReplayScope | null): void {
    const kept = scope === null ? undefined : this.#kept.get(replaySlot(scope));
    if (scope === null || kept === undefined) return;
    requireSameBody(kept, scope.requestDigest);
    throw new ReplayExistsError();
  }

  keep(receipt: Receipt | null): void {
    if (receipt === null) return;
    const replay = { ...receipt, createdAt: this.now };
    this.#kept.set(replaySlot(receipt), replay);
    this.#added.push(replay);
  }

  changes(): readonly Replay[] {
    return this.#added;
  }
}
