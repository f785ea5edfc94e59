import type { Schema } from '../data-source.js';

/** Messages of strangers. A landed step is never edited, a later one mends it. */
export const supportSchema: Schema = {
  name: 'support',
  migrations: [
    {
      number: 1,
      servesFrom: 1,
      statements: [
        `CREATE TABLE support_messages (
           id TEXT PRIMARY KEY,
           full_name TEXT NOT NULL,
           email TEXT NOT NULL,
           phone TEXT NOT NULL,
           reason TEXT NOT NULL,
           message TEXT NOT NULL,
           consent BOOLEAN NOT NULL,
           created_at BIGINT NOT NULL
         )`,
        'CREATE INDEX support_messages_by_age ON support_messages (created_at)',
      ],
    },
    // Time when an operator marked a message as done; null while it is open.
    {
      number: 2,
      servesFrom: 1,
      statements: ['ALTER TABLE support_messages ADD COLUMN done_at BIGINT'],
    },
    // Requests made on the page /opt-out. Lists are JSON.
    {
      number: 3,
      servesFrom: 1,
      statements: [
        `CREATE TABLE person_requests (
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
         )`,
        'CREATE INDEX person_requests_by_age ON person_requests (created_at)',
        'CREATE INDEX person_requests_by_deadline ON person_requests (state, due_at)',
      ],
    },
    // How a person was told to confirm a request with an email: `email` or `letter`; null until it is decided.
    { number: 4, servesFrom: 1, statements: ['ALTER TABLE person_requests ADD COLUMN confirm_by TEXT'] },
    // When an operator first saw a message, and the notes and replies on it (JSON).
    {
      number: 5,
      servesFrom: 1,
      statements: ['ALTER TABLE support_messages ADD COLUMN seen_at BIGINT, ADD COLUMN thread TEXT'],
    },
  ],
};
