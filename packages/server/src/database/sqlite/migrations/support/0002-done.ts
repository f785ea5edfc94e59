import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Time when an operator marked a message as done; null while it is open. */
export class MessagesDone implements MigrationInterface {
  name = 'MessagesDone1795000000002';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE support_messages ADD COLUMN done_at BIGINT');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE support_messages DROP COLUMN done_at');
  }
}
