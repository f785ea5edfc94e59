import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The log of disclosures: chains of entries, their heads, the records of jobs' results, and the seals over them. */
export class Audit implements MigrationInterface {
  name = 'Audit1795000000019';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of STATEMENTS) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of ['sealed', 'seals', 'records', 'heads', 'entries'])
      await runner.query(`DROP TABLE audit_${table}`);
  }
}

const STATEMENTS = [
  // A chain is an account's id, or that of the service. `details` is JSON.
  `CREATE TABLE audit_entries (
     chain TEXT NOT NULL,
     seq BIGINT NOT NULL,
     at BIGINT NOT NULL,
     actor TEXT NOT NULL,
     kind TEXT NOT NULL,
     reference TEXT,
     cents BIGINT NOT NULL,
     details TEXT NOT NULL,
     hash TEXT NOT NULL,
     PRIMARY KEY (chain, seq)
   ) WITHOUT ROWID`,
  `CREATE TABLE audit_heads (
     chain TEXT NOT NULL PRIMARY KEY,
     seq BIGINT NOT NULL,
     hash TEXT NOT NULL
   ) WITHOUT ROWID`,
  `CREATE TABLE audit_records (
     chain TEXT NOT NULL,
     reference TEXT NOT NULL,
     part BIGINT NOT NULL,
     content BLOB NOT NULL,
     PRIMARY KEY (chain, reference, part)
   )`,
  // `heads` and `cuts` are JSON.
  `CREATE TABLE audit_seals (
     number BIGINT NOT NULL PRIMARY KEY,
     at BIGINT NOT NULL,
     heads TEXT NOT NULL,
     cuts TEXT,
     hash TEXT NOT NULL,
     public_key TEXT NOT NULL,
     signature TEXT NOT NULL
   )`,
  'CREATE INDEX audit_seals_that_cut ON audit_seals (number) WHERE cuts IS NOT NULL',
  'CREATE TABLE audit_sealed (chain TEXT NOT NULL PRIMARY KEY, seq BIGINT NOT NULL) WITHOUT ROWID',
];
