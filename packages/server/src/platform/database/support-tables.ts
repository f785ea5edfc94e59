/** Tables of support messages and of people's requests, as statements that create them. Lists are JSON. */
export const supportTables: readonly string[] = [
  `CREATE TABLE support_messages (
     id TEXT PRIMARY KEY,
     full_name TEXT NOT NULL,
     email TEXT NOT NULL,
     phone TEXT NOT NULL,
     reason TEXT NOT NULL,
     message TEXT NOT NULL,
     consent BOOLEAN NOT NULL,
     created_at BIGINT NOT NULL,
     -- When an operator first saw it, and when one marked it as done; null before.
     seen_at BIGINT,
     done_at BIGINT,
     -- Notes and replies.
     thread TEXT
   )`,
  'CREATE INDEX support_messages_by_age ON support_messages (created_at)',
  // Requests made on the page /opt-out.
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
     -- 'email' or 'letter': how a person who gave an email was told to confirm; null until it is decided.
     confirm_by TEXT,
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
];
