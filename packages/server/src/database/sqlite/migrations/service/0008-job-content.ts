import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A list that was uploaded before is found by its content, from any machine. */
export class JobContent implements MigrationInterface {
  name = 'JobContent1795000000008';

  async up(runner: QueryRunner): Promise<void> {
    // A keyed hash: `contentMark` in jobs/jobs.ts.
    await runner.query('ALTER TABLE jobs ADD COLUMN content_mark TEXT');
    await runner.query(
      'CREATE INDEX jobs_by_content ON jobs (account_id, mode, content_mark, sequence) WHERE content_mark IS NOT NULL',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX jobs_by_content');
    await runner.query('ALTER TABLE jobs DROP COLUMN content_mark');
  }
}
