import type { MigrationInterface, QueryRunner } from 'typeorm';

export class Messages implements MigrationInterface {
  name = 'Messages1790000000001';

  async up(runner: QueryRunner): Promise<void> {
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
    await runner.query('CREATE INDEX support_messages_by_age ON support_messages (createdAt)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE support_messages');
  }
}
