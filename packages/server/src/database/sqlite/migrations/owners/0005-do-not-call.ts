import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Do Not Call lists: the imported lists, and a bit for each number (owners/dnc/). */
export class DoNotCall implements MigrationInterface {
  name = 'DoNotCall1795000000005';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE dnc_lists (
        kind TEXT NOT NULL,
        area_code BIGINT NOT NULL,
        dated TEXT NOT NULL,
        numbers BIGINT NOT NULL,
        imported_at BIGINT NOT NULL,
        edition BIGINT NOT NULL,
        PRIMARY KEY (kind, area_code)
      ) WITHOUT ROWID`);
    await runner.query(`
      CREATE TABLE dnc_blocks (
        prefix BIGINT NOT NULL,
        kind TEXT NOT NULL,
        bits BLOB NOT NULL,
        PRIMARY KEY (prefix, kind)
      )`);
    // Every reader checks the highest edition first: it changes with each import.
    await runner.query('CREATE INDEX dnc_lists_by_edition ON dnc_lists (edition)');
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of ['dnc_blocks', 'dnc_lists']) await runner.query(`DROP TABLE ${table}`);
  }
}
