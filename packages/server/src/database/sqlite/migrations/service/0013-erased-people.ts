import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Entries of the suppression list for people who were also deleted: after a restore they are deleted again.
 */
export class ErasedPeople implements MigrationInterface {
  name = 'ErasedPeople1795000000013';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE suppressions ADD COLUMN erased_at INTEGER');
    await runner.query('ALTER TABLE suppressions ADD COLUMN erased_by TEXT');
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const column of ['erased_by', 'erased_at'])
      await runner.query(`ALTER TABLE suppressions DROP COLUMN ${column}`);
  }
}
