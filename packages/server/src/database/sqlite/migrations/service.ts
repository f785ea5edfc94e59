import type { Migration } from '../data-source.js';

/**
 * Accounts, money, limits, replays, jobs and tasks. Times are milliseconds since the epoch, money is whole cents. A landed
 * migration is never edited, a later one mends it.
 */
export const serviceMigrations: readonly Migration[] = [
  {
    name: 'ServiceSchema1795000000001',
    statements: [
      // Price and limits are null where the contract's values apply.
      `CREATE TABLE accounts (
         id TEXT PRIMARY KEY,
         name TEXT NOT NULL,
         email TEXT,
         status TEXT NOT NULL CHECK (status IN ('active', 'suspended')),
         balance_cents BIGINT NOT NULL DEFAULT 0 CHECK (balance_cents >= 0),
         price_cents INTEGER,
         daily_misses INTEGER,
         single_per_minute INTEGER,
         bulk_per_minute INTEGER,
         created_at BIGINT NOT NULL
       )`,
      `CREATE TABLE api_keys (
         id TEXT PRIMARY KEY,
         account_id TEXT NOT NULL REFERENCES accounts (id),
         mode TEXT NOT NULL CHECK (mode IN ('live', 'test')),
         label TEXT,
         key_hash TEXT NOT NULL UNIQUE,
         created_at BIGINT NOT NULL,
         last_used_at BIGINT,
         revoked_at BIGINT
       )`,
      'CREATE INDEX api_keys_by_account ON api_keys (account_id)',
      `CREATE TABLE ledger_records (
         id TEXT PRIMARY KEY,
         account_id TEXT NOT NULL REFERENCES accounts (id),
         sequence BIGINT NOT NULL,
         type TEXT NOT NULL,
         amount_cents BIGINT NOT NULL,
         balance_cents BIGINT NOT NULL CHECK (balance_cents >= 0),
         reference TEXT,
         created_at BIGINT NOT NULL,
         UNIQUE (account_id, sequence)
       )`,
      'CREATE INDEX ledger_records_by_reference ON ledger_records (reference)',
      `CREATE TABLE reservations (
         id TEXT PRIMARY KEY,
         account_id TEXT NOT NULL REFERENCES accounts (id),
         amount_cents BIGINT NOT NULL,
         price_cents INTEGER NOT NULL,
         reference TEXT NOT NULL,
         status TEXT NOT NULL CHECK (status IN ('held', 'settled', 'refunded')),
         created_at BIGINT NOT NULL
       )`,
      "CREATE INDEX reservations_held ON reservations (created_at) WHERE status = 'held'",
      `CREATE TABLE daily_lookups (
         account_id TEXT NOT NULL REFERENCES accounts (id),
         day TEXT NOT NULL,
         misses BIGINT NOT NULL,
         matches BIGINT NOT NULL,
         PRIMARY KEY (account_id, day)
       )`,
      `CREATE TABLE replays (
         account_id TEXT NOT NULL REFERENCES accounts (id),
         operation TEXT NOT NULL,
         idempotency_key TEXT NOT NULL,
         request_digest TEXT NOT NULL,
         outcome TEXT NOT NULL,
         created_at BIGINT NOT NULL,
         PRIMARY KEY (account_id, operation, idempotency_key)
       )`,
      'CREATE INDEX replays_by_age ON replays (created_at)',
      // `sequence` gives the list its order when two jobs begin in the same millisecond.
      `CREATE TABLE jobs (
         sequence INTEGER PRIMARY KEY AUTOINCREMENT,
         id TEXT NOT NULL UNIQUE,
         account_id TEXT NOT NULL REFERENCES accounts (id),
         mode TEXT NOT NULL CHECK (mode IN ('live', 'test')),
         status TEXT NOT NULL,
         filename TEXT NOT NULL,
         column_mapping TEXT NOT NULL,
         origin TEXT NOT NULL,
         upload_version TEXT,
         upload_bytes BIGINT,
         matching_started_at BIGINT,
         total_rows BIGINT,
         matched_rows BIGINT,
         blank_address_count BIGINT,
         layout TEXT,
         price_cents INTEGER,
         total_charge_cents BIGINT,
         refund_cents BIGINT,
         result_version TEXT,
         result_bytes BIGINT,
         error_message TEXT,
         created_at BIGINT NOT NULL,
         updated_at BIGINT NOT NULL
       )`,
      'CREATE INDEX jobs_by_account ON jobs (account_id, mode, sequence)',
      'CREATE INDEX jobs_by_status ON jobs (status, updated_at)',
      // Shares of an account are counted by indexes alone (jobs/room.ts).
      `CREATE INDEX jobs_open ON jobs (account_id, mode, upload_bytes)
       WHERE status IN ('pending', 'uploaded', 'processing', 'preview')`,
      'CREATE INDEX jobs_with_files ON jobs (account_id, updated_at) WHERE upload_version IS NOT NULL',
      `CREATE INDEX jobs_uncharged ON jobs (account_id, mode, created_at)
       WHERE (status IN ('cancelled', 'failed') AND refund_cents IS NULL)
          OR (status = 'completed' AND total_charge_cents = 0)`,
      // A row is deleted when its task is done; a lease past its time may be taken over.
      `CREATE TABLE tasks (
         id TEXT PRIMARY KEY,
         kind TEXT NOT NULL,
         subject TEXT NOT NULL,
         account_id TEXT NOT NULL,
         weight BIGINT NOT NULL,
         due_at BIGINT NOT NULL,
         failures BIGINT NOT NULL DEFAULT 0,
         takeovers BIGINT NOT NULL DEFAULT 0,
         lease_token TEXT,
         lease_until BIGINT,
         created_at BIGINT NOT NULL,
         UNIQUE (kind, subject)
       )`,
      'CREATE INDEX tasks_by_due ON tasks (due_at)',
      // When an account last had its turn, which is known while none of its tasks is queued.
      'CREATE TABLE task_turns (account_id TEXT PRIMARY KEY, started_at BIGINT NOT NULL)',
    ],
  },
  // Files of owners that operators send from the browser, and their imports. Rows go with their files, after a day.
  {
    name: 'OwnerIntake1795000000002',
    statements: [
      // `bytes` is null until the file is there as a whole, and again when it was removed.
      `CREATE TABLE owner_uploads (
         id TEXT PRIMARY KEY,
         name TEXT NOT NULL,
         bytes BIGINT,
         created_at BIGINT NOT NULL
       )`,
      `CREATE TABLE owner_runs (
         id TEXT PRIMARY KEY,
         upload_id TEXT NOT NULL,
         dry_run BOOLEAN NOT NULL,
         state TEXT NOT NULL CHECK (state IN ('running', 'done', 'failed')),
         rows_read BIGINT NOT NULL,
         bytes_read BIGINT NOT NULL,
         bytes BIGINT NOT NULL,
         summary TEXT,
         error TEXT,
         started_at BIGINT NOT NULL,
         alive_at BIGINT NOT NULL
       )`,
      'CREATE INDEX owner_runs_by_upload ON owner_runs (upload_id)',
    ],
  },
  // Finds the records of a day. Records are written in the order of their age, so the index only grows at its end.
  {
    name: 'LedgerByAge1795000000003',
    statements: ['CREATE INDEX ledger_records_by_age ON ledger_records (created_at)'],
  },
  // Browser sessions, and the links that begin them. Only hashes of their secrets are stored.
  {
    name: 'Sessions1795000000004',
    statements: [
      `CREATE TABLE sessions (
         id TEXT PRIMARY KEY,
         role TEXT NOT NULL CHECK (role IN ('customer', 'operator')),
         account_id TEXT REFERENCES accounts (id),
         key_id TEXT REFERENCES api_keys (id),
         signed_in_with TEXT NOT NULL CHECK (signed_in_with IN ('key', 'link')),
         name TEXT,
         token_hash TEXT NOT NULL UNIQUE,
         previous_hash TEXT UNIQUE,
         rotated_at BIGINT NOT NULL,
         confirmed_at BIGINT,
         created_at BIGINT NOT NULL,
         last_used_at BIGINT NOT NULL,
         expires_at BIGINT NOT NULL,
         ended_at BIGINT
       )`,
      'CREATE INDEX sessions_by_account ON sessions (account_id)',
      'CREATE INDEX sessions_by_expiry ON sessions (expires_at)',
      `CREATE TABLE sign_in_links (
         token_hash TEXT PRIMARY KEY,
         role TEXT NOT NULL CHECK (role IN ('customer', 'operator')),
         account_id TEXT REFERENCES accounts (id),
         name TEXT,
         created_at BIGINT NOT NULL,
         expires_at BIGINT NOT NULL,
         used_at BIGINT
       )`,
    ],
  },
  // The settings that an import was started with: the import page shows them again when it is opened later.
  { name: 'OwnerImportRequest1795000000005', statements: ['ALTER TABLE owner_runs ADD COLUMN request TEXT'] },
  // The repeat of a bulk uses its reservation if the first server died.
  {
    name: 'ReservationByRequest1795000000006',
    statements: [
      'ALTER TABLE reservations ADD COLUMN request_fingerprint TEXT',
      "CREATE INDEX reservations_held_by_request ON reservations (request_fingerprint) WHERE status = 'held'",
    ],
  },
  // A browser that sends a sign-in link again, because the answer was lost, gets the session that it began.
  {
    name: 'SignInAttempt1795000000007',
    statements: [
      'ALTER TABLE sessions ADD COLUMN attempt_hash TEXT',
      'CREATE UNIQUE INDEX sessions_by_attempt ON sessions (attempt_hash) WHERE attempt_hash IS NOT NULL',
    ],
  },
  // A list that was uploaded before is found by its content, from any machine.
  {
    name: 'JobContent1795000000008',
    statements: [
      // A keyed hash: `contentMark` in jobs/jobs.ts.
      'ALTER TABLE jobs ADD COLUMN content_mark TEXT',
      'CREATE INDEX jobs_by_content ON jobs (account_id, mode, content_mark, sequence) WHERE content_mark IS NOT NULL',
    ],
  },
  // Properties that an account was charged for, which are free for its `free_repeat_days`.
  {
    name: 'PaidProperties1795000000009',
    statements: [
      'ALTER TABLE accounts ADD COLUMN free_repeat_days INTEGER',
      // SQLite needs a constant default here, so existing accounts get their secrets from a statement.
      "ALTER TABLE accounts ADD COLUMN property_secret TEXT NOT NULL DEFAULT ''",
      'UPDATE accounts SET property_secret = lower(hex(randomblob(32)))',
      // `property` is a keyed hash: no address can be read from it. `paid_on` is a UTC day, `reference` the charge's in the ledger.
      // `further` is 1 for one more hash of a property that the charge has in another row.
      `CREATE TABLE paid_properties (
         account_id TEXT NOT NULL REFERENCES accounts (id),
         property TEXT NOT NULL,
         paid_on TEXT NOT NULL,
         reference TEXT NOT NULL,
         further INTEGER NOT NULL,
         PRIMARY KEY (account_id, property)
       ) WITHOUT ROWID`,
      'CREATE INDEX paid_properties_by_charge ON paid_properties (account_id, paid_on, reference)',
      // Properties with these references are not paid for: repeats/paid-store.ts.
      `CREATE TABLE paid_claims (
         account_id TEXT NOT NULL REFERENCES accounts (id),
         reference TEXT NOT NULL,
         claimed_on TEXT NOT NULL,
         token TEXT,
         PRIMARY KEY (account_id, reference)
       ) WITHOUT ROWID`,
      // The term at a job's matching, the rows its preview shows as free, and the file of properties it charges for.
      'ALTER TABLE jobs ADD COLUMN free_repeat_days INTEGER',
      'ALTER TABLE jobs ADD COLUMN repeat_rows INTEGER',
      'ALTER TABLE jobs ADD COLUMN unpaid_version TEXT',
    ],
  },
  // The head of an uploaded file of owners, which is shown to operators, is read once; an upload that arrives sends a heartbeat.
  {
    name: 'OwnerUploadHeads1795000000010',
    statements: [
      'ALTER TABLE owner_uploads ADD COLUMN alive_at BIGINT',
      'ALTER TABLE owner_uploads ADD COLUMN heads TEXT',
    ],
  },
  // The suppression list: people who opted out (people/).
  {
    name: 'Suppressions1795000000011',
    statements: [
      // `identity` and `key` are keyed hashes: no name, address, phone or email can be read from them.
      `CREATE TABLE suppressions (
         id TEXT PRIMARY KEY,
         kind TEXT NOT NULL,
         identity TEXT NOT NULL,
         reason TEXT NOT NULL,
         source TEXT NOT NULL,
         entered_by TEXT NOT NULL,
         created_at INTEGER NOT NULL,
         lifted_at INTEGER,
         lifted_by TEXT,
         lift_reason TEXT
       ) WITHOUT ROWID`,
      'CREATE UNIQUE INDEX suppressions_in_force ON suppressions (identity) WHERE lifted_at IS NULL',
      // The keys of a lifted entry are deleted.
      `CREATE TABLE suppression_keys (
         key TEXT NOT NULL,
         suppression_id TEXT NOT NULL REFERENCES suppressions (id),
         mark INTEGER NOT NULL,
         PRIMARY KEY (key, suppression_id)
       ) WITHOUT ROWID`,
      'CREATE INDEX suppression_keys_by_entry ON suppression_keys (suppression_id)',
      // One row, which every reader checks first.
      `CREATE TABLE suppression_list (
         name TEXT PRIMARY KEY,
         version INTEGER NOT NULL,
         key_count INTEGER NOT NULL,
         secret TEXT NOT NULL
       ) WITHOUT ROWID`,
      "INSERT INTO suppression_list VALUES ('all', 0, 0, lower(hex(randomblob(32))))",
      // The version of the suppression list when a result was written, and its rows that were withheld after they were
      // paid for.
      'ALTER TABLE jobs ADD COLUMN suppression_version INTEGER',
      'ALTER TABLE jobs ADD COLUMN withheld_rows INTEGER',
    ],
  },
  // Why an operator gave a charge back.
  { name: 'RefundNotes1795000000012', statements: ['ALTER TABLE ledger_records ADD COLUMN note TEXT'] },
  // Entries of the suppression list for people who were also deleted: after a restore they are deleted again.
  {
    name: 'ErasedPeople1795000000013',
    statements: [
      'ALTER TABLE suppressions ADD COLUMN erased_at INTEGER',
      'ALTER TABLE suppressions ADD COLUMN erased_by TEXT',
    ],
  },
  // Deletion requests of California's DROP: people/drop/.
  {
    name: 'Drop1795000000015',
    statements: [
      // One download from DROP, or the files of one run. The archive itself is in the file store.
      `CREATE TABLE drop_batches (
         id TEXT PRIMARY KEY,
         service TEXT NOT NULL CHECK (service IN ('production', 'sandbox')),
         way TEXT NOT NULL CHECK (way IN ('api', 'files')),
         state TEXT NOT NULL CHECK (state IN ('asked', 'archived', 'listed', 'answered')),
         created_at INTEGER NOT NULL,
         taken_at INTEGER,
         answered_at INTEGER
       ) WITHOUT ROWID`,
      `CREATE TABLE drop_lists (
         id INTEGER PRIMARY KEY,
         batch_id TEXT NOT NULL REFERENCES drop_batches (id),
         name TEXT NOT NULL,
         list TEXT NOT NULL,
         UNIQUE (batch_id, name)
       )`,
      // Rows are never deleted: people who opted out stay out when owners are imported later. `key` is a keyed hash of DROP's hash.
      // `status` is null before matching, and 1 for a match of one person that is not deleted yet; `reported` is the status that
      // DROP has. `in_force`: 1 for hashes that owners are compared with, 2 for hashes that no owner has, 0 for withdrawn ones.
      `CREATE TABLE drop_items (
         work_id TEXT NOT NULL,
         service TEXT NOT NULL,
         list_id INTEGER NOT NULL REFERENCES drop_lists (id),
         key TEXT NOT NULL,
         mark INTEGER NOT NULL,
         in_force INTEGER NOT NULL,
         status INTEGER,
         reported INTEGER,
         PRIMARY KEY (work_id, service)
       ) WITHOUT ROWID`,
      'CREATE INDEX drop_items_by_key ON drop_items (key)',
      'CREATE INDEX drop_items_by_list ON drop_items (list_id, work_id)',
      // The people that were suppressed because of an identifier, by the identity of their entries.
      `CREATE TABLE drop_people (
         key TEXT NOT NULL,
         identity TEXT NOT NULL,
         PRIMARY KEY (key, identity)
       ) WITHOUT ROWID`,
      'CREATE INDEX drop_people_by_identity ON drop_people (identity)',
      // A file of statuses, ready to be sent. It is in the file store as well.
      `CREATE TABLE drop_reports (
         name TEXT NOT NULL,
         list_id INTEGER NOT NULL REFERENCES drop_lists (id),
         file TEXT NOT NULL,
         kind TEXT NOT NULL CHECK (kind IN ('upload', 'amend')),
         made_at INTEGER NOT NULL,
         sent_at INTEGER,
         taken_at INTEGER,
         PRIMARY KEY (list_id, name)
       ) WITHOUT ROWID`,
      'ALTER TABLE suppression_list ADD COLUMN drop_count INTEGER NOT NULL DEFAULT 0',
    ],
  },
  // Jobs that only want matches with a phone.
  { name: 'RequirePhone1795000000016', statements: ['ALTER TABLE jobs ADD COLUMN require_phone INTEGER'] },
  // Accounts that were closed: suspended, and since when.
  { name: 'ClosedAccounts1795000000017', statements: ['ALTER TABLE accounts ADD COLUMN closed_at INTEGER'] },
  // Endpoints of accounts, the events sent to them, and the delivery log.
  {
    name: 'Webhooks1795000000018',
    statements: [
      // `events` is a JSON list of types. `is_low` is 1 while the balance is known to be low.
      `CREATE TABLE webhook_endpoints (
         id TEXT PRIMARY KEY,
         account_id TEXT NOT NULL REFERENCES accounts (id),
         url TEXT NOT NULL,
         secret TEXT NOT NULL,
         events TEXT NOT NULL,
         is_low INTEGER NOT NULL,
         created_at BIGINT NOT NULL,
         removed_at BIGINT
       )`,
      'CREATE INDEX webhook_endpoints_by_account ON webhook_endpoints (account_id)',
      `CREATE TABLE webhook_events (
         id TEXT PRIMARY KEY,
         account_id TEXT NOT NULL REFERENCES accounts (id),
         type TEXT NOT NULL,
         data TEXT NOT NULL,
         created_at BIGINT NOT NULL
       )`,
      'CREATE INDEX webhook_events_by_age ON webhook_events (created_at)',
      `CREATE TABLE webhook_deliveries (
         id TEXT PRIMARY KEY,
         event_id TEXT NOT NULL REFERENCES webhook_events (id),
         endpoint_id TEXT NOT NULL REFERENCES webhook_endpoints (id),
         account_id TEXT NOT NULL,
         status TEXT NOT NULL CHECK (status IN ('pending', 'delivered', 'failed')),
         attempts BIGINT NOT NULL,
         answered BIGINT,
         error TEXT,
         begun_at BIGINT NOT NULL,
         created_at BIGINT NOT NULL,
         updated_at BIGINT NOT NULL
       )`,
      'CREATE INDEX webhook_deliveries_by_account ON webhook_deliveries (account_id, created_at, id)',
      'CREATE INDEX webhook_deliveries_by_age ON webhook_deliveries (created_at)',
      'CREATE INDEX webhook_deliveries_by_event ON webhook_deliveries (event_id)',
      'CREATE INDEX webhook_deliveries_by_endpoint ON webhook_deliveries (endpoint_id)',
      "CREATE INDEX webhook_deliveries_pending ON webhook_deliveries (id) WHERE status = 'pending'",
    ],
  },
  // The log of disclosures: chains of entries, their heads, the records of jobs' results, and the seals over them.
  {
    name: 'Audit1795000000019',
    statements: [
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
    ],
  },
  // Addresses of entries of the suppression list, sealed: compared with records that spell the address in another way.
  {
    name: 'SuppressedAddresses1795000000020',
    statements: ['ALTER TABLE suppressions ADD COLUMN address TEXT'],
  },
  // Which accounts have accepted the terms of use, and for what purpose.
  {
    name: 'TermsOfUse1795000000021',
    statements: [
      'ALTER TABLE accounts ADD COLUMN terms_version TEXT',
      `CREATE TABLE terms_acceptances (
         account_id TEXT NOT NULL REFERENCES accounts (id),
         version TEXT NOT NULL,
         purpose TEXT NOT NULL,
         accepted_at BIGINT NOT NULL,
         accepted_by TEXT NOT NULL,
         key_id TEXT,
         PRIMARY KEY (account_id, version)
       )`,
    ],
  },
  // Marks that the last changes of the suppression list added: a process reads these instead of the whole list.
  {
    name: 'SuppressionChanges1795000000022',
    statements: [
      // `marks` are numbers with commas between them (people/suppression-list.ts).
      `CREATE TABLE suppression_changes (
         version INTEGER PRIMARY KEY,
         marks TEXT NOT NULL
       )`,
    ],
  },
  // Lookups saved for the account that paid for them, and the number of days an account wants that.
  {
    name: 'SavedLookups1795000000023',
    statements: [
      // Null: the server's number of days.
      'ALTER TABLE accounts ADD COLUMN saved_lookup_days INTEGER',
      // `id` is the id of the request, which is the reference of the charge in the ledger.
      `CREATE TABLE saved_lookups (
         id TEXT PRIMARY KEY,
         account_id TEXT NOT NULL REFERENCES accounts (id),
         address TEXT NOT NULL,
         asked TEXT NOT NULL,
         property TEXT NOT NULL,
         record_id BIGINT NOT NULL,
         record_mark TEXT NOT NULL,
         charged_cents BIGINT NOT NULL,
         created_at BIGINT NOT NULL
       )`,
      'CREATE INDEX saved_lookups_by_account ON saved_lookups (account_id, created_at, id)',
    ],
  },
  // Accounts whose ledger names the purchased addresses: 1, or null.
  {
    name: 'NamedPurchases1795000000024',
    statements: ['ALTER TABLE accounts ADD COLUMN name_purchases INTEGER'],
  },
  // Choices of accounts about the columns of their lists, and whether they are mailed about them: 1, or null.
  {
    name: 'ColumnChoices1795000000025',
    statements: [
      // `headers` is a hash of them, `choices` JSON with names of columns.
      `CREATE TABLE column_choices (
         account_id TEXT NOT NULL REFERENCES accounts (id),
         headers TEXT NOT NULL,
         choices TEXT NOT NULL,
         used_at BIGINT NOT NULL,
         PRIMARY KEY (account_id, headers)
       )`,
      'ALTER TABLE accounts ADD COLUMN mail_lists INTEGER',
    ],
  },
  // Notes that one process leaves for others (service/notes.ts): JSON by name.
  {
    name: 'ServiceNotes1795000000026',
    statements: [
      'CREATE TABLE service_notes (name TEXT PRIMARY KEY, at BIGINT NOT NULL, content TEXT NOT NULL)',
    ],
  },
  // The other owners that a saved lookup was answered with.
  {
    name: 'SavedCoOwners1795000000028',
    statements: [
      // JSON, or null: references to owner records.
      'ALTER TABLE saved_lookups ADD COLUMN co_owners TEXT',
    ],
  },
  // Authors and file names of imports, and indexes of the entries of the log of disclosures that aren't lookups, by age and by
  // subject.
  {
    name: 'OperatorPages1795000000030',
    statements: [
      'ALTER TABLE owner_runs ADD COLUMN file_name TEXT',
      'ALTER TABLE owner_runs ADD COLUMN started_by TEXT',
      'CREATE INDEX owner_runs_by_age ON owner_runs (started_at, id)',
      // Lookups, which are most entries, pay nothing for these.
      `CREATE INDEX audit_actions_by_age ON audit_entries (at, chain, seq) WHERE kind NOT IN ('lookup', 'bulk')`,
      `CREATE INDEX audit_actions_by_subject ON audit_entries (chain, kind, reference, seq)
       WHERE kind NOT IN ('lookup', 'bulk')`,
    ],
  },
  // Findings of the doctor, of each night and of each request by an operator.
  {
    name: 'DoctorChecks1795000000031',
    statements: [
      // `findings` is a JSON array of sentences.
      `CREATE TABLE doctor_checks (
         checked_at BIGINT NOT NULL PRIMARY KEY,
         checked_by TEXT NOT NULL,
         accounts_checked BIGINT NOT NULL,
         findings TEXT NOT NULL
       )`,
    ],
  },
  // Owners that an operator corrected, and how often that changed (people/corrected-owners.ts).
  {
    name: 'CorrectedOwners1795000000035',
    statements: [
      // `property` is a digest, `address` a JSON array as the record has it, `names` a JSON array, `contact` JSON.
      `CREATE TABLE owner_corrections (
         id TEXT PRIMARY KEY,
         property TEXT NOT NULL,
         address TEXT NOT NULL,
         names TEXT NOT NULL,
         contact TEXT NOT NULL,
         reason TEXT NOT NULL,
         corrected_by TEXT NOT NULL,
         corrected_at BIGINT NOT NULL
       )`,
      'CREATE INDEX owner_corrections_by_property ON owner_corrections (property)',
      // In the row that is read before each batch, so that owners who were not corrected cost nothing more.
      'ALTER TABLE suppression_list ADD COLUMN corrections INTEGER NOT NULL DEFAULT 0',
    ],
  },
];
