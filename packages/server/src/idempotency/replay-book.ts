import type { EntityManager } from 'typeorm';
import { EACH, insertSet } from '../database/index.js';
import { ReplayExistsError } from './errors.js';
import { isExpired, requireSameBody, type Receipt, type Replay } from './replay.js';

const slotOf = ({
  accountId,
  operation,
  idempotencyKey,
}: Omit<Receipt, 'requestDigest' | 'outcome'>): string =>
  JSON.stringify([accountId, operation, idempotencyKey]);

/** The receipts of a unit of work: what is kept already is read once, what is new is written once. */
export class ReplayBook {
  readonly #new: Replay[] = [];

  private constructor(
    private readonly tx: EntityManager,
    private readonly kept: Map<string, Replay>,
    private readonly now: number,
  ) {}

  /** @param receipts null for requests without a key */
  static async open(
    tx: EntityManager,
    receipts: readonly (Receipt | null)[],
    now: number,
  ): Promise<ReplayBook> {
    const keys = receipts.filter((receipt) => receipt !== null);
    if (keys.length === 0) return new ReplayBook(tx, new Map(), now);
    const wanted = keys.map(({ accountId, operation, idempotencyKey }) => [
      accountId,
      operation,
      idempotencyKey,
    ]);
    const rows = await tx.query<Replay[]>(READ_KEPT, [JSON.stringify(wanted)]);
    const current = rows.filter((row) => !isExpired(row, now));
    return new ReplayBook(tx, new Map(current.map((row) => [slotOf(row), row])), now);
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

  write(): Promise<void> {
    return insertSet(this.tx, 'replays', COLUMNS, this.#new, TAKE_EXPIRED_PLACE);
  }
}

const COLUMNS = [
  'accountId',
  'operation',
  'idempotencyKey',
  'requestDigest',
  'outcome',
  'createdAt',
] as const;

const READ_KEPT = `
  SELECT r.accountId, r.operation, r.idempotencyKey, r.requestDigest, r.outcome, r.createdAt
    FROM ${EACH} AS wanted
   CROSS JOIN replays r
      ON r.accountId = wanted.value ->> 0 AND r.operation = wanted.value ->> 1 AND r.idempotencyKey = wanted.value ->> 2`;

// A place that is taken was found expired: nobody keeps what `requireNew` refused.
const TAKE_EXPIRED_PLACE = `
  ON CONFLICT (accountId, operation, idempotencyKey)
  DO UPDATE SET requestDigest = excluded.requestDigest, outcome = excluded.outcome, createdAt = excluded.createdAt`;
