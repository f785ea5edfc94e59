import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The suppression list: people who opted out (people/). */
export class Suppressions implements MigrationInterface {
  name = 'Suppressions1795000000011';

  async up(runner: QueryRunner): Promise<void> {
    // `identity` and `key` are keyed hashes: no name, address, phone or email can be read from them.
    await runner.query(`
      CREATE TABLE suppressions (
        id TEXT PRIMARY KEY,
        kind TEXT NOT NULL,
        identity TEXT NOT NULL,
        reason TEXT NOT NULL,
        source TEXT NOT NULL,
        entered_by TEXT NOT NULL,
        created_at INTEGER NOT NULL,
        lifted_at INTEGER,
        lifted_by TEXT,
        lift_reason TEXT
      ) WITHOUT ROWID`);
    await runner.query(
      'CREATE UNIQUE INDEX suppressions_in_force ON suppressions (identity) WHERE lifted_at IS NULL',
    );
    // The keys of a lifted entry are deleted.
    await runner.query(`
      CREATE TABLE suppression_keys (
        key TEXT NOT NULL,
        suppression_id TEXT NOT NULL REFERENCES suppressions (id),
        mark INTEGER NOT NULL,
        PRIMARY KEY (key, suppression_id)
      ) WITHOUT ROWID`);
    await runner.query('CREATE INDEX suppression_keys_by_entry ON suppression_keys (suppression_id)');
    // One row, which every reader checks first.
    await runner.query(`
      CREATE TABLE suppression_list (
        name TEXT PRIMARY KEY,
        version INTEGER NOT NULL,
        key_count INTEGER NOT NULL,
        secret TEXT NOT NULL
      ) WITHOUT ROWID`);
    await runner.query("INSERT INTO suppression_list VALUES ('all', 0, 0, lower(hex(randomblob(32))))");
    // The version of the suppression list when a result was written, and its rows that were withheld after they were
    // paid for.
    await runner.query('ALTER TABLE jobs ADD COLUMN suppression_version INTEGER');
    await runner.query('ALTER TABLE jobs ADD COLUMN withheld_rows INTEGER');
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const column of ['withheld_rows', 'suppression_version'])
      await runner.query(`ALTER TABLE jobs DROP COLUMN ${column}`);
    for (const table of ['suppression_list', 'suppression_keys', 'suppressions'])
      await runner.query(`DROP TABLE ${table}`);
  }
}
