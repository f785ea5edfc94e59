import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The blocks of 0003 hold loose keys as well, by which most addresses that are not in the directory are told. An import
 * whose blocks have none would seem to have no such keys, so imports from before are left to the index.
 */
export class KeyBlocks implements MigrationInterface {
  name = 'KeyBlocks1790000000004';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE exact_keys');
    await runner.query('UPDATE imports SET exactKeys = NULL');
    await runner.query(`
      CREATE TABLE key_blocks (
        importSequence BIGINT NOT NULL,
        block BIGINT NOT NULL,
        bytes BLOB NOT NULL,
        PRIMARY KEY (importSequence, block)
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE key_blocks');
    await runner.query('UPDATE imports SET exactKeys = NULL');
    await runner.query(`
      CREATE TABLE exact_keys (
        importSequence BIGINT NOT NULL,
        block BIGINT NOT NULL,
        entries BLOB NOT NULL,
        PRIMARY KEY (importSequence, block)
      )`);
  }
}
