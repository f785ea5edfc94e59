import { createHash } from 'node:crypto';
import { MS_PER_HOUR } from '../clock.js';
import { integer, text } from '../database/index.js';
import { EntitySchema } from '../database/typeorm.js';
import { IdempotencyConflictError } from './errors.js';

/** How long the first success is kept (reading 10). */
export const REPLAY_LIFETIME_MS = 24 * MS_PER_HOUR;

/** Identifies a repeated request. */
export interface ReplayScope {
  accountId: string;
  /** The operation's name in the contract; prefixed with `test:` for a test key's request. */
  operation: string;
  idempotencyKey: string;
  requestDigest: string;
}

/** A record that must commit together with the work it belongs to. */
export interface Receipt extends ReplayScope {
  /** JSON that refers to owner records or jobs by id: nothing personal. */
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

/** Identifies a scope without its body. Kept receipts are found by it. */
export const slotOf = ({
  accountId,
  operation,
  idempotencyKey,
}: Omit<ReplayScope, 'requestDigest'>): string => JSON.stringify([accountId, operation, idempotencyKey]);

/**
 * Identifies a scope including its body, without revealing the key: for rows that are kept longer than
 * receipts.
 */
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
