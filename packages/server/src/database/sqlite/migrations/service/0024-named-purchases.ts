import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Accounts whose ledger names the purchased addresses: 1, or null. */
export class NamedPurchases implements MigrationInterface {
  name = 'NamedPurchases1795000000024';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE accounts ADD COLUMN name_purchases INTEGER');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE accounts DROP COLUMN name_purchases');
  }
}
