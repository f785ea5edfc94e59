import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Whose work a task is, so that accounts share the workers. */
export class TaskAccounts implements MigrationInterface {
  name = 'TaskAccounts1790000000005';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query("ALTER TABLE tasks ADD COLUMN accountId TEXT NOT NULL DEFAULT ''");
    await runner.query(
      "UPDATE tasks SET accountId = COALESCE((SELECT accountId FROM jobs WHERE id = subject), '')",
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE tasks DROP COLUMN accountId');
  }
}
