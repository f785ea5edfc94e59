import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The exact keys of an import once more, in blocks that job processes keep in memory. Imports from before have none:
 * while one of them is in use, jobs ask the index as ever, only slower, until its file is imported again.
 */
export class ExactKeys implements MigrationInterface {
  name = 'ExactKeys1790000000003';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE exact_keys (
        importSequence BIGINT NOT NULL,
        block BIGINT NOT NULL,
        entries BLOB NOT NULL,
        PRIMARY KEY (importSequence, block)
      )`);
    await runner.query('ALTER TABLE imports ADD COLUMN exactKeys BIGINT');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE imports DROP COLUMN exactKeys');
    await runner.query('DROP TABLE exact_keys');
  }
}
