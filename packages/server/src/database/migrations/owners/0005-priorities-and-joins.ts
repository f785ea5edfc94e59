import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Which source wins at a property, and owners whom two sources have: their contacts together are a record of their own,
 * which no key leads to. `parents` is a JSON array of `[recordId, importSequence]`, the winner first.
 */
export class PrioritiesAndJoins implements MigrationInterface {
  name = 'PrioritiesAndJoins1790000000005';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE imports ADD COLUMN priority BIGINT NOT NULL DEFAULT 0');
    await runner.query('ALTER TABLE imports ADD COLUMN fileDigest TEXT');
    await runner.query(`
      CREATE TABLE owner_joins (
        joinedId INTEGER PRIMARY KEY,
        recordId BIGINT NOT NULL,
        parents TEXT NOT NULL
      )`);
    await runner.query('CREATE INDEX owner_joins_by_record ON owner_joins (recordId)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DELETE FROM owner_records WHERE id IN (SELECT joinedId FROM owner_joins)');
    await runner.query('DROP TABLE owner_joins');
    await runner.query('ALTER TABLE imports DROP COLUMN fileDigest');
    await runner.query('ALTER TABLE imports DROP COLUMN priority');
  }
}
