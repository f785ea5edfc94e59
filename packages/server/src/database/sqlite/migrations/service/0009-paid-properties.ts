import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Properties that an account was charged for, which are free for its `free_repeat_days`. */
export class PaidProperties implements MigrationInterface {
  name = 'PaidProperties1795000000009';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE accounts ADD COLUMN free_repeat_days INTEGER');
    // SQLite needs a constant default here, so existing accounts get their secrets from a statement.
    await runner.query("ALTER TABLE accounts ADD COLUMN property_secret TEXT NOT NULL DEFAULT ''");
    await runner.query('UPDATE accounts SET property_secret = lower(hex(randomblob(32)))');
    // `property` is a keyed hash: no address can be read from it. `paid_on` is a UTC day, `reference` the charge's in the ledger.
    // `further` is 1 for one more hash of a property that the charge has in another row.
    await runner.query(`
      CREATE TABLE paid_properties (
        account_id TEXT NOT NULL REFERENCES accounts (id),
        property TEXT NOT NULL,
        paid_on TEXT NOT NULL,
        reference TEXT NOT NULL,
        further INTEGER NOT NULL,
        PRIMARY KEY (account_id, property)
      ) WITHOUT ROWID`);
    await runner.query(
      'CREATE INDEX paid_properties_by_charge ON paid_properties (account_id, paid_on, reference)',
    );
    // Properties with these references are not paid for: repeats/paid-store.ts.
    await runner.query(`
      CREATE TABLE paid_claims (
        account_id TEXT NOT NULL REFERENCES accounts (id),
        reference TEXT NOT NULL,
        claimed_on TEXT NOT NULL,
        token TEXT,
        PRIMARY KEY (account_id, reference)
      ) WITHOUT ROWID`);
    // The term at a job's matching, the rows its preview shows as free, and the file of properties it charges for.
    await runner.query('ALTER TABLE jobs ADD COLUMN free_repeat_days INTEGER');
    await runner.query('ALTER TABLE jobs ADD COLUMN repeat_rows INTEGER');
    await runner.query('ALTER TABLE jobs ADD COLUMN unpaid_version TEXT');
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const column of ['unpaid_version', 'repeat_rows', 'free_repeat_days'])
      await runner.query(`ALTER TABLE jobs DROP COLUMN ${column}`);
    await runner.query('DROP TABLE paid_claims');
    await runner.query('DROP TABLE paid_properties');
    for (const column of ['property_secret', 'free_repeat_days'])
      await runner.query(`ALTER TABLE accounts DROP COLUMN ${column}`);
  }
}
