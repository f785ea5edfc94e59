import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What a person sees of an uploaded file of owners is read once, and an upload that arrives gives signs of life. */
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
