import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Addresses of entries of the suppression list, sealed: compared with records that spell the address in another way. */
export class SuppressedAddresses implements MigrationInterface {
  name = 'SuppressedAddresses1795000000020';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE suppressions ADD COLUMN address TEXT');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE suppressions DROP COLUMN address');
  }
}
