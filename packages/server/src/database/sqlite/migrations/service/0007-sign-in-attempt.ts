import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A browser that sends a sign-in link again, because the answer was lost, gets the session that it began. */
export class SignInAttempt implements MigrationInterface {
  name = 'SignInAttempt1795000000007';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE sessions ADD COLUMN attempt_hash TEXT');
    await runner.query(
      'CREATE UNIQUE INDEX sessions_by_attempt ON sessions (attempt_hash) WHERE attempt_hash IS NOT NULL',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX sessions_by_attempt');
    await runner.query('ALTER TABLE sessions DROP COLUMN attempt_hash');
  }
}
