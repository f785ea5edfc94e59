import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What workers have to do. A row is deleted when its task is done; a lease past its time may be taken over. */
export class Tasks implements MigrationInterface {
  name = 'Tasks1790000000004';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE tasks (
        id TEXT PRIMARY KEY,
        kind TEXT NOT NULL,
        subject TEXT NOT NULL,
        weight BIGINT NOT NULL,
        dueAt BIGINT NOT NULL,
        failures BIGINT NOT NULL DEFAULT 0,
        takeovers BIGINT NOT NULL DEFAULT 0,
        leaseToken TEXT,
        leaseUntil BIGINT,
        createdAt BIGINT NOT NULL,
        UNIQUE (kind, subject)
      )`);
    await runner.query('CREATE INDEX tasks_by_due ON tasks (dueAt)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE tasks');
  }
}
