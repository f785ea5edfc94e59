import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Deletion requests of California's DROP: people/drop/. */
export class Drop implements MigrationInterface {
  name = 'Drop1795000000015';

  async up(runner: QueryRunner): Promise<void> {
    // One download from DROP, or the files of one run. The archive itself is in the file store.
    await runner.query(`
      CREATE TABLE drop_batches (
        id TEXT PRIMARY KEY,
        service TEXT NOT NULL CHECK (service IN ('production', 'sandbox')),
        way TEXT NOT NULL CHECK (way IN ('api', 'files')),
        state TEXT NOT NULL CHECK (state IN ('asked', 'archived', 'listed', 'answered')),
        created_at INTEGER NOT NULL,
        taken_at INTEGER,
        answered_at INTEGER
      ) WITHOUT ROWID`);
    await runner.query(`
      CREATE TABLE drop_lists (
        id INTEGER PRIMARY KEY,
        batch_id TEXT NOT NULL REFERENCES drop_batches (id),
        name TEXT NOT NULL,
        list TEXT NOT NULL,
        UNIQUE (batch_id, name)
      )`);
    // Rows are never deleted: people who opted out stay out when owners are imported later. `key` is a keyed hash of DROP's hash.
    // `status` is null before matching, and 1 for a match of one person that is not deleted yet; `reported` is the status that
    // DROP has. `in_force`: 1 for hashes that owners are compared with, 2 for hashes that no owner has, 0 for withdrawn ones.
    await runner.query(`
      CREATE TABLE drop_items (
        work_id TEXT NOT NULL,
        service TEXT NOT NULL,
        list_id INTEGER NOT NULL REFERENCES drop_lists (id),
        key TEXT NOT NULL,
        mark INTEGER NOT NULL,
        in_force INTEGER NOT NULL,
        status INTEGER,
        reported INTEGER,
        PRIMARY KEY (work_id, service)
      ) WITHOUT ROWID`);
    await runner.query('CREATE INDEX drop_items_by_key ON drop_items (key)');
    await runner.query('CREATE INDEX drop_items_by_list ON drop_items (list_id, work_id)');
    // The people that were suppressed because of an identifier, by the identity of their entries.
    await runner.query(`
      CREATE TABLE drop_people (
        key TEXT NOT NULL,
        identity TEXT NOT NULL,
        PRIMARY KEY (key, identity)
      ) WITHOUT ROWID`);
    await runner.query('CREATE INDEX drop_people_by_identity ON drop_people (identity)');
    // A file of statuses, ready to be sent. It is in the file store as well.
    await runner.query(`
      CREATE TABLE drop_reports (
        name TEXT NOT NULL,
        list_id INTEGER NOT NULL REFERENCES drop_lists (id),
        file TEXT NOT NULL,
        kind TEXT NOT NULL CHECK (kind IN ('upload', 'amend')),
        made_at INTEGER NOT NULL,
        sent_at INTEGER,
        taken_at INTEGER,
        PRIMARY KEY (list_id, name)
      ) WITHOUT ROWID`);
    await runner.query('ALTER TABLE suppression_list ADD COLUMN drop_count INTEGER NOT NULL DEFAULT 0');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE suppression_list DROP COLUMN drop_count');
    for (const table of ['drop_reports', 'drop_people', 'drop_items', 'drop_lists', 'drop_batches'])
      await runner.query(`DROP TABLE ${table}`);
  }
}
