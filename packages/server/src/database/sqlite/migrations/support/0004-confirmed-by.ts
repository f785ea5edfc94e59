import type { MigrationInterface, QueryRunner } from 'typeorm';

/** How a person was told to confirm a request with an email: `email` or `letter`; null until it is decided. */
export class ConfirmedBy implements MigrationInterface {
  name = 'ConfirmedBy1795000000004';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE person_requests ADD COLUMN confirm_by TEXT');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE person_requests DROP COLUMN confirm_by');
  }
}
