import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What one process leaves for others (service/notes.ts): JSON by name. */
export class ServiceNotes implements MigrationInterface {
  name = 'ServiceNotes1795000000026';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      'CREATE TABLE service_notes (name TEXT PRIMARY KEY, at BIGINT NOT NULL, content TEXT NOT NULL)',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE service_notes');
  }
}
