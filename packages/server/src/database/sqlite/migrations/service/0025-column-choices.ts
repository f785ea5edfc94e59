import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Choices of accounts about the columns of their lists, and whether they are mailed about them: 1, or null. */
export class ColumnChoices implements MigrationInterface {
  name = 'ColumnChoices1795000000025';

  async up(runner: QueryRunner): Promise<void> {
    // `headers` is a hash of them, `choices` JSON with names of columns.
    await runner.query(`CREATE TABLE column_choices (
       account_id TEXT NOT NULL REFERENCES accounts (id),
       headers TEXT NOT NULL,
       choices TEXT NOT NULL,
       used_at BIGINT NOT NULL,
       PRIMARY KEY (account_id, headers)
     )`);
    await runner.query('ALTER TABLE accounts ADD COLUMN mail_lists INTEGER');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE accounts DROP COLUMN mail_lists');
    await runner.query('DROP TABLE column_choices');
  }
}
