import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Test keys, and the jobs made with them. Every key and job from before is live. */
export class TestKeys implements MigrationInterface {
  name = 'TestKeys1790000000010';

  async up(runner: QueryRunner): Promise<void> {
    const mode = "mode TEXT NOT NULL DEFAULT 'live' CHECK (mode IN ('live', 'test'))";
    await runner.query(`ALTER TABLE api_keys ADD COLUMN ${mode}`);
    await runner.query(`ALTER TABLE jobs ADD COLUMN ${mode}`);
    // A list shows the newest jobs of one mode, however many of the other are newer.
    await runner.query('DROP INDEX jobs_by_account');
    await runner.query('CREATE INDEX jobs_by_account ON jobs (accountId, mode, sequence)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX jobs_by_account');
    await runner.query('CREATE INDEX jobs_by_account ON jobs (accountId, sequence)');
    await runner.query('ALTER TABLE jobs DROP COLUMN mode');
    await runner.query('ALTER TABLE api_keys DROP COLUMN mode');
  }
}
