import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Why an operator gave a charge back. */
export class RefundNotes implements MigrationInterface {
  name = 'RefundNotes1795000000012';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE ledger_records ADD COLUMN note TEXT');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE ledger_records DROP COLUMN note');
  }
}
