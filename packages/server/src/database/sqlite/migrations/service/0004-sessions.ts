import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Browser sessions, and the links that begin them. Only hashes of their secrets are stored. */
export class Sessions implements MigrationInterface {
  name = 'Sessions1795000000004';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`CREATE TABLE sessions (
      id TEXT PRIMARY KEY,
      role TEXT NOT NULL CHECK (role IN ('customer', 'operator')),
      account_id TEXT REFERENCES accounts (id),
      key_id TEXT REFERENCES api_keys (id),
      signed_in_with TEXT NOT NULL CHECK (signed_in_with IN ('key', 'link')),
      name TEXT,
      token_hash TEXT NOT NULL UNIQUE,
      previous_hash TEXT UNIQUE,
      rotated_at BIGINT NOT NULL,
      confirmed_at BIGINT,
      created_at BIGINT NOT NULL,
      last_used_at BIGINT NOT NULL,
      expires_at BIGINT NOT NULL,
      ended_at BIGINT
    )`);
    await runner.query('CREATE INDEX sessions_by_account ON sessions (account_id)');
    await runner.query('CREATE INDEX sessions_by_expiry ON sessions (expires_at)');
    await runner.query(`CREATE TABLE sign_in_links (
      token_hash TEXT PRIMARY KEY,
      role TEXT NOT NULL CHECK (role IN ('customer', 'operator')),
      account_id TEXT REFERENCES accounts (id),
      name TEXT,
      created_at BIGINT NOT NULL,
      expires_at BIGINT NOT NULL,
      used_at BIGINT
    )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE sign_in_links');
    await runner.query('DROP TABLE sessions');
  }
}
