import type { MigrationInterface, QueryRunner } from 'typeorm';

export class Messages implements MigrationInterface {
  name = 'Messages1795000000001';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE support_messages (
        id TEXT PRIMARY KEY,
        full_name TEXT NOT NULL,
        email TEXT NOT NULL,
        phone TEXT NOT NULL,
        reason TEXT NOT NULL,
        message TEXT NOT NULL,
        consent BOOLEAN NOT NULL,
        created_at BIGINT NOT NULL
      )`);
    await runner.query('CREATE INDEX support_messages_by_age ON support_messages (created_at)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE support_messages');
  }
}
