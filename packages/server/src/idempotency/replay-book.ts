import { insertionInto, type Ask, type Write } from '../database/index.js';
import { ReplayExistsError } from './errors.js';
import { isExpired, KEPT, requireSameBody, slotOf, type Receipt, type Replay } from './replay.js';

/** The receipts of a unit of work: what is kept already is read once, what is new is written once. */
export class ReplayBook {
  readonly #new: Replay[] = [];

  private constructor(
    private readonly kept: Map<string, Replay>,
    private readonly now: number,
  ) {}

  /** @param receipts null for requests without a key */
  static async open(ask: Ask, receipts: readonly (Receipt | null)[], now: number): Promise<ReplayBook> {
    const kept = await ask(KEPT, receipts.filter((receipt) => receipt !== null).map(slotOf));
    return new ReplayBook(new Map([...kept].filter(([, replay]) => !isExpired(replay, now))), now);
  }

  /** @throws ReplayExistsError when another process committed the same key first; IdempotencyKeyError */
  requireNew(receipt: Receipt | null): void {
    const kept = receipt === null ? undefined : this.kept.get(slotOf(receipt));
    if (receipt === null || kept === undefined) return;
    requireSameBody(kept, receipt.requestDigest);
    throw new ReplayExistsError();
  }

  keep(receipt: Receipt | null): void {
    if (receipt === null) return;
    const replay = { ...receipt, createdAt: this.now };
    this.kept.set(slotOf(receipt), replay);
    this.#new.push(replay);
  }

  /** What is to be written, by one statement. */
  writes(): Write[] {
    return keepReplays(this.#new);
  }
}

const keepReplays = insertionInto<Replay>(
  'replays',
  ['accountId', 'operation', 'idempotencyKey', 'requestDigest', 'outcome', 'createdAt'],
  // A place that is taken was found expired: nobody keeps what `requireNew` refused.
  `ON CONFLICT (account_id, operation, idempotency_key)
   DO UPDATE SET request_digest = excluded.request_digest, outcome = excluded.outcome, created_at = excluded.created_at`,
);
