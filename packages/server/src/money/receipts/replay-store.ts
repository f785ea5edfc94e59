import { createHash } from 'node:crypto';
import { MS_PER_HOUR } from '../../platform/clock.js';
import {
  columnsOf,
  integer,
  question,
  text,
  type Database,
  type Insertion,
  type SettledTables,
  type Tx,
} from '../../platform/database/index.js';
import { EntitySchema, LessThanOrEqual, Like } from '../../platform/database/typeorm.js';
import { coded } from '../../platform/lib/coded.js';

/** The Idempotency-Key header is not 1 to 255 visible ASCII characters. */
export class IdempotencyKeyError extends coded('invalid_idempotency_key') {}

/** The Idempotency-Key was used with a different body. */
export class IdempotencyConflictError extends coded('idempotency_conflict') {}

/** Another process committed the same key first; its answer stands, and this work is rolled back. */
export class ReplayExistsError extends coded('replay_exists') {}

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
  /** Owner records of the answer (`recordList`). */
  recordIds: string;
}

/** Record ids between commas, such as `,12,15,`: `LIKE '%,12,%'` finds 12 and not 112. */
export const recordList = (ids: readonly number[]): string => (ids.length === 0 ? '' : `,${ids.join(',')},`);

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
    recordIds: text,
    createdAt: integer,
  },
});

/** Identifies a scope without its body. Kept receipts are found by it. */
export const replaySlot = ({
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
    .update(JSON.stringify([replaySlot(scope), scope.requestDigest]))
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

/** Stored replays by slot (`replaySlot`), some perhaps expired. A slot without a replay is left out. */
export type KeptReplays = ReadonlyMap<string, Replay>;

/** Table and columns, and what happens in a taken slot: only an expired record can be in one, the replay book refuses any other. */
export const REPLAYS = [
  'replays',
  ['accountId', 'operation', 'idempotencyKey', 'requestDigest', 'outcome', 'recordIds', 'createdAt'],
  `ON CONFLICT (account_id, operation, idempotency_key)
   DO UPDATE SET request_digest = excluded.request_digest, outcome = excluded.outcome,
                 record_ids = excluded.record_ids, created_at = excluded.created_at`,
] as const;

type ReplayTables = SettledTables<readonly string[], KeptReplays, readonly Replay[]>;

/** The replays' part of a settlement. @param slot the wanted slot (`replaySlot`) as JSON, in SQL */
export function replayTablesOf(slot: string, insertion: Insertion<Replay>): ReplayTables {
  const kept = question<Replay>(
    columnsOf('r', REPLAYS[1]),
    `replays r ON r.account_id = ${slot} ->> 0 AND r.operation = ${slot} ->> 1 AND r.idempotency_key = ${slot} ->> 2`,
  );
  return {
    read: (ask, slots) => ask(kept, slots),
    statements: [insertion.sql],
    rows: (replays) => [insertion.rows(replays)],
  };
}

/** Functions that differ between the engines. */
interface Dialect {
  kept(slots: readonly string[]): Promise<KeptReplays>;
  read(tx: Tx, slots: readonly string[]): Promise<KeptReplays>;
  write(tx: Tx, replays: readonly Replay[]): Promise<void>;
}

/** Stores one replay per slot. */
export class ReplayStore {
  constructor(
    private readonly database: Database,
    private readonly dialect: Dialect,
  ) {}

  /** Reads committed replays. */
  kept(slots: readonly string[]): Promise<KeptReplays> {
    return this.dialect.kept(slots);
  }

  /** Reads replays for a transaction; locked until it ends. */
  read(tx: Tx, slots: readonly string[]): Promise<KeptReplays> {
    return this.dialect.read(tx, slots);
  }

  /** Writes replays, replacing any record in the same slot. */
  write(tx: Tx, replays: readonly Replay[]): Promise<void> {
    return this.dialect.write(tx, replays);
  }

  /** Committed replays with one of these owner records. Reads the whole table. */
  withRecords(ids: readonly number[]): Promise<Replay[]> {
    return this.database.read.find(ReplayEntity, {
      where: ids.map((id) => ({ recordIds: Like(`%,${id},%`) })),
    });
  }

  /** Deletes replays made at or before this time. Returns how many. */
  async forget(atMs: number): Promise<number> {
    const deleted = await this.database.write((tx) =>
      tx.delete(ReplayEntity, { createdAt: LessThanOrEqual(atMs) }),
    );
    return deleted.affected ?? 0;
  }
}
