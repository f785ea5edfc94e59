import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The head of an uploaded file of owners, which is shown to operators, is read once; an upload that arrives sends a
 * heartbeat.
 */
export class OwnerUploadHeads implements MigrationInterface {
  name = 'OwnerUploadHeads1795000000010';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE owner_uploads ADD COLUMN alive_at BIGINT');
    await runner.query('ALTER TABLE owner_uploads ADD COLUMN heads TEXT');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE owner_uploads DROP COLUMN heads');
    await runner.query('ALTER TABLE owner_uploads DROP COLUMN alive_at');
  }
}
