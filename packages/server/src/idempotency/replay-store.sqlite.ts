import type { Tx } from '../database/index.js';
import {
  insertionInto,
  question,
  readIn,
  writeIn,
  type SettledTables,
  type SqliteDatabase,
} from '../database/sqlite/index.js';
import { LessThanOrEqual, Like } from '../database/typeorm.js';
import { ReplayEntity, type Replay } from './replay.js';
import type { KeptReplays, ReplayStore } from './replay-store.js';

// A slot is a JSON array: `slotOf`.
const KEPT = question<Replay>(
  {
    accountId: 'r.account_id',
    operation: 'r.operation',
    idempotencyKey: 'r.idempotency_key',
    requestDigest: 'r.request_digest',
    outcome: 'r.outcome',
    createdAt: 'r.created_at',
  },
  'replays r ON r.account_id = wanted.value ->> 0 AND r.operation = wanted.value ->> 1 ' +
    'AND r.idempotency_key = wanted.value ->> 2',
);

const KEEP = insertionInto<Replay>(
  'replays',
  ['accountId', 'operation', 'idempotencyKey', 'requestDigest', 'outcome', 'createdAt'],
  // Only an expired record can be in a taken slot: the replay book refuses any other.
  `ON CONFLICT (account_id, operation, idempotency_key)
   DO UPDATE SET request_digest = excluded.request_digest, outcome = excluded.outcome, created_at = excluded.created_at`,
);

export const replayTables: SettledTables<readonly string[], KeptReplays, readonly Replay[]> = {
  read: (ask, slots) => ask(KEPT, slots),
  statements: [KEEP.sql],
  rows: (replays) => [KEEP.rows(replays)],
};

export class SqliteReplayStore implements ReplayStore {
  constructor(private readonly database: SqliteDatabase) {}

  kept(slots: readonly string[]): Promise<KeptReplays> {
    return this.database.ask(KEPT, slots);
  }

  read(tx: Tx, slots: readonly string[]): Promise<KeptReplays> {
    return readIn(tx, replayTables, slots);
  }

  write(tx: Tx, replays: readonly Replay[]): Promise<void> {
    return writeIn(tx, replayTables, replays);
  }

  mentioning(texts: readonly string[]): Promise<Replay[]> {
    return this.database.read.find(ReplayEntity, {
      where: texts.map((text) => ({ outcome: Like(`%${text}%`) })),
    });
  }

  async forget(atMs: number): Promise<number> {
    const deleted = await this.database.write((tx) =>
      tx.delete(ReplayEntity, { createdAt: LessThanOrEqual(atMs) }),
    );
    return deleted.affected ?? 0;
  }
}
