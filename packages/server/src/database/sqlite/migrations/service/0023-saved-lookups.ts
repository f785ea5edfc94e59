import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Lookups saved for the account that paid for them, and the number of days an account wants that. */
export class SavedLookups implements MigrationInterface {
  name = 'SavedLookups1795000000023';

  async up(runner: QueryRunner): Promise<void> {
    // Null: the server's number of days.
    await runner.query('ALTER TABLE accounts ADD COLUMN saved_lookup_days INTEGER');
    // `id` is the id of the request, which is the reference of the charge in the ledger.
    await runner.query(`CREATE TABLE saved_lookups (
       id TEXT PRIMARY KEY,
       account_id TEXT NOT NULL REFERENCES accounts (id),
       address TEXT NOT NULL,
       asked TEXT NOT NULL,
       property TEXT NOT NULL,
       record_id BIGINT NOT NULL,
       record_mark TEXT NOT NULL,
       charged_cents BIGINT NOT NULL,
       created_at BIGINT NOT NULL
     )`);
    await runner.query('CREATE INDEX saved_lookups_by_account ON saved_lookups (account_id, created_at, id)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE saved_lookups');
    await runner.query('ALTER TABLE accounts DROP COLUMN saved_lookup_days');
  }
}
