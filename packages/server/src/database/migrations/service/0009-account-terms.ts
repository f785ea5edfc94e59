import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The price and limits of one account, where they are not the contract's; the price that a reservation and a job have. */
export class AccountTerms implements MigrationInterface {
  name = 'AccountTerms1790000000009';

  async up(runner: QueryRunner): Promise<void> {
    for (const column of ['priceCents', 'dailyMisses', 'singlePerMinute', 'bulkPerMinute']) {
      await runner.query(`ALTER TABLE accounts ADD COLUMN ${column} integer`);
    }
    // Until now every match cost 4 cents.
    await runner.query('ALTER TABLE reservations ADD COLUMN priceCents integer NOT NULL DEFAULT 4');
    await runner.query('ALTER TABLE jobs ADD COLUMN priceCents integer');
    await runner.query('UPDATE jobs SET priceCents = 4 WHERE totalChargeCents IS NOT NULL');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE jobs DROP COLUMN priceCents');
    await runner.query('ALTER TABLE reservations DROP COLUMN priceCents');
    for (const column of ['priceCents', 'dailyMisses', 'singlePerMinute', 'bulkPerMinute']) {
      await runner.query(`ALTER TABLE accounts DROP COLUMN ${column}`);
    }
  }
}
