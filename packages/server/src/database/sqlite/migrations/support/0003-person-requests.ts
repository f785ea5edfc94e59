import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Requests made on the page /opt-out. Lists are JSON. */
export class PersonRequests implements MigrationInterface {
  name = 'PersonRequests1795000000003';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE person_requests (
        id TEXT PRIMARY KEY,
        reference TEXT NOT NULL UNIQUE,
        wants TEXT NOT NULL CHECK (wants IN ('leave_out', 'know', 'delete', 'know_and_delete')),
        state TEXT NOT NULL CHECK (state IN ('unconfirmed', 'open', 'done', 'refused')),
        name TEXT NOT NULL,
        addresses TEXT NOT NULL,
        phones TEXT NOT NULL,
        emails TEXT NOT NULL,
        agent TEXT,
        contact_email TEXT,
        language TEXT NOT NULL,
        created_at BIGINT NOT NULL,
        due_at BIGINT NOT NULL,
        changed_at BIGINT NOT NULL,
        extended_at BIGINT,
        closed_at BIGINT,
        mailed_at BIGINT,
        letters BIGINT NOT NULL,
        letter_at BIGINT,
        emptied_at BIGINT,
        history TEXT NOT NULL
      )`);
    await runner.query('CREATE INDEX person_requests_by_age ON person_requests (created_at)');
    await runner.query('CREATE INDEX person_requests_by_deadline ON person_requests (state, due_at)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE person_requests');
  }
}
