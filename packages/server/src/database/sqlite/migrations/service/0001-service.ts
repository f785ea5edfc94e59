import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Accounts, money, limits, replays, jobs and tasks. Times are milliseconds since the epoch, money is whole cents. */
export class ServiceSchema implements MigrationInterface {
  name = 'ServiceSchema1795000000001';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of SCHEMA) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of TABLES.toReversed()) await runner.query(`DROP TABLE ${table}`);
  }
}

const TABLES = [
  'accounts',
  'api_keys',
  'ledger_records',
  'reservations',
  'daily_lookups',
  'replays',
  'jobs',
  'tasks',
  'task_turns',
];

const SCHEMA = [
  // Price and limits are null where the contract's values apply.
  `CREATE TABLE accounts (
     id TEXT PRIMARY KEY,
     name TEXT NOT NULL,
     email TEXT,
     status TEXT NOT NULL CHECK (status IN ('active', 'suspended')),
     balance_cents BIGINT NOT NULL DEFAULT 0 CHECK (balance_cents >= 0),
     price_cents INTEGER,
     daily_misses INTEGER,
     single_per_minute INTEGER,
     bulk_per_minute INTEGER,
     created_at BIGINT NOT NULL
   )`,
  `CREATE TABLE api_keys (
     id TEXT PRIMARY KEY,
     account_id TEXT NOT NULL REFERENCES accounts (id),
     mode TEXT NOT NULL CHECK (mode IN ('live', 'test')),
     label TEXT,
     key_hash TEXT NOT NULL UNIQUE,
     created_at BIGINT NOT NULL,
     last_used_at BIGINT,
     revoked_at BIGINT
   )`,
  'CREATE INDEX api_keys_by_account ON api_keys (account_id)',
  `CREATE TABLE ledger_records (
     id TEXT PRIMARY KEY,
     account_id TEXT NOT NULL REFERENCES accounts (id),
     sequence BIGINT NOT NULL,
     type TEXT NOT NULL,
     amount_cents BIGINT NOT NULL,
     balance_cents BIGINT NOT NULL CHECK (balance_cents >= 0),
     reference TEXT,
     created_at BIGINT NOT NULL,
     UNIQUE (account_id, sequence)
   )`,
  'CREATE INDEX ledger_records_by_reference ON ledger_records (reference)',
  `CREATE TABLE reservations (
     id TEXT PRIMARY KEY,
     account_id TEXT NOT NULL REFERENCES accounts (id),
     amount_cents BIGINT NOT NULL,
     price_cents INTEGER NOT NULL,
     reference TEXT NOT NULL,
     status TEXT NOT NULL CHECK (status IN ('held', 'settled', 'refunded')),
     created_at BIGINT NOT NULL
   )`,
  "CREATE INDEX reservations_held ON reservations (created_at) WHERE status = 'held'",
  `CREATE TABLE daily_lookups (
     account_id TEXT NOT NULL REFERENCES accounts (id),
     day TEXT NOT NULL,
     misses BIGINT NOT NULL,
     matches BIGINT NOT NULL,
     PRIMARY KEY (account_id, day)
   )`,
  `CREATE TABLE replays (
     account_id TEXT NOT NULL REFERENCES accounts (id),
     operation TEXT NOT NULL,
     idempotency_key TEXT NOT NULL,
     request_digest TEXT NOT NULL,
     outcome TEXT NOT NULL,
     created_at BIGINT NOT NULL,
     PRIMARY KEY (account_id, operation, idempotency_key)
   )`,
  'CREATE INDEX replays_by_age ON replays (created_at)',
  // `sequence` gives the list its order when two jobs begin in the same millisecond.
  `CREATE TABLE jobs (
     sequence INTEGER PRIMARY KEY AUTOINCREMENT,
     id TEXT NOT NULL UNIQUE,
     account_id TEXT NOT NULL REFERENCES accounts (id),
     mode TEXT NOT NULL CHECK (mode IN ('live', 'test')),
     status TEXT NOT NULL,
     filename TEXT NOT NULL,
     column_mapping TEXT NOT NULL,
     origin TEXT NOT NULL,
     upload_version TEXT,
     upload_bytes BIGINT,
     matching_started_at BIGINT,
     total_rows BIGINT,
     matched_rows BIGINT,
     blank_address_count BIGINT,
     layout TEXT,
     price_cents INTEGER,
     total_charge_cents BIGINT,
     refund_cents BIGINT,
     result_version TEXT,
     result_bytes BIGINT,
     error_message TEXT,
     created_at BIGINT NOT NULL,
     updated_at BIGINT NOT NULL
   )`,
  'CREATE INDEX jobs_by_account ON jobs (account_id, mode, sequence)',
  'CREATE INDEX jobs_by_status ON jobs (status, updated_at)',
  // Shares of an account are counted by indexes alone (jobs/quotas.ts).
  `CREATE INDEX jobs_open ON jobs (account_id, mode, upload_bytes)
    WHERE status IN ('pending', 'uploaded', 'processing', 'preview')`,
  'CREATE INDEX jobs_with_files ON jobs (account_id, updated_at) WHERE upload_version IS NOT NULL',
  `CREATE INDEX jobs_uncharged ON jobs (account_id, mode, created_at)
    WHERE (status IN ('cancelled', 'failed') AND refund_cents IS NULL)
       OR (status = 'completed' AND total_charge_cents = 0)`,
  // A row is deleted when its task is done; a lease past its time may be taken over.
  `CREATE TABLE tasks (
     id TEXT PRIMARY KEY,
     kind TEXT NOT NULL,
     subject TEXT NOT NULL,
     account_id TEXT NOT NULL,
     weight BIGINT NOT NULL,
     due_at BIGINT NOT NULL,
     failures BIGINT NOT NULL DEFAULT 0,
     takeovers BIGINT NOT NULL DEFAULT 0,
     lease_token TEXT,
     lease_until BIGINT,
     created_at BIGINT NOT NULL,
     UNIQUE (kind, subject)
   )`,
  'CREATE INDEX tasks_by_due ON tasks (due_at)',
  // When an account last had its turn, which is known while none of its tasks is queued.
  'CREATE TABLE task_turns (account_id TEXT PRIMARY KEY, started_at BIGINT NOT NULL)',
];
