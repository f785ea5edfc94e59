import type { MigrationInterface, QueryRunner } from 'typeorm';

export class LimitsReplaysSupport implements MigrationInterface {
  name = 'LimitsReplaysSupport1790000000002';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE daily_lookups (
        accountId TEXT NOT NULL REFERENCES accounts (id),
        day TEXT NOT NULL,
        misses BIGINT NOT NULL,
        matches BIGINT NOT NULL,
        PRIMARY KEY (accountId, day)
      )`);
    await runner.query(`
      CREATE TABLE replays (
        accountId TEXT NOT NULL REFERENCES accounts (id),
        operation TEXT NOT NULL,
        idempotencyKey TEXT NOT NULL,
        requestDigest TEXT NOT NULL,
        outcome TEXT NOT NULL,
        createdAt BIGINT NOT NULL,
        PRIMARY KEY (accountId, operation, idempotencyKey)
      )`);
    await runner.query('CREATE INDEX replays_by_age ON replays (createdAt)');
    await runner.query(`
      CREATE TABLE support_messages (
        id TEXT PRIMARY KEY,
        fullName TEXT NOT NULL,
        email TEXT NOT NULL,
        phone TEXT NOT NULL,
        reason TEXT NOT NULL,
        message TEXT NOT NULL,
        consent BOOLEAN NOT NULL,
        createdAt BIGINT NOT NULL
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of ['support_messages', 'replays', 'daily_lookups']) {
      await runner.query(`DROP TABLE ${table}`);
    }
  }
}
