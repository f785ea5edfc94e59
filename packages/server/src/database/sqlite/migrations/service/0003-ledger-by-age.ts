import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Finds the records of a day. Records are written in the order of their age, so the index only grows at its end. */
export class LedgerByAge implements MigrationInterface {
  name = 'LedgerByAge1795000000003';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('CREATE INDEX ledger_records_by_age ON ledger_records (created_at)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX ledger_records_by_age');
  }
}
