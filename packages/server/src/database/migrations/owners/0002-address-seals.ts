import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * What the index needs to settle most look-ups by itself. Records from before have no seal: they are found as ever,
 * only slower, until their file is imported again.
 */
export class AddressSeals implements MigrationInterface {
  name = 'AddressSeals1790000000002';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE owner_records ADD COLUMN addressSeal BIGINT');
    await runner.query('ALTER TABLE owner_keys ADD COLUMN addressSeal BIGINT');
    await runner.query('ALTER TABLE owner_keys ADD COLUMN contacts BIGINT');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE owner_keys DROP COLUMN contacts');
    await runner.query('ALTER TABLE owner_keys DROP COLUMN addressSeal');
    await runner.query('ALTER TABLE owner_records DROP COLUMN addressSeal');
  }
}
