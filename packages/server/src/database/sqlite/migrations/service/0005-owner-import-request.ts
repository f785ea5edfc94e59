import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What an import of owners was asked for, so that a page that is opened again goes on with it. */
export class OwnerImportRequest implements MigrationInterface {
  name = 'OwnerImportRequest1795000000005';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE owner_runs ADD COLUMN request TEXT');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE owner_runs DROP COLUMN request');
  }
}
