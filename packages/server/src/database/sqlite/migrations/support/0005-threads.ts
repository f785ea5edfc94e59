import type { MigrationInterface, QueryRunner } from 'typeorm';

/** When an operator first saw a message, and the notes and replies on it (JSON). */
export class MessageThreads implements MigrationInterface {
  name = 'MessageThreads1795000000005';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE support_messages ADD COLUMN seen_at BIGINT');
    await runner.query('ALTER TABLE support_messages ADD COLUMN thread TEXT');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE support_messages DROP COLUMN thread');
    await runner.query('ALTER TABLE support_messages DROP COLUMN seen_at');
  }
}
