import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Joins lie by their winner's record, with what a lookup needs of them, so that it reads one page and no record. */
export class JoinsByRecord implements MigrationInterface {
  name = 'JoinsByRecord1790000000006';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE owner_joins RENAME TO owner_joins_before');
    await runner.query('DROP INDEX owner_joins_by_record');
    await runner.query(`
      CREATE TABLE owner_joins (
        recordId BIGINT NOT NULL,
        joinedId BIGINT NOT NULL,
        phoneCount BIGINT NOT NULL,
        emailCount BIGINT NOT NULL,
        parents TEXT NOT NULL,
        PRIMARY KEY (recordId, joinedId)
      ) WITHOUT ROWID`);
    await runner.query(`
      INSERT INTO owner_joins (recordId, joinedId, phoneCount, emailCount, parents)
      SELECT j.recordId, j.joinedId, r.phoneCount, r.emailCount, j.parents
        FROM owner_joins_before AS j JOIN owner_records AS r ON r.id = j.joinedId ORDER BY 1, 2`);
    await runner.query('DROP TABLE owner_joins_before');
    await runner.query('CREATE INDEX owner_joins_by_id ON owner_joins (joinedId)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE owner_joins RENAME TO owner_joins_after');
    await runner.query('DROP INDEX owner_joins_by_id');
    await runner.query(`
      CREATE TABLE owner_joins (
        joinedId INTEGER PRIMARY KEY,
        recordId BIGINT NOT NULL,
        parents TEXT NOT NULL
      )`);
    await runner.query(`
      INSERT INTO owner_joins (joinedId, recordId, parents)
      SELECT joinedId, recordId, parents FROM owner_joins_after`);
    await runner.query('DROP TABLE owner_joins_after');
    await runner.query('CREATE INDEX owner_joins_by_record ON owner_joins (recordId)');
  }
}
