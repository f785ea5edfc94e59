import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Customers' CSV jobs. `sequence` gives the list its order when two jobs begin in the same millisecond. */
export class Jobs implements MigrationInterface {
  name = 'Jobs1790000000003';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE jobs (
        sequence INTEGER PRIMARY KEY AUTOINCREMENT,
        id TEXT NOT NULL UNIQUE,
        accountId TEXT NOT NULL REFERENCES accounts (id),
        status TEXT NOT NULL,
        filename TEXT NOT NULL,
        columnMapping TEXT NOT NULL,
        origin TEXT NOT NULL,
        uploadVersion TEXT,
        uploadBytes BIGINT,
        matchingStartedAt BIGINT,
        totalRows BIGINT,
        matchedRows BIGINT,
        blankAddressCount BIGINT,
        layout TEXT,
        totalChargeCents BIGINT,
        refundCents BIGINT,
        resultVersion TEXT,
        errorMessage TEXT,
        createdAt BIGINT NOT NULL,
        updatedAt BIGINT NOT NULL
      )`);
    await runner.query('CREATE INDEX jobs_by_account ON jobs (accountId, sequence)');
    await runner.query('CREATE INDEX jobs_by_status ON jobs (status, updatedAt)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE jobs');
  }
}
