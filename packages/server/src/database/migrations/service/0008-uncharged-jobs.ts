import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Jobs that ended and cost nothing: how many an account made within a day is asked at each creation (jobs/quotas.ts). */
export class UnchargedJobs implements MigrationInterface {
  name = 'UnchargedJobs1790000000008';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE INDEX jobs_uncharged ON jobs (accountId, createdAt)
       WHERE (status IN ('cancelled', 'failed') AND refundCents IS NULL)
          OR (status = 'completed' AND totalChargeCents = 0)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX jobs_uncharged');
  }
}
