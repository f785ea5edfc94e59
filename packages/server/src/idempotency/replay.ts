import { createHash } from 'node:crypto';
import { MS_PER_HOUR } from '../clock.js';
import { integer, text } from '../database/index.js';
import { EntitySchema } from '../database/typeorm.js';
import { IdempotencyConflictError } from './errors.js';

/** Reading 10: how long the first success is kept. */
export const REPLAY_LIFETIME_MS = 24 * MS_PER_HOUR;

/** Identifies a repeated request. */
export interface ReplayScope {
  accountId: string;
  /** The contract's name; of a test key's request, with `test:` before it. */
  operation: string;
  idempotencyKey: string;
  requestDigest: string;
}

/** Changes that must commit together with the work they belong to. */
export interface Receipt extends ReplayScope {
  /** JSON, by reference to owner records or jobs: nothing personal. */
  outcome: string;
}

export interface Replay extends Receipt {
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

/** Names a scope without its body. What a kept receipt is found by. */
export const slotOf = ({
  accountId,
  operation,
  idempotencyKey,
}: Omit<ReplayScope, 'requestDigest'>): string => JSON.stringify([accountId, operation, idempotencyKey]);

/** Names a scope with its body, without telling the key: for rows that are kept longer than receipts. */
export const fingerprintOf = (scope: ReplayScope): string =>
  createHash('sha256')
    .update(JSON.stringify([slotOf(scope), scope.requestDigest]))
    .digest('hex');

export const isExpired = ({ createdAt }: Pick<Replay, 'createdAt'>, now: number): boolean =>
  createdAt <= now - REPLAY_LIFETIME_MS;

/** @throws IdempotencyConflictError */
export function requireSameBody(kept: Pick<Replay, 'requestDigest'>, requestDigest: string): void {
  if (kept.requestDigest === requestDigest) return;
  throw new IdempotencyConflictError(
    'This Idempotency-Key was already used with a different body. Nothing was charged. Use a new key for a new request.',
  );
}
