import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The other owners that a saved lookup was answered with. */
export class SavedCoOwners implements MigrationInterface {
  name = 'SavedCoOwners1795000000028';

  async up(runner: QueryRunner): Promise<void> {
    // JSON, or null: references to owner records.
    await runner.query('ALTER TABLE saved_lookups ADD COLUMN co_owners TEXT');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE saved_lookups DROP COLUMN co_owners');
  }
}
