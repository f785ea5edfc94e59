import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Files of owners that operators send from the browser, and their imports. Rows go with their files, after a day. */
export class OwnerIntake implements MigrationInterface {
  name = 'OwnerIntake1795000000002';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of SCHEMA) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE owner_runs');
    await runner.query('DROP TABLE owner_uploads');
  }
}

const SCHEMA = [
  // `bytes` is null until the file is there as a whole, and again when it was removed.
  `CREATE TABLE owner_uploads (
     id TEXT PRIMARY KEY,
     name TEXT NOT NULL,
     bytes BIGINT,
     created_at BIGINT NOT NULL
   )`,
  `CREATE TABLE owner_runs (
     id TEXT PRIMARY KEY,
     upload_id TEXT NOT NULL,
     dry_run BOOLEAN NOT NULL,
     state TEXT NOT NULL CHECK (state IN ('running', 'done', 'failed')),
     rows_read BIGINT NOT NULL,
     bytes_read BIGINT NOT NULL,
     bytes BIGINT NOT NULL,
     summary TEXT,
     error TEXT,
     started_at BIGINT NOT NULL,
     alive_at BIGINT NOT NULL
   )`,
  'CREATE INDEX owner_runs_by_upload ON owner_runs (upload_id)',
];
