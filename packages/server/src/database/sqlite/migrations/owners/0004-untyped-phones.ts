import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Phones without a type are stored, and their type is a setting of their source. Earlier imports have none. */
export class UntypedPhones implements MigrationInterface {
  name = 'UntypedPhones1795000000004';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE imports ADD COLUMN phone_type_default TEXT');
    await runner.query('ALTER TABLE imports ADD COLUMN untyped_phones BIGINT NOT NULL DEFAULT 0');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE imports DROP COLUMN untyped_phones');
    await runner.query('ALTER TABLE imports DROP COLUMN phone_type_default');
  }
}
