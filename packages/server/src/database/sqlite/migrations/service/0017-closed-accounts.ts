import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Accounts that were closed: suspended, and since when. */
export class ClosedAccounts implements MigrationInterface {
  name = 'ClosedAccounts1795000000017';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE accounts ADD COLUMN closed_at INTEGER');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE accounts DROP COLUMN closed_at');
  }
}
