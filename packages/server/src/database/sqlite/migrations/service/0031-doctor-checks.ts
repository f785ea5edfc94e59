import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Findings of the doctor, of each night and of each request by an operator. */
export class DoctorChecks implements MigrationInterface {
  name = 'DoctorChecks1795000000031';

  async up(runner: QueryRunner): Promise<void> {
    // `findings` is a JSON array of sentences.
    await runner.query(`
      CREATE TABLE doctor_checks (
        checked_at BIGINT NOT NULL PRIMARY KEY,
        checked_by TEXT NOT NULL,
        accounts_checked BIGINT NOT NULL,
        findings TEXT NOT NULL
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE doctor_checks');
  }
}
