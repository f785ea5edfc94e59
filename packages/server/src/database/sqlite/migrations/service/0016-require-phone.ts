import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Jobs that only want matches with a phone. */
export class RequirePhone implements MigrationInterface {
  name = 'RequirePhone1795000000016';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE jobs ADD COLUMN require_phone INTEGER');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE jobs DROP COLUMN require_phone');
  }
}
