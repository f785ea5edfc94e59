import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Whose files are on the disk: they are counted at each upload (jobs/quotas.ts). */
export class FilesByAccount implements MigrationInterface {
  name = 'FilesByAccount1790000000007';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      'CREATE INDEX jobs_with_files ON jobs (accountId, updatedAt) WHERE uploadVersion IS NOT NULL',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX jobs_with_files');
  }
}
