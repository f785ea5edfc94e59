import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Accounts share the disk and the workers: what is open is counted by an index of its own (jobs/quotas.ts), and whose turn
 * it is stays known while no task of an account is queued. `resultBytes` tells a result that was cut short.
 */
export class FairShares implements MigrationInterface {
  name = 'FairShares1790000000006';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE jobs ADD COLUMN resultBytes BIGINT');
    await runner.query(`
      CREATE INDEX jobs_open ON jobs (accountId, uploadBytes)
       WHERE status IN ('pending', 'uploaded', 'processing', 'preview')`);
    await runner.query('CREATE TABLE task_turns (accountId TEXT PRIMARY KEY, startedAt BIGINT NOT NULL)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE task_turns');
    await runner.query('DROP INDEX jobs_open');
    await runner.query('ALTER TABLE jobs DROP COLUMN resultBytes');
  }
}
