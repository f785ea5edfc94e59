import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Live and test jobs have shares of their own: what is counted of them is counted by the index alone (jobs/quotas.ts). */
export class SharesByMode implements MigrationInterface {
  name = 'SharesByMode1790000000011';

  async up(runner: QueryRunner): Promise<void> {
    await this.#index(runner, 'mode, ');
  }

  async down(runner: QueryRunner): Promise<void> {
    await this.#index(runner, '');
  }

  async #index(runner: QueryRunner, mode: 'mode, ' | ''): Promise<void> {
    await runner.query('DROP INDEX jobs_open');
    await runner.query(`
      CREATE INDEX jobs_open ON jobs (accountId, ${mode}uploadBytes)
       WHERE status IN ('pending', 'uploaded', 'processing', 'preview')`);
    await runner.query('DROP INDEX jobs_uncharged');
    await runner.query(`
      CREATE INDEX jobs_uncharged ON jobs (accountId, ${mode}createdAt)
       WHERE (status IN ('cancelled', 'failed') AND refundCents IS NULL)
          OR (status = 'completed' AND totalChargeCents = 0)`);
  }
}
