import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Endpoints of accounts, the events sent to them, and the delivery log. */
export class Webhooks implements MigrationInterface {
  name = 'Webhooks1795000000018';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of STATEMENTS) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of ['deliveries', 'events', 'endpoints'])
      await runner.query(`DROP TABLE webhook_${table}`);
  }
}

const STATEMENTS = [
  // `events` is a JSON list of types. `is_low` is 1 while the balance is known to be low.
  `CREATE TABLE webhook_endpoints (
     id TEXT PRIMARY KEY,
     account_id TEXT NOT NULL REFERENCES accounts (id),
     url TEXT NOT NULL,
     secret TEXT NOT NULL,
     events TEXT NOT NULL,
     is_low INTEGER NOT NULL,
     created_at BIGINT NOT NULL,
     removed_at BIGINT
   )`,
  'CREATE INDEX webhook_endpoints_by_account ON webhook_endpoints (account_id)',
  `CREATE TABLE webhook_events (
     id TEXT PRIMARY KEY,
     account_id TEXT NOT NULL REFERENCES accounts (id),
     type TEXT NOT NULL,
     data TEXT NOT NULL,
     created_at BIGINT NOT NULL
   )`,
  'CREATE INDEX webhook_events_by_age ON webhook_events (created_at)',
  `CREATE TABLE webhook_deliveries (
     id TEXT PRIMARY KEY,
     event_id TEXT NOT NULL REFERENCES webhook_events (id),
     endpoint_id TEXT NOT NULL REFERENCES webhook_endpoints (id),
     account_id TEXT NOT NULL,
     status TEXT NOT NULL CHECK (status IN ('pending', 'delivered', 'failed')),
     attempts BIGINT NOT NULL,
     answered BIGINT,
     error TEXT,
     begun_at BIGINT NOT NULL,
     created_at BIGINT NOT NULL,
     updated_at BIGINT NOT NULL
   )`,
  'CREATE INDEX webhook_deliveries_by_account ON webhook_deliveries (account_id, created_at, id)',
  'CREATE INDEX webhook_deliveries_by_age ON webhook_deliveries (created_at)',
  'CREATE INDEX webhook_deliveries_by_event ON webhook_deliveries (event_id)',
  'CREATE INDEX webhook_deliveries_by_endpoint ON webhook_deliveries (endpoint_id)',
  "CREATE INDEX webhook_deliveries_pending ON webhook_deliveries (id) WHERE status = 'pending'",
];
