import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The owner directory. Records are written once and never changed while anybody can see them: what is visible is
 * decided by the state of their import alone (docs/readings.md, reading 35).
 */
export class Directory implements MigrationInterface {
  name = 'Directory1790000000001';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE imports (
        sequence INTEGER PRIMARY KEY AUTOINCREMENT,
        id TEXT NOT NULL UNIQUE,
        source TEXT NOT NULL,
        state TEXT NOT NULL CHECK (state IN ('loading', 'active', 'retired')),
        edition BIGINT UNIQUE,
        fingerprint TEXT NOT NULL,
        addressRules BIGINT NOT NULL,
        firstRecordId BIGINT NOT NULL,
        lastRecordId BIGINT NOT NULL,
        rowsRead BIGINT NOT NULL DEFAULT 0,
        rowsMerged BIGINT NOT NULL DEFAULT 0,
        rowsRefused BIGINT NOT NULL DEFAULT 0,
        records BIGINT NOT NULL DEFAULT 0,
        addressKeys BIGINT NOT NULL DEFAULT 0,
        phones BIGINT NOT NULL DEFAULT 0,
        emails BIGINT NOT NULL DEFAULT 0,
        startedAt BIGINT NOT NULL,
        touchedAt BIGINT NOT NULL,
        activatedAt BIGINT,
        retiredAt BIGINT
      )`);
    await runner.query('CREATE INDEX imports_by_state ON imports (state)');
    // AUTOINCREMENT: the id of a purged record is never given to another person's, so an old reference finds nothing.
    await runner.query(`
      CREATE TABLE owner_records (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        importSequence BIGINT NOT NULL,
        identity BIGINT NOT NULL,
        ownerId TEXT,
        ownerNumber BIGINT NOT NULL,
        phoneCount BIGINT NOT NULL,
        emailCount BIGINT NOT NULL,
        fails BIGINT NOT NULL,
        address TEXT NOT NULL,
        addressKeys TEXT NOT NULL,
        contact TEXT NOT NULL
      )`);
    // A covering index without a table behind it: a look-up of many keys touches nothing else.
    await runner.query(`
      CREATE TABLE owner_keys (
        addressKey BIGINT NOT NULL,
        importSequence BIGINT NOT NULL,
        recordId BIGINT NOT NULL,
        PRIMARY KEY (addressKey, importSequence, recordId)
      ) WITHOUT ROWID`);
    await runner.query(`
      CREATE TABLE import_duplicates (
        importSequence BIGINT NOT NULL,
        identity BIGINT NOT NULL,
        recordId BIGINT NOT NULL,
        PRIMARY KEY (importSequence, identity, recordId)
      ) WITHOUT ROWID`);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of ['import_duplicates', 'owner_keys', 'owner_records', 'imports']) {
      await runner.query(`DROP TABLE ${table}`);
    }
  }
}
