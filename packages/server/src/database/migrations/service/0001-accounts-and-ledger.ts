import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Times are milliseconds since the epoch, money is whole cents. */
export class AccountsAndLedger implements MigrationInterface {
  name = 'AccountsAndLedger1790000000001';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE accounts (
        id TEXT PRIMARY KEY,
        name TEXT NOT NULL,
        email TEXT,
        status TEXT NOT NULL CHECK (status IN ('active', 'suspended')),
        balanceCents BIGINT NOT NULL DEFAULT 0 CHECK (balanceCents >= 0),
        createdAt BIGINT NOT NULL
      )`);
    await runner.query(`
      CREATE TABLE api_keys (
        id TEXT PRIMARY KEY,
        accountId TEXT NOT NULL REFERENCES accounts (id),
        label TEXT,
        keyHash TEXT NOT NULL UNIQUE,
        createdAt BIGINT NOT NULL,
        lastUsedAt BIGINT,
        revokedAt BIGINT
      )`);
    await runner.query('CREATE INDEX api_keys_by_account ON api_keys (accountId)');
    await runner.query(`
      CREATE TABLE ledger_records (
        id TEXT PRIMARY KEY,
        accountId TEXT NOT NULL REFERENCES accounts (id),
        sequence BIGINT NOT NULL,
        type TEXT NOT NULL,
        amountCents BIGINT NOT NULL,
        balanceCents BIGINT NOT NULL CHECK (balanceCents >= 0),
        reference TEXT,
        createdAt BIGINT NOT NULL,
        UNIQUE (accountId, sequence)
      )`);
    await runner.query('CREATE INDEX ledger_records_by_reference ON ledger_records (reference)');
    await runner.query(`
      CREATE TABLE reservations (
        id TEXT PRIMARY KEY,
        accountId TEXT NOT NULL REFERENCES accounts (id),
        amountCents BIGINT NOT NULL,
        reference TEXT NOT NULL,
        status TEXT NOT NULL CHECK (status IN ('held', 'settled', 'refunded')),
        createdAt BIGINT NOT NULL
      )`);
    await runner.query("CREATE INDEX reservations_held ON reservations (createdAt) WHERE status = 'held'");
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of ['reservations', 'ledger_records', 'api_keys', 'accounts']) {
      await runner.query(`DROP TABLE ${table}`);
    }
  }
}
