import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The settings that an import was started with: the import page shows them again when it is opened later. */
export class OwnerImportRequest implements MigrationInterface {
  name = 'OwnerImportRequest1795000000005';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE owner_runs ADD COLUMN request TEXT');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE owner_runs DROP COLUMN request');
  }
}
