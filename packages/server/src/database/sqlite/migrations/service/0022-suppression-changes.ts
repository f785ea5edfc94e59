import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Marks that the last changes of the suppression list added: a process reads these instead of the whole list. */
export class SuppressionChanges implements MigrationInterface {
  name = 'SuppressionChanges1795000000022';

  async up(runner: QueryRunner): Promise<void> {
    // `marks` are numbers with commas between them (people/suppression-list.ts).
    await runner.query(`CREATE TABLE suppression_changes (
       version INTEGER PRIMARY KEY,
       marks TEXT NOT NULL
     )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE suppression_changes');
  }
}
