import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The repeat of a bulk uses its reservation if the first server died. */
export class ReservationByRequest implements MigrationInterface {
  name = 'ReservationByRequest1795000000006';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE reservations ADD COLUMN request_fingerprint TEXT');
    await runner.query(
      "CREATE INDEX reservations_held_by_request ON reservations (request_fingerprint) WHERE status = 'held'",
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX reservations_held_by_request');
    await runner.query('ALTER TABLE reservations DROP COLUMN request_fingerprint');
  }
}
