import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Which accounts have accepted the terms of use, and for what purpose. */
export class TermsOfUse implements MigrationInterface {
  name = 'TermsOfUse1795000000021';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE accounts ADD COLUMN terms_version TEXT');
    await runner.query(`
      CREATE TABLE terms_acceptances (
        account_id TEXT NOT NULL REFERENCES accounts (id),
        version TEXT NOT NULL,
        purpose TEXT NOT NULL,
        accepted_at BIGINT NOT NULL,
        accepted_by TEXT NOT NULL,
        key_id TEXT,
        PRIMARY KEY (account_id, version)
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE terms_acceptances');
    await runner.query('ALTER TABLE accounts DROP COLUMN terms_version');
  }
}
