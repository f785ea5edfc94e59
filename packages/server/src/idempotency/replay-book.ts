import { ReplayExistsError } from './errors.js';
import { isExpired, requireSameBody, slotOf, type Receipt, type Replay, type ReplayScope } from './replay.js';
import type { KeptReplays } from './replay-store.js';

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
    const kept = scope === null ? undefined : this.#kept.get(slotOf(scope));
    if (scope === null || kept === undefined) return;
    requireSameBody(kept, scope.requestDigest);
    throw new ReplayExistsError();
  }

  keep(receipt: Receipt | null): void {
    if (receipt === null) return;
    const replay = { ...receipt, createdAt: this.now };
    this.#kept.set(slotOf(receipt), replay);
    this.#added.push(replay);
  }

  changes(): readonly Replay[] {
    return this.#added;
  }
}
