import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The streets of each import, by place and name (docs/decisions/015): whether a lead may be forgiven a missing direction
 * depends on which streets there are. Imports from before have none.
 */
export class Streets implements MigrationInterface {
  name = 'Streets1795000000003';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `CREATE TABLE owner_streets (
         street_key BIGINT NOT NULL,
         import_sequence BIGINT NOT NULL,
         street TEXT NOT NULL,
         PRIMARY KEY (street_key, import_sequence, street)
       ) WITHOUT ROWID`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE owner_streets');
  }
}
