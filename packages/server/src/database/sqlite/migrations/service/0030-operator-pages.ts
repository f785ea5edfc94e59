import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Authors and file names of imports, and indexes of the entries of the log of disclosures that aren't lookups, by age and by subject. */
export class OperatorPages implements MigrationInterface {
  name = 'OperatorPages1795000000030';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of STATEMENTS) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX audit_actions_by_subject');
    await runner.query('DROP INDEX audit_actions_by_age');
    await runner.query('DROP INDEX owner_runs_by_age');
    await runner.query('ALTER TABLE owner_runs DROP COLUMN started_by');
    await runner.query('ALTER TABLE owner_runs DROP COLUMN file_name');
  }
}

const STATEMENTS = [
  'ALTER TABLE owner_runs ADD COLUMN file_name TEXT',
  'ALTER TABLE owner_runs ADD COLUMN started_by TEXT',
  'CREATE INDEX owner_runs_by_age ON owner_runs (started_at, id)',
  // Lookups, which are most entries, pay nothing for these.
  `CREATE INDEX audit_actions_by_age ON audit_entries (at, chain, seq) WHERE kind NOT IN ('lookup', 'bulk')`,
  `CREATE INDEX audit_actions_by_subject ON audit_entries (chain, kind, reference, seq)
    WHERE kind NOT IN ('lookup', 'bulk')`,
];
