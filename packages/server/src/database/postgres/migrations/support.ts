import type { Schema } from '../migrate.js';

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
    // When an operator was done with a message; null while it is open.
    {
      number: 2,
      servesFrom: 1,
      statements: ['ALTER TABLE support_messages ADD COLUMN done_at BIGINT'],
    },
  ],
};
